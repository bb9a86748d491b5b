import { float64At } from '../../columns/at.ts';
import type { TimeRange, TimeRanges } from '../../columns/time-range.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Run } from '../../session/model/run.ts';
import { isOnScreenNamed, screenAt } from './screens.ts';

/** Changes per step, some milliseconds. */
const STEP_CHANGES = 5_000;

/** The times in which a screen was in front, in steps. @param name as for `isOnScreenNamed` */
export function* screenTimes(model: SessionModel, name: string): Generator<void, TimeRanges> {
  const found: TimeRange[] = [];
  for (const run of model.runs) yield* addTimes(model, run, name, found);
  return found;
}

function* addTimes(model: SessionModel, run: Run, name: string, found: TimeRange[]): Generator<void, void> {
  const { screens, fragments } = run;
  const known = new Map<string, boolean>();
  const isInFront = (atUs: number): boolean => {
    const key = `${screens.nameAt(atUs)} ${fragments.nameAt(atUs)}`;
    const shown = known.get(key) ?? isOnScreenNamed(screenAt(model, run, atUs), name);
    known.set(key, shown);
    return shown;
  };
  let sinceUs: number | undefined;
  let [screen, fragment] = [0, 0];
  for (let steps = 1; screen < screens.length || fragment < fragments.length; steps++) {
    if (steps % STEP_CHANGES === 0) yield;
    const screenUs = screen < screens.length ? float64At(screens.atUs, screen) : Number.POSITIVE_INFINITY;
    const fragmentUs = fragment < fragments.length ? float64At(fragments.atUs, fragment) : Number.POSITIVE_INFINITY;
    const atUs = Math.min(screenUs, fragmentUs);
    if (screenUs === atUs) screen++;
    if (fragmentUs === atUs) fragment++;
    const shown = isInFront(atUs);
    if (shown) sinceUs ??= atUs;
    else if (sinceUs !== undefined) {
      add(found, sinceUs, atUs);
      sinceUs = undefined;
    }
  }
  if (sinceUs !== undefined) add(found, sinceUs, run.endUs < 0 ? Number.POSITIVE_INFINITY : run.endUs);
}

/** Ranges are ordered and apart, whatever times a session claims. */
function add(found: TimeRange[], beginUs: number, endUs: number): void {
  const fromUs = Math.max(beginUs, found.at(-1)?.endUs ?? 0);
  if (endUs > fromUs) found.push({ beginUs: fromUs, endUs });
}
