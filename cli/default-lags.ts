import { appClassPredicate, appPrefixesOf } from '../core/analysis/frames/app-classes.ts';
import { LagDetector } from '../core/analysis/lags/detect/lag-detector.ts';
import { DEFAULT_THRESHOLD_US, type Lag } from '../core/analysis/lags/lag.ts';
import { Turns } from '../core/session/file/turns.ts';
import type { SessionModel } from '../core/session/model/model.ts';
import { nodeTurns } from '../host/turn-driver.ts';

/** Lags of a whole session by the defaults of threshold and app. Rejects with AbortError on the signal. */
export async function defaultLags(model: SessionModel, signal: AbortSignal): Promise<readonly Lag[]> {
  const isAppClass = appClassPredicate({ packages: [], prefixes: appPrefixesOf(model) });
  const detector = new LagDetector(model, { thresholdUs: DEFAULT_THRESHOLD_US, isAppClass });
  await new Turns(nodeTurns, signal).run(detector.updateInSteps());
  return detector.lags;
}
