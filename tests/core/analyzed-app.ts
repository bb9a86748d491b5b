import { appClassPredicate } from '../../core/analysis/frames/app-classes.ts';
import type { AppLimits } from '../../core/analysis/lags/app-limits.ts';
import { type Lag, LagDetector } from '../../core/analysis/lags/detect/lag-detector.ts';
import { SessionModel } from '../../core/session/model/model.ts';
import type { Message } from '../../core/wire/schema.ts';
import { type Deed, type ScriptOptions, scriptedApp } from './scripted-app.ts';

/** Microseconds of a millisecond. */
export const ms = 1_000;

/** Main waits for messages. */
export const idle = (us: number): Deed => ({ kind: 'idle', us });
export const message = (us: number, ...stack: string[]): Deed => ({ kind: 'message', us, stack });
/** The queue between two consecutive messages. */
export const pause: Deed = { kind: 'queue', us: 100 };

/** A session judged while it arrives; `com.example` is the app's own. */
export class AnalyzedApp {
  readonly model = new SessionModel();
  readonly detector: LagDetector;

  constructor(thresholdUs = 100 * ms, limits?: AppLimits) {
    const isAppClass = appClassPredicate({ packages: [], prefixes: ['com.example'] });
    this.detector = new LagDetector(this.model, { thresholdUs, isAppClass, limits });
  }

  /** Judges after each message, as live. */
  take(...messages: readonly Message[]): this {
    for (const each of messages) {
      this.model.apply(each);
      this.detector.update();
    }
    return this;
  }

  /** Judges once, as on replay. */
  replay(messages: Iterable<Message>): this {
    for (const each of messages) this.model.apply(each);
    this.detector.update();
    return this;
  }

  /** Each lag by `lagLine`. */
  get lines(): readonly string[] {
    return this.detector.lags.map(lagLine);
  }
}

export function detectorAfter(messages: readonly Message[], thresholdUs?: number): LagDetector {
  return new AnalyzedApp(thresholdUs).replay(messages).detector;
}

export function lagsOf(deeds: readonly Deed[], options?: ScriptOptions, thresholdUs?: number): readonly Lag[] {
  return detectorAfter(scriptedApp(deeds, options), thresholdUs).lags;
}

/** A lag in one line: kind, begin and duration in milliseconds, culprit. */
export function lagLine({ kind, beginUs, endUs, culprit, open }: Lag): string {
  const blame = culprit === undefined ? '-' : `${culprit.class}.${culprit.method}:${culprit.line}`;
  return `${kind} ${beginUs / ms} ${(endUs - beginUs) / ms} ${blame}${open ? ' open' : ''}`;
}
