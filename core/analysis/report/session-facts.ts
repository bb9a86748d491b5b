import type { SessionModel } from '../../session/model/model.ts';
import type { FrameSums } from '../display-frames/frame-tally.ts';
import type { Lag } from '../lags/lag.ts';

/** A session in one row of a list. */
export interface SessionFacts {
  /** Application id, bundle id or main class of the last run, '' if unknown. */
  readonly app: string;
  /** The app's version of the last run, '' if the device reported none. */
  readonly version: string;
  /** The device's name, '' if unknown. */
  readonly device: string;
  /** Milliseconds since 1970, 0 if unknown. */
  readonly startedMs: number;
  readonly lengthUs: number;
  readonly lags: number;
  /** The longest lag, 0 without lags. */
  readonly worstUs: number;
  /** Undefined if the agent reported none. */
  readonly frames: FrameSums | undefined;
}

/** Characters of a name in a row. */
const LONGEST_NAME = 200;

/** @param lags of the model, by the threshold that counts */
export function sessionFacts(model: SessionModel, lags: readonly Lag[], totals: FrameSums | undefined): SessionFacts {
  const run = model.runs.at(-1);
  const createdUs = model.session?.createdUs ?? model.runs[0]?.hello?.wallUs ?? 0;
  return {
    app: (run?.process?.app || run?.hello?.process || '').slice(0, LONGEST_NAME),
    version: (run?.process?.version ?? '').slice(0, LONGEST_NAME),
    device: (run?.process?.device ?? '').slice(0, LONGEST_NAME),
    startedMs: Math.round(createdUs / 1_000),
    lengthUs: Math.round(model.nowUs),
    lags: lags.length,
    worstUs: Math.round(lags.reduce((worst, { beginUs, endUs }) => Math.max(worst, endUs - beginUs), 0)),
    frames: totals && sumsOf(totals),
  };
}

/** Without the slices of a session's totals. */
function sumsOf({ frames, late, dropped, fps, jankShare }: FrameSums): FrameSums {
  return { frames, late, dropped, fps, jankShare };
}
