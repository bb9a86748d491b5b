import { float64At, uint32At } from '../../columns/at.ts';
import { firstAfter } from '../../columns/sorted.ts';
import type { TimeRange } from '../../columns/time-range.ts';
import type { WaitsOn } from '../lags/lag.ts';
import { waitOfRow } from '../lags/lag-facts.ts';
import type { CauseFacts } from './facts/cause-facts.ts';

/** All waits of one kind for objects of one class. */
export interface ObjectWait {
  readonly us: number;
  /** The longest single wait, within the lag. */
  readonly longest: TimeRange;
  readonly waitsOn: WaitsOn;
  /** Row of the longest one among the thread's waits. */
  readonly row: number;
}

/**
 * The class of objects with the longest waits together; undefined without reported waits of the kind.
 * @param kind one of `waitKind`
 */
export function longestWait({ model, thread, lag }: CauseFacts, kind: number): ObjectWait | undefined {
  if (thread === undefined) return undefined;
  const { waits } = thread;
  const byClass = new Map<number, { us: number; longestUs: number; longestRow: number }>();
  for (let row = firstAfter(waits.endUs, lag.beginUs, waits.length); row < waits.length; row++) {
    const beginUs = Math.max(lag.beginUs, float64At(waits.beginUs, row));
    if (beginUs >= lag.endUs) break;
    if (waits.kind[row] !== kind) continue;
    const us = Math.min(lag.endUs, float64At(waits.endUs, row)) - beginUs;
    const object = uint32At(waits.object, row);
    const sum = byClass.get(object) ?? { us: 0, longestUs: -1, longestRow: row };
    sum.us += us;
    if (us > sum.longestUs) Object.assign(sum, { longestUs: us, longestRow: row });
    byClass.set(object, sum);
  }
  const [most] = [...byClass.values()].sort((a, b) => b.us - a.us);
  if (most === undefined) return undefined;
  const { us, longestRow } = most;
  const longest = {
    beginUs: Math.max(lag.beginUs, float64At(waits.beginUs, longestRow)),
    endUs: Math.min(lag.endUs, float64At(waits.endUs, longestRow)),
  };
  return { us, longest, waitsOn: waitOfRow(model, thread, longestRow), row: longestRow };
}
