import { ON_CPU_SHARE } from '../../session/columns/sample-columns.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Thread } from '../../session/model/thread.ts';
import { rowBlockedShare } from './blocked-time.ts';
import { rowBusyShare } from './busy-time.ts';
import { rowReadyShare } from './ready-time.ts';
import { visitSpans } from './spans.ts';

/** Time of a stack. Shares are 0 to 1. */
interface Work {
  /** Row of the thread's samples. */
  row: number;
  /** The agent's stack: row of `model.nodes`. */
  node: number;
  us: number;
  /** On CPU; 0 if unknown. */
  busyShare: number;
  /** In known waits. */
  blockedShare: number;
  /** Without a core. */
  readyShare: number;
}

/** Without main's waits for messages. The visited object is reused. */
export function visitWork(
  model: SessionModel,
  thread: Thread,
  beginUs: number,
  endUs: number,
  visit: (work: Readonly<Work>) => void,
): void {
  const work: Work = { row: -1, node: 0, us: 0, busyShare: 0, blockedShare: 0, readyShare: 0 };
  visitSpans(model, thread, beginUs, endUs, (span) => {
    if (work.row !== span.row) {
      const share = rowBusyShare(thread, span.row);
      work.row = span.row;
      work.node = thread.samples.nodeAt(span.row);
      work.busyShare = share ?? 0;
      work.blockedShare = rowBlockedShare(model, thread, span.row, share);
      work.readyShare = rowReadyShare(model, thread, span.row, share);
    }
    if (span.waits && work.busyShare < ON_CPU_SHARE) return;
    work.us = span.endUs - span.beginUs;
    visit(work);
  });
}
