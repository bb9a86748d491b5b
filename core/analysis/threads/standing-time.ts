import { float64At } from '../../columns/at.ts';
import { firstAfter } from '../../columns/sorted.ts';
import type { TimeRange } from '../../columns/time-range.ts';
import { lifePhase } from '../../session/columns/run-columns.ts';
import type { Run } from '../../session/model/run.ts';

/** Agents give up then, before any earlier lag is settled. */
const LONGEST_ATTACH_US = 2_000_000;

/** A turn or message without time in which the process was stopped or the agent attached on main. At least one part. */
export function runningParts(run: Run, beginUs: number, endUs: number): readonly TimeRange[] {
  const parts: TimeRange[] = [];
  let partBeginUs = beginUs;
  for (const stop of stoppedTimes(run, beginUs)) {
    if (stop.beginUs >= endUs) break;
    if (stop.beginUs > partBeginUs) parts.push({ beginUs: partBeginUs, endUs: stop.beginUs });
    partBeginUs = Math.max(partBeginUs, stop.endUs);
  }
  if (partBeginUs < endUs || parts.length === 0) parts.push({ beginUs: Math.min(partBeginUs, endUs), endUs });
  return parts;
}

/** By begin, those that end after a time. */
function* stoppedTimes(run: Run, afterUs: number): Generator<TimeRange> {
  const { stops } = run;
  let attach = attachOf(run);
  if (attach !== undefined && attach.endUs <= afterUs) attach = undefined;
  for (let row = firstAfter(stops.endUs, afterUs, stops.length); row < stops.length; row++) {
    const beginUs = float64At(stops.beginUs, row);
    if (attach !== undefined && attach.beginUs <= beginUs) {
      yield attach;
      attach = undefined;
    }
    yield { beginUs, endUs: float64At(stops.endUs, row) };
  }
  if (attach !== undefined) yield attach;
}

function attachOf({ phases }: Run): TimeRange | undefined {
  const endUs = phases.firstUs(lifePhase.attached);
  const beginUs = endUs === undefined ? undefined : phases.firstUs(lifePhase.loaded);
  if (beginUs === undefined || endUs === undefined || endUs - beginUs > LONGEST_ATTACH_US) return undefined;
  return { beginUs, endUs };
}
