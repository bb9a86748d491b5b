import * as vscode from 'vscode';
import { background } from '../../core/guarded.ts';
import type { PageHost } from '../page/page-host.ts';
import type { PageSource } from '../page/page-source.ts';
import { inform } from '../surface/notifications.ts';
import { unexpected } from '../vscode/unexpected.ts';
import type { EditorHeat } from './editor-heat.ts';

/**
 * Shows a lens's function, else the one at the cursor, on the session's page.
 * @param given argument of a lens
 * @param pageOf brings up a session's page
 */
export function showInLaglens(heat: EditorHeat, given: unknown, pageOf: (source: PageSource) => PageHost | undefined): void {
  const named = namedFunction(given);
  const wanted = named ?? heat.functionAtCursor();
  if (wanted === undefined || heat.source === undefined) {
    background(inform(vscode.l10n.t('The session has no sample of a function at the cursor. Lines with a bar have some.')), unexpected);
    return;
  }
  const { class: className, method } = wanted;
  pageOf(heat.source)?.showFunction(className === '' ? method : `${className}.${method}`);
}

/** Undefined without a lens: keys, menus and the palette pass a file at most. */
function namedFunction(given: unknown): { readonly class: string; readonly method: string } | undefined {
  const { class: className, method }: { readonly class?: unknown; readonly method?: unknown } = Object(given);
  return typeof className === 'string' && typeof method === 'string' ? { class: className, method } : undefined;
}
