import type { SessionModel } from '../session/model.ts';
import { ON_CPU_SHARE } from '../session/sample-columns.ts';
import type { Thread } from '../session/thread.ts';
import { rowBusyShare } from './busy-time.ts';
import { visitSpans } from './spans.ts';

/**
 * Goes over what a thread did between two times, without the times in which main waited for messages.
 * @param take is given the stack as the agent sent it (row of `model.nodes`), how long it lasted, and the share of that on CPU,
 *   undefined unknown
 */
export function visitWork(
  model: SessionModel,
  thread: Thread,
  fromUs: number,
  toUs: number,
  take: (node: number, us: number, busyShare: number | undefined) => void,
): void {
  let shareRow = -1;
  let share: number | undefined;
  visitSpans(model, thread, fromUs, toUs, (span) => {
    if (shareRow !== span.row) share = rowBusyShare(thread, span.row);
    shareRow = span.row;
    if (span.waits && (share ?? 0) < ON_CPU_SHARE) return;
    take(thread.samples.node[span.row] ?? 0, span.endUs - span.beginUs, share);
  });
}
