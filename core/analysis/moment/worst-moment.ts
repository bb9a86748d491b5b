import { float64At } from '../../columns/at.ts';
import { firstAfter } from '../../columns/sorted.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Lag } from '../lags/lag.ts';
import { visitSpans } from '../threads/spans.ts';

/** The middle of the longest wait or unchanged stack of a lag; of the lag itself where no thread was sampled. */
export function worstMomentUs(model: SessionModel, { thread: index, beginUs, endUs }: Lag): number {
  const thread = model.threads[index];
  let longestUs = 0;
  let atUs = (beginUs + endUs) / 2;
  if (thread === undefined) return atUs;
  const take = (fromUs: number, toUs: number): void => {
    const lastsUs = toUs - fromUs;
    if (lastsUs <= longestUs) return;
    longestUs = lastsUs;
    atUs = (fromUs + toUs) / 2;
  };
  const { waits } = thread;
  for (let row = firstAfter(waits.endUs, beginUs, waits.length); row < waits.length; row++) {
    const waitBeginUs = float64At(waits.beginUs, row);
    if (waitBeginUs >= endUs) break;
    take(Math.max(beginUs, waitBeginUs), Math.min(endUs, float64At(waits.endUs, row)));
  }
  visitSpans(model, thread, beginUs, endUs, (span) => {
    if (!span.waits) take(span.beginUs, span.endUs);
  });
  return atUs;
}
