import assert from 'node:assert/strict';
import { isAbsolute } from 'node:path';
import { linkParts, parseLink } from '../../../host/share/view-link.ts';
import { parseViewState } from '../../../webview/page/parse-view-state.ts';
import { INITIAL_VIEW } from '../../../webview/state/view-state.ts';
import { alteredText } from '../damage-text.ts';
import type { Door } from '../door.ts';

const seeds = ['/sessions/shop.laglens', 'C:\\sessions\\shop.laglens', '/a/../b/ü 1.laglens'].map((path) => {
  const parts = linkParts({ path, view: { ...INITIAL_VIEW, lag: '0:1' } });
  return new TextEncoder().encode(`${parts.path}?${parts.query}`);
});

/** A foreign `vscode://` link: its path, and its view. */
export const link: Door = {
  name: 'link',
  seeds: async () => seeds,
  altered: alteredText,
  run: (bytes) => {
    const [path = '', query = ''] = new TextDecoder().decode(bytes).split('?');
    const linked = parseLink({ path, query });
    if (linked === undefined) return undefined;
    assert.ok(isAbsolute(linked.path) && linked.path.endsWith('.laglens') && !linked.path.includes('\0'), linked.path);
    assert.ok(!linked.path.startsWith('//') && !linked.path.startsWith('\\\\'), linked.path);
    return [linked.path, parseViewState(linked.view, [INITIAL_VIEW.mode])];
  },
  refuses: () => false,
};
