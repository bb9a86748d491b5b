import { LaglensError, messageOf } from '../../core/errors.ts';
import type { ToPage } from '../../protocol/page-protocol.ts';

/** What a page says when its session cannot be shown: what happened, what to do next, and the code. */
export function failedMessage(error: unknown): Extract<ToPage, { type: 'failed' }> {
  const [code, next] = error instanceof LaglensError ? [error.code, error.next] : ['unexpected', ''];
  return { type: 'failed', code, text: messageOf(error), next };
}
