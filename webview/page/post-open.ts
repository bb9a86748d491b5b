import type { SourceRequest } from '../../protocol/parse-from-page.ts';
import { postToHost } from './vscode-api.ts';

let untilUsed = new AbortController();

/** Opens a source, and says when the page is used next. */
export function postOpen(source: SourceRequest, beside: boolean): void {
  postToHost({ type: 'open', source, beside });
  untilUsed.abort();
  const next = new AbortController();
  untilUsed = next;
  const used = (): void => {
    next.abort();
    postToHost({ type: 'used' });
  };
  for (const use of ['pointerdown', 'keydown']) addEventListener(use, used, { capture: true, signal: next.signal });
}
