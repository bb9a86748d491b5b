import { sameData } from '../../../memo.ts';
import { atOnce } from '../../../session/file/turns.ts';
import type { SessionModel } from '../../../session/model/model.ts';
import type { Run } from '../../../session/model/run.ts';
import type { Thread } from '../../../session/model/thread.ts';
import { AppMethods } from '../../frames/app-methods.ts';
import { type AppLimits, DEFAULT_LIMITS } from '../app-limits.ts';
import type { Lag } from '../lag.ts';
import type { FoundLag } from './busy-period.ts';
import { IosLagDetector } from './ios-lag-detector.ts';
import { describeLag } from './lag-description.ts';
import { LagsWithNewNames } from './lags-with-new-names.ts';
import { LoadDetector } from './load-detector.ts';
import { LooperRoles } from './looper-roles.ts';
import { LooperActivity } from './main-activity.ts';
import { MainDetector } from './main-detector.ts';
import { RunLoopActivity } from './run-loop-activity.ts';

export type { IosFacts, Lag, LagBand, LagKind, WaitsOn } from '../lag.ts';

type Detector = MainDetector | IosLagDetector | LoadDetector;

/** The newest are kept; each takes a kilobyte. */
const MOST_LAGS = 30_000;

interface LagDetectorOptions {
  /** Anything longer is a lag. */
  readonly thresholdUs: number;
  /** True for the app's own classes, by dotted name; others are not blamed. */
  isAppClass(dottedClass: string): boolean;
  /** Limits of the whole app; Matrix' by default. */
  readonly limits?: AppLimits | undefined;
}

/**
 * Finds lags, live or afterwards, with the same result. Only agents' clocks count, so a silent link makes no lag.
 * Lags survive dropped rows. A detector that starts later finds the same lags from main's next rest on.
 */
export class LagDetector {
  readonly #model: SessionModel;
  readonly #app: AppMethods;
  readonly #roles: LooperRoles;
  #thresholdUs: number;
  #limits: AppLimits;
  /** Keyed by row of the main thread. */
  #mainDetectors = new Map<number, MainDetector>();
  /** Keyed by index of the run. */
  #iosDetectors = new Map<number, IosLagDetector>();
  /** Keyed by index of the run. */
  #loadDetectors = new Map<number, LoadDetector>();
  readonly #lagsWithNewNames: LagsWithNewNames;
  #detectedVersion = -1;
  /** As of the last update of row numbers. */
  #drops = 0;
  #settled = 0;
  #lags: readonly Lag[] = [];
  #namesVersion = 0;

  constructor(model: SessionModel, options: LagDetectorOptions) {
    this.#model = model;
    this.#app = new AppMethods(model, (dottedClass) => options.isAppClass(dottedClass));
    this.#thresholdUs = options.thresholdUs;
    this.#limits = options.limits ?? DEFAULT_LIMITS;
    this.#roles = new LooperRoles(model);
    this.#lagsWithNewNames = new LagsWithNewNames(model);
  }

  /** By begin. An open lag is replaced by a longer one of the same id. */
  get lags(): readonly Lag[] {
    return this.#lags;
  }

  get thresholdUs(): number {
    return this.#thresholdUs;
  }

  get limits(): AppLimits {
    return this.#limits;
  }

