import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useViewWindow } from '../../tests/extension/view-window.ts';
import type { PageSource } from './page-source.ts';

useViewWindow();
const { ShownSources } = await import('./shown-sources.ts');

test('the session that was active last counts, and after its page is closed the one before it', () => {
  const heard: string[] = [];
  const others = {
    onShown: () => heard.push('shown'),
    onClosed: () => heard.push('closed'),
    onJudging: () => undefined,
    onSelection: () => undefined,
  };
  const shown = new ShownSources(others);
  // Only their identity counts.
  const [one, two]: readonly PageSource[] = [Object.create(null), Object.create(null)];
  assert.ok(one && two);
  shown.onShown(one);
  shown.onShown(two);
  shown.onShown(one);
  assert.equal(shown.last, one);
  shown.onClosed(one);
  assert.equal(shown.last, two);
  shown.onClosed(two);
  assert.equal(shown.last, undefined);
  assert.deepEqual(heard, ['shown', 'shown', 'shown', 'closed', 'closed']);
});
