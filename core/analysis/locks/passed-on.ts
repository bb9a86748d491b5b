import { float64At, int32At } from '../../columns/at.ts';
import { firstAtLeast } from '../../columns/sorted.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Thread } from '../../session/model/thread.ts';
import { sourceClass } from '../frames/class-names.ts';

/**
 * Another thread waited for the same holder's object, and its wait ended at the same time: either may have got the object first, and given
 * it to the other. Begins of waits are seen too late to tell their order in the queue.
 * @param row of `waiter.waits`, with an owner
 * @param sameUs between two ends at the same time
 */
export function mayBePassedOn(model: SessionModel, waiter: Thread, row: number, sameUs: number): boolean {
  const endUs = float64At(waiter.waits.endUs, row);
  const owner = int32At(waiter.waits.owner, row);
  const awaited = sourceClass(model, waiter.run, waiter.waits.object[row]);
  return model.threads.some(({ index, run, waits }) => {
    if (index === waiter.index || run !== waiter.run) return false;
    for (let other = firstAtLeast(waits.endUs, endUs - sameUs, waits.length); other < waits.length; other++) {
      if (float64At(waits.beginUs, other) >= endUs) return false;
      if (float64At(waits.endUs, other) > endUs + sameUs || int32At(waits.owner, other) !== owner) continue;
      if (sourceClass(model, run, waits.object[other]) === awaited) return true;
    }
    return false;
  });
}
