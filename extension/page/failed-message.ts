import { LaglensError, messageOf } from '../../core/errors.ts';
import type { ToPage } from '../../protocol/page-protocol.ts';

/** Explains why a session cannot be shown: cause, next step, code. */
export function failedMessage(error: unknown): Extract<ToPage, { type: 'failed' }> {
  const [code, next] = error instanceof LaglensError ? [error.code, error.next] : ['unexpected', ''];
  return { type: 'failed', code, text: messageOf(error), next };
}
