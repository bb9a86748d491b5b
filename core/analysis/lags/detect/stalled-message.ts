import { float64At } from '../../../columns/at.ts';
import type { TimeRange } from '../../../columns/time-range.ts';
import type { Thread } from '../../../session/model/thread.ts';

/** Messages of a burst may alternate between handlers. */
const NEIGHBOURS = 8;

/**
 * True for a message of a burst that is long only as no core was free: one of the last messages in its busy period has the same handler.
 * @param part the message's part while the process ran
 */
export function isStalled(thread: Thread, row: number, part: TimeRange, periodBeginUs: number, thresholdUs: number): boolean {
  return part.endUs - part.beginUs > thresholdUs && isRepeated(thread, row, periodBeginUs) && workUs(thread, part) <= thresholdUs;
}

function isRepeated({ messages }: Thread, row: number, periodBeginUs: number): boolean {
  for (let before = row - 1; before >= Math.max(0, row - NEIGHBOURS); before--) {
    if (float64At(messages.beginUs, before) < periodBeginUs) return false;
    if (messages.target[before] === messages.target[row] && messages.callback[before] === messages.callback[row]) return true;
  }
  return false;
}

/** Without its waits for a core: by main's own counts where the agent has them, else by the thread's. */
function workUs({ messageUses: uses, readyTimes }: Thread, { beginUs, endUs }: TimeRange): number {
  let readyUs: number | undefined;
  for (const row of uses.within({ beginUs, endUs })) {
    const rowUs = uses.readyUsAt(row);
    if (rowUs !== undefined) readyUs = (readyUs ?? 0) + rowUs;
  }
  return endUs - beginUs - (readyUs ?? readyTimes.within(beginUs, endUs));
}
