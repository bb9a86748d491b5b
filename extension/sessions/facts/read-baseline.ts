import { appClassPredicate, appPrefixesOf } from '../../../core/analysis/frames/app-classes.ts';
import type { AppLimits } from '../../../core/analysis/lags/app-limits.ts';
import { LagDetector } from '../../../core/analysis/lags/detect/lag-detector.ts';
import { type Baseline, baselineOf } from '../../../core/analysis/lags/groups/baseline.ts';
import type { Lag } from '../../../core/analysis/lags/lag.ts';
import { readSession } from '../../../core/session/file/reader.ts';
import { decodeInSteps } from '../../../core/session/file/replay.ts';
import { atOnce } from '../../../core/session/file/turns.ts';
import { SessionModel } from '../../../core/session/model/model.ts';
import { inflateDriver, SessionFile } from '../../../host/session-file.ts';
import type { AppClasses, RunChoice } from '../../../protocol/page-protocol.ts';
import type { BaselineRun } from '../../../protocol/parse-from-page.ts';

export interface WantedBaseline {
  readonly path: string;
  readonly title: string;
  /** Stable key of the session. */
  readonly session: string;
  readonly thresholdUs: number;
  readonly limits: AppLimits;
  readonly appClasses: AppClasses;
  /** Undefined to be asked if there are several. */
  readonly run: RunChoice | undefined;
}

/** The baseline, or the runs to choose from. */
export type ReadBaseline = { readonly baseline: Baseline } | { readonly runs: readonly BaselineRun[] };

/** The baseline of a session file, as its page would make it. Decodes without turns, so only a thread calls it. */
export async function readBaseline(wanted: WantedBaseline): Promise<ReadBaseline> {
  const { path, thresholdUs, limits, appClasses } = wanted;
  const file = await SessionFile.open(path);
  try {
    const model = new SessionModel();
    for await (const chunk of readSession(file, inflateDriver)) atOnce(decodeInSteps(chunk, model));
    const { packages, prefixes } = appClasses;
    const isAppClass = appClassPredicate({ packages, prefixes: [...prefixes, ...appPrefixesOf(model)] });
    const judge = new LagDetector(model, { thresholdUs, limits, isAppClass });
    judge.update();
    return baselineFrom(model, judge.lags, wanted);
  } finally {
    await file.close();
  }
}

/** The same of a decoded session with its lags. */
export function baselineFrom(
  model: SessionModel,
  lags: readonly Lag[],
  { title, session, thresholdUs, run }: WantedBaseline,
): ReadBaseline {
  if (run === undefined && model.runs.length > 1) {
    const lagsOf = (index: number): number => lags.filter((lag) => lag.run === index).length;
    return {
      runs: model.runs.map(({ index, beginUs, endUs }) => ({ beginUs, endUs: endUs < 0 ? model.nowUs : endUs, lags: lagsOf(index) })),
    };
  }
  const only = typeof run === 'number' ? { run } : {};
  return { baseline: baselineOf(model, lags, { title, session, thresholdUs, ...only }) };
}
