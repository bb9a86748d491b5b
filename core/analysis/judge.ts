import type { SessionModel } from '../session/model.ts';
import type { Run } from '../session/run.ts';
import type { Thread } from '../session/thread.ts';
import { atOnce } from '../session/turns.ts';
import { AppMethods } from './app-methods.ts';
import type { Lag } from './lag.ts';
import { describeLag } from './lag-description.ts';
import { LooperRoles } from './looper-roles.ts';
import { MainDetector } from './main-detector.ts';
import { PhoneCourt } from './phone-court.ts';
import { RunLoopSightings } from './run-loop-sightings.ts';
import { Sightings } from './sightings.ts';
import type { FoundLag } from './stretch.ts';
import { TouchedLags } from './touched-lags.ts';

export type { FrameRef, Lag, LagBand, LagKind, PhoneFacts, WaitsOn } from './lag.ts';

/** Lags that are kept, the newest: each takes a kilobyte. A person never looks through so many. */
const MOST_LAGS = 30_000;

export interface LagJudgeOptions {
  /** What lasts longer is a lag. */
  readonly thresholdUs: number;
  /** Tells by its dotted name whether a class is the app's own, which may be blamed. */
  isAppClass(dottedClass: string): boolean;
}

/**
 * Finds the lags of a session, while it comes in or at once: the same lags in the end. Only agents' times count, so a lag grows
 * with what is known and a silent link makes none.
 *
 * Lags stay when the model drops the rows before them. A judge that begins after that finds the same ones behind the first rest of main; what
 * reaches back among the dropped rows it knows in part only.
 */
export class LagJudge {
  readonly #model: SessionModel;
  readonly #app: AppMethods;
  readonly #roles: LooperRoles;
  #thresholdUs: number;
  /** By row of the main thread. */
  #courts = new Map<number, MainDetector>();
  /** By index of the run. */
  #phoneCourts = new Map<number, PhoneCourt>();
  readonly #touched: TouchedLags;
  #judgedVersion = -1;
  /** As in the model, when row numbers were last moved. */
  #drops = 0;
  /** Lags of all courts that will not change. */
  #settled = 0;
  #lags: readonly Lag[] = [];
  #namesVersion = 0;

  constructor(model: SessionModel, options: LagJudgeOptions) {
    this.#model = model;
    this.#app = new AppMethods(model, (dottedClass) => options.isAppClass(dottedClass));
    this.#thresholdUs = options.thresholdUs;
    this.#roles = new LooperRoles(model);
    this.#touched = new TouchedLags(model);
  }

  /** All lags by begin, as of the last `update` or `setThreshold`. An open one is replaced by a longer one with the same id. */
  get lags(): readonly Lag[] {
    return this.#lags;
  }

  get thresholdUs(): number {
    return this.#thresholdUs;
  }

