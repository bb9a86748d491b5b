import { fillIn } from '../../fill-in.ts';
import type { Lag } from '../lags/lag.ts';
import { lagTexts } from '../lags/lag-texts.ts';
import { passedLimit, queueText } from '../lags/message-facts.ts';
import type { AllocatedIn } from '../threads/allocated-in.ts';
import { formatBytes } from './format-bytes.ts';
import { shortDuration } from './short-duration.ts';

/** A lag's messages in English: time in the queue, pages read from storage, and allocated bytes. */
export function messageWords(lag: Lag): readonly string[] {
  const queue = queueText(lag);
  const passed = passedLimit(lag);
  const { queuedUs = 0, counts: { majorFaults = 0 } = {} } = lag;
  return [
    ...(queue === undefined || passed !== undefined ? [] : [fillIn(lagTexts[queue], [shortDuration(queuedUs)])]),
    ...(passed === undefined ? [] : [fillIn(lagTexts[passed.text], [shortDuration(passed.tookUs), shortDuration(passed.limitUs)])]),
    ...(majorFaults > 0 ? [fillIn(lagTexts.pagesRead, [String(majorFaults)])] : []),
    ...(lag.allocated === undefined ? [] : [fillIn(lagTexts.allocated, allocatedTexts(lag.allocated))]),
  ];
}

function allocatedTexts({ ownBytes, allBytes }: AllocatedIn): readonly string[] {
  return [formatBytes(ownBytes), formatBytes(allBytes)];
}
