import { FrameCounter, type FrameTotals } from '../../core/analysis/display-frames/frame-counter.ts';
import { appClassPredicate, appPrefixesOf } from '../../core/analysis/frames/app-classes.ts';
import { type AppLimits, DEFAULT_LIMITS } from '../../core/analysis/lags/app-limits.ts';
import { LagDetector } from '../../core/analysis/lags/detect/lag-detector.ts';
import { decodeInSteps } from '../../core/session/file/replay.ts';
import { SessionModel } from '../../core/session/model/model.ts';
import { Decoder } from '../../core/wire/decoder.ts';
import type { AppClasses } from '../../protocol/page-protocol.ts';

/** Estimated bytes of a file's model here; unlike the page, the newest rows suffice. */
const MODEL_BYTES = 160 << 20;

const NO_CLASSES: AppClasses = { packages: [], prefixes: [] };

interface Judging {
  readonly thresholdUs: number;
  readonly limits: AppLimits;
}

/** Which classes are the app's, with a text that is equal for equal ones. */
export interface AppPredicate {
  readonly key: string;
  isAppClass(dottedClass: string): boolean;
}

/** The open session of a thread: decoded once, and judged once for all who ask by the same settings. */
export class HeldSession {
  readonly model = new SessionModel({ bytes: MODEL_BYTES });
  /** Which classes are the app's, for who does not say. */
  appClasses = NO_CLASSES;
  readonly #frames = new FrameCounter(this.model);
  #misread = 0;
  #judge: { readonly key: string; readonly detector: LagDetector } | undefined;

  /** Damaged chunks, of which the begin was taken. */
  get misread(): number {
    return this.#misread;
  }

  /** True if questions about all of the session would miss rows. */
  get lacksRows(): boolean {
    return this.model.drops > 0;
  }

  /** The last used ones. */
  get limits(): AppLimits {
    return this.#judge?.detector.limits ?? DEFAULT_LIMITS;
  }

  /** Undefined before the first frame. */
  get frames(): FrameTotals | undefined {
    return this.#frames.totals;
  }

  /** Frames are counted at once, as rows may be dropped with the next chunk. */
  *count(isMisread: boolean): Generator<void, void> {
    if (isMisread) this.#misread++;
    yield* this.#frames.updateInSteps();
  }

  /** Adds names that were found for the session. */
  *name(piece: Uint8Array): Generator<void, void> {
    yield* decodeInSteps(piece, this.model, new Decoder());
  }

  /** The app's own classes, as on the session's page. */
  app({ packages, prefixes } = this.appClasses): AppPredicate {
    const all = { packages, prefixes: [...prefixes, ...appPrefixesOf(this.model)] };
    const isAppClass = appClassPredicate(all);
    return { key: JSON.stringify([all.packages, all.prefixes]), isAppClass };
  }

  /** Judges what is not judged by these settings. @param app for culprits; left out by who needs none */
  *judged({ thresholdUs, limits }: Judging, app?: AppPredicate): Generator<void, LagDetector> {
    const known = app === undefined || app.key === this.#judge?.key ? this.#judge : undefined;
    const { key, isAppClass } = app ?? this.app();
    const judge = known ?? { key, detector: new LagDetector(this.model, { thresholdUs, limits, isAppClass }) };
    // Half of a judgement, of work that was stopped, is none.
    this.#judge = undefined;
    const { detector } = judge;
    yield* detector.setThresholdInSteps(thresholdUs);
    yield* detector.setLimitsInSteps(limits);
    yield* detector.updateInSteps();
    // The first messages say which app it is.
    if (this.model.runs.length > 0) this.#judge = judge;
    return detector;
  }
}