  /** Lags that were left out because there were too many: the oldest. */
  get leftOut(): number {
    let lags = 0;
    for (const court of this.#everyCourt()) lags += court.dropped;
    return lags;
  }

  /** Takes in what is new in the model; true when a lag came, changed or went. */
  update(): boolean {
    return atOnce(this.updateInSteps());
  }

  /** As `update`, in steps between which others may work; the model must stay as it is until the last one. */
  *updateInSteps(): Generator<void, boolean> {
    if (this.#judgedVersion === this.#model.version) return false;
    this.#judgedVersion = this.#model.version;
    this.#roles.update();
    let changed = this.#takeDrops();
    changed = (yield* this.#takeNames()) || changed;
    for (const run of this.#model.runs) {
      for (const thread of mainThreads(run)) changed = (yield* this.#judged(this.#courtOf(run, thread))) || changed;
      if (run.isApple) changed = (yield* this.#judged(this.#phoneCourtOf(run), this.#mainLags(run))) || changed;
    }
    if (changed) this.#lags = this.#model.runs.flatMap((run) => this.#lagsOf(run)).sort((a, b) => a.beginUs - b.beginUs);
    return changed;
  }

  *#judged(court: MainDetector | PhoneCourt, mainLags: readonly Lag[] = []): Generator<void, boolean> {
    const steps = court.judge(mainLags);
    for (;;) {
      const before = court.settled;
      const step = steps.next();
      this.#settled += court.settled - before;
      if (this.#settled > MOST_LAGS) this.#keepNewest();
      if (step.done === true) return step.value;
      yield;
    }
  }

  /** Lets lags go, those of the earliest runs first. */
  #keepNewest(): void {
    for (const court of this.#everyCourt()) {
      if (this.#settled <= MOST_LAGS) return;
      this.#settled -= court.dropOldest(this.#settled - MOST_LAGS);
    }
  }

  /** Old rows went: the others have new numbers, and lags among the old ones go. What was judged stays as it is. */
  #takeDrops(): boolean {
    if (this.#drops === this.#model.drops) return false;
    this.#drops = this.#model.drops;
    for (const court of this.#everyCourt()) this.#settled -= court.takeDrops(this.#model.keptFromUs);
    return true;
  }

  *#everyCourt(): Generator<MainDetector | PhoneCourt> {
    yield* this.#courts.values();
    yield* this.#phoneCourts.values();
  }

  /** True when names came by which settled lags are told differently; the others are described each time. In steps. */
  *#takeNames(): Generator<void, boolean> {
    if (this.#namesVersion === this.#model.namesVersion) return false;
    this.#namesVersion = this.#model.namesVersion;
    let changed = false;
    for (const run of this.#model.runs) {
      const isTouched = this.#touched.update(run);
      const courts = [...mainThreads(run).map(({ index }) => this.#courts.get(index)), this.#phoneCourts.get(run.index)];
      for (const court of courts) if (court !== undefined) changed = (yield* court.describeAnew(isTouched)) || changed;
    }
    return changed;
  }

  #mainLags(run: Run): readonly Lag[] {
    return mainThreads(run).flatMap((thread) => this.#courts.get(thread.index)?.lags ?? []);
  }

  #lagsOf(run: Run): readonly Lag[] {
    const phone = this.#phoneCourts.get(run.index);
    const main = this.#mainLags(run);
    const lags = phone === undefined ? main : [...main.filter((lag) => !phone.hides(lag)), ...phone.lags];
    const { drops, keptFromUs } = this.#model;
    // What began among rows that went is known in part only.
    return drops === 0 ? lags : lags.filter(({ beginUs }) => beginUs > keptFromUs);
  }

  /** Judges everything again by another threshold. */
  setThreshold(thresholdUs: number): void {
    atOnce(this.setThresholdInSteps(thresholdUs));
  }

  /** As `setThreshold`, in steps as of `updateInSteps`. */
  *setThresholdInSteps(thresholdUs: number): Generator<void, void> {
    if (thresholdUs === this.#thresholdUs) return;
    this.#thresholdUs = thresholdUs;
    this.#forgetCourts();
    this.#judgedVersion = -1;
    this.#lags = [];
    yield* this.updateInSteps();
  }

  #forgetCourts(): void {
    this.#courts = new Map();
    this.#phoneCourts = new Map();
    this.#settled = 0;
  }

  #phoneCourtOf(run: Run): PhoneCourt {
    const known = this.#phoneCourts.get(run.index);
    if (known !== undefined) return known;
    const court = new PhoneCourt(this.#model, run, this.#app, this.#thresholdUs);
    this.#phoneCourts.set(run.index, court);
    return court;
  }

  #courtOf(run: Run, thread: Thread): MainDetector {
    const known = this.#courts.get(thread.index);
    if (known !== undefined) return known;
    const describe = (found: FoundLag): Lag => describeLag(this.#model, thread, found, this.#app);
    const sightings = run.isApple ? new RunLoopSightings(run, thread) : new Sightings(run, thread, this.#roles);
    const court = new MainDetector(sightings, this.#thresholdUs, describe);
    this.#courts.set(thread.index, court);
    return court;
  }
}

function mainThreads(run: Run): readonly Thread[] {
  return run.threads.filter((thread) => thread.isMain);
}