  /** Oldest lags, dropped by the limit. */
  get leftOut(): number {
    let lags = 0;
    for (const detector of this.#allDetectors()) lags += detector.dropped;
    return lags;
  }

  /** Takes in new data; true for any change of lags. */
  update(): boolean {
    return atOnce(this.updateInSteps());
  }

  /** As `update`, in steps. The model must not change before the last one. */
  *updateInSteps(): Generator<void, boolean> {
    if (this.#detectedVersion === this.#model.version) return false;
    this.#detectedVersion = this.#model.version;
    this.#roles.update();
    let changed = this.#takeDrops();
    changed = (yield* this.#takeNames()) || changed;
    for (const run of this.#model.runs) {
      for (const thread of mainThreads(run)) changed = (yield* this.#runDetector(this.#mainDetectorOf(run, thread))) || changed;
      if (run.isApple) changed = (yield* this.#runDetector(this.#iosDetectorOf(run), this.#mainLags(run))) || changed;
      if (run.isApple || run.hello?.os === 'android') changed = (yield* this.#runDetector(this.#loadDetectorOf(run))) || changed;
    }
    if (changed) this.#lags = this.#model.runs.flatMap((run) => this.#lagsOf(run)).sort((a, b) => a.beginUs - b.beginUs);
    return changed;
  }

  *#runDetector(detector: Detector, mainLags: readonly Lag[] = []): Generator<void, boolean> {
    const steps = detector.detect(mainLags);
    for (;;) {
      const before = detector.settled;
      const step = steps.next();
      this.#settled += detector.settled - before;
      if (this.#settled > MOST_LAGS) this.#keepNewest();
      if (step.done === true) return step.value;
      yield;
    }
  }

  /** Drops lags of the earliest runs first. */
  #keepNewest(): void {
    for (const detector of this.#allDetectors()) {
      if (this.#settled <= MOST_LAGS) return;
      this.#settled -= detector.dropOldest(this.#settled - MOST_LAGS);
    }
  }

  /** Updates row numbers after drops. Judged lags stay. */
  #takeDrops(): boolean {
    if (this.#drops === this.#model.drops) return false;
    this.#drops = this.#model.drops;
    for (const detector of this.#allDetectors()) this.#settled -= detector.takeDrops(this.#model.keptBeginUs);
    return true;
  }

  *#allDetectors(): Generator<Detector> {
    yield* this.#mainDetectors.values();
    yield* this.#iosDetectors.values();
    yield* this.#loadDetectors.values();
  }

  *#takeNames(): Generator<void, boolean> {
    if (this.#namesVersion === this.#model.namesVersion) return false;
    this.#namesVersion = this.#model.namesVersion;
    let changed = false;
    for (const run of this.#model.runs) {
      const isTouched = this.#lagsWithNewNames.update(run);
      const ofApp = [this.#iosDetectors.get(run.index), this.#loadDetectors.get(run.index)];
      const detectors = [...mainThreads(run).map(({ index }) => this.#mainDetectors.get(index)), ...ofApp];
      for (const detector of detectors) if (detector !== undefined) changed = (yield* detector.redescribe(isTouched)) || changed;
    }
    return changed;
  }

  #mainLags(run: Run): readonly Lag[] {
    return mainThreads(run).flatMap((thread) => this.#mainDetectors.get(thread.index)?.lags ?? []);
  }

  #lagsOf(run: Run): readonly Lag[] {
    const phone = this.#iosDetectors.get(run.index);
    const main = this.#mainLags(run);
    const loads = this.#loadDetectors.get(run.index)?.lags ?? [];
    const lags = phone === undefined ? [...main, ...loads] : [...main.filter((lag) => !phone.hides(lag)), ...phone.lags, ...loads];
    const { drops, keptBeginUs } = this.#model;
    // Lags that began among dropped rows are incomplete.
    return drops === 0 ? lags : lags.filter(({ beginUs }) => beginUs > keptBeginUs);
  }

  /** Judges everything again. */
  setThreshold(thresholdUs: number): void {
    atOnce(this.setThresholdInSteps(thresholdUs));
  }

  /** The same as `setThreshold`, in the steps of `updateInSteps`. */
  *setThresholdInSteps(thresholdUs: number): Generator<void, void> {
    if (thresholdUs === this.#thresholdUs) return;
    this.#thresholdUs = thresholdUs;
    yield* this.#judgeAgain();
  }

  /** Like `setThreshold`, for the whole app. */
  setLimits(limits: AppLimits): void {
    atOnce(this.setLimitsInSteps(limits));
  }

  /** The same as `setLimits`, in the steps of `updateInSteps`. */
  *setLimitsInSteps(limits: AppLimits): Generator<void, void> {
    if (sameData(limits, this.#limits)) return;
    this.#limits = limits;
    yield* this.#judgeAgain();
  }

  *#judgeAgain(): Generator<void, void> {
    this.#clearDetectors();
    this.#detectedVersion = -1;
    this.#lags = [];
    yield* this.updateInSteps();
  }

  #clearDetectors(): void {
    this.#mainDetectors = new Map();
    this.#iosDetectors = new Map();
    this.#loadDetectors = new Map();
    this.#settled = 0;
  }

  #iosDetectorOf(run: Run): IosLagDetector {
    const known = this.#iosDetectors.get(run.index);
    if (known !== undefined) return known;
    const detector = new IosLagDetector(this.#model, run, this.#app, this.#thresholdUs);
    this.#iosDetectors.set(run.index, detector);
    return detector;
  }

  #loadDetectorOf(run: Run): LoadDetector {
    const known = this.#loadDetectors.get(run.index);
    if (known !== undefined) return known;
    const detector = new LoadDetector(this.#model, run, this.#app, this.#limits);
    this.#loadDetectors.set(run.index, detector);
    return detector;
  }

  #mainDetectorOf(run: Run, thread: Thread): MainDetector {
    const known = this.#mainDetectors.get(thread.index);
    if (known !== undefined) return known;
    const describe = (found: FoundLag): Lag => describeLag(this.#model, thread, found, this.#app);
    const activity = run.isApple ? new RunLoopActivity(run, thread) : new LooperActivity(run, thread, this.#roles);
    const detector = new MainDetector(activity, this.#thresholdUs, describe);
    this.#mainDetectors.set(thread.index, detector);
    return detector;
  }
}

function mainThreads(run: Run): readonly Thread[] {
  return run.threads.filter((thread) => thread.isMain);
}
