import { uint32At } from '../../columns/at.ts';
import { ON_CPU_SHARE } from '../../session/columns/sample-columns.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Thread } from '../../session/model/thread.ts';
import { rowBlockedShare } from './blocked-time.ts';
import { rowBusyShare } from './busy-time.ts';
import { rowReadyShare } from './ready-time.ts';
import { visitSpans } from './spans.ts';

/**
 * Without main's waits for messages.
<<<<<<< HEAD
 * @param take gets the agent's stack (row of `model.nodes`), its time, its shares on CPU (undefined if unknown) and of known waits,
 * and the row of its samples
=======
 * @param take gets the agent's stack (row of `model.nodes`), its time, its shares on CPU (undefined if unknown) of known waits, and without a core
>>>>>>> 8d5e394c (Report time without a core, so that ready, blocked and unknown are three things)
 */
export function visitWork(
  model: SessionModel,
  thread: Thread,
  beginUs: number,
  endUs: number,
<<<<<<< HEAD
  take: (node: number, us: number, busyShare: number | undefined, blockedShare: number, row: number) => void,
=======
  take: (node: number, us: number, busyShare: number | undefined, blockedShare: number, readyShare: number) => void,
>>>>>>> 8d5e394c (Report time without a core, so that ready, blocked and unknown are three things)
): void {
  let shareRow = -1;
  let share: number | undefined;
  let blocked = 0;
  let ready = 0;
  visitSpans(model, thread, beginUs, endUs, (span) => {
    if (shareRow !== span.row) {
      share = rowBusyShare(thread, span.row);
      blocked = rowBlockedShare(model, thread, span.row, share);
      ready = rowReadyShare(model, thread, span.row, share);
    }
    shareRow = span.row;
    if (span.waits && (share ?? 0) < ON_CPU_SHARE) return;
<<<<<<< HEAD
    take(uint32At(thread.samples.node, span.row), span.endUs - span.beginUs, share, blocked, span.row);
=======
    take(uint32At(thread.samples.node, span.row), span.endUs - span.beginUs, share, blocked, ready);
>>>>>>> 8d5e394c (Report time without a core, so that ready, blocked and unknown are three things)
  });
}
