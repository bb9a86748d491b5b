import type { SessionModel } from '../../session/model/model.ts';
import type { Run } from '../../session/model/run.ts';
import { screenAt, screenKey } from '../lags/screens.ts';
import { observedUsOfRun } from '../threads/observed-time.ts';
import type { ScreenTime } from './measured-session.ts';

/** Observed time by screen and fragment; empty where the agent reports no screens. */
export function* screenTimes(model: SessionModel): Generator<void, readonly ScreenTime[]> {
  const times = new Map<string, ScreenTime>();
  for (const run of model.runs) {
    const changesUs = changeTimesUs(run);
    for (const [index, beginUs] of changesUs.entries()) {
      const place = screenAt(model, run, beginUs);
      const key = screenKey(place);
      yield;
      if (key === undefined) continue;
      const nextUs = changesUs[index + 1];
      const us = observedUsOfRun(run, beginUs) - (nextUs === undefined ? 0 : observedUsOfRun(run, nextUs));
      times.set(key, { ...place, us: us + (times.get(key)?.us ?? 0) });
    }
  }
  return [...times.values()];
}

function changeTimesUs({ screens, fragments }: Run): readonly number[] {
  const times = [screens, fragments].flatMap(({ atUs, length }) => [...atUs.subarray(0, length)]);
  return [...new Set(times)].sort((a, b) => a - b);
}
