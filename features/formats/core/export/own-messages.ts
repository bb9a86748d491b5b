import { float64At } from '../../../../core/columns/at.ts';
import type { TimeRange } from '../../../../core/columns/time-range.ts';
import type { Thread } from '../../../../core/session/model/thread.ts';

/** The agent's own messages, which no export shows: their time is its overhead. */
export function ownMessages({ messages }: Thread): readonly TimeRange[] {
  const own: TimeRange[] = [];
  for (let row = 0; row < messages.length; row++) {
    if (messages.isOwn[row] === 1) own.push({ beginUs: float64At(messages.beginUs, row), endUs: float64At(messages.endUs, row) });
  }
  return own;
}
