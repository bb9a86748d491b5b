import type { SessionModel } from '../../session/model/model.ts';
import type { Run } from '../../session/model/run.ts';
import { screenAt, screenKey } from '../lags/screens.ts';
import { observedUsOfRun } from '../threads/observed-time.ts';
import type { ScreenTime } from './measured-session.ts';

/** Observed time by screen and fragment; empty where the agent reports no screens. */
export function* screenTimes(model: SessionModel): Generator<void, readonly ScreenTime[]> {
  const times = new Map<string, ScreenTime>();
  for (const run of model.runs) {
    // From the last change on, so that each time is asked for once.
    let laterUs = 0;
    for (const beginUs of changeTimesUs(run).toReversed()) {
      const place = screenAt(model, run, beginUs);
      const key = screenKey(place);
      const leftUs = observedUsOfRun(run, beginUs);
      if (key !== undefined) times.set(key, { ...place, us: leftUs - laterUs + (times.get(key)?.us ?? 0) });
      laterUs = leftUs;
      yield;
    }
  }
  return [...times.values()];
}

function changeTimesUs({ screens, fragments }: Run): readonly number[] {
  const times = [screens, fragments].flatMap(({ atUs, length }) => [...atUs.subarray(0, length)]);
  return [...new Set(times)].sort((a, b) => a - b);
}
