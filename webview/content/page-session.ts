import type { Cause } from '../../core/analysis/causes/facts/cause.ts';
import { type GroupCause, groupCause } from '../../core/analysis/causes/group-cause.ts';
import { LagCauses } from '../../core/analysis/causes/lag-causes.ts';
import { stutterCulprit } from '../../core/analysis/causes/stutter-work.ts';
import { FrameCounter, type FrameTotals } from '../../core/analysis/display-frames/frame-counter.ts';
import type { Stutter } from '../../core/analysis/display-frames/stutters.ts';
import { appClassPredicate, appPackage } from '../../core/analysis/frames/app-classes.ts';
import { AppMethods } from '../../core/analysis/frames/app-methods.ts';
import type { FrameRef } from '../../core/analysis/frames/frame.ts';
import type { AppLimits } from '../../core/analysis/lags/app-limits.ts';
import { LagDetector } from '../../core/analysis/lags/detect/lag-detector.ts';
import type { LagGroup } from '../../core/analysis/lags/groups/lag-groups.ts';
import type { Lag } from '../../core/analysis/lags/lag.ts';
import { type ScreenStutter, SessionStutters } from '../../core/analysis/lags/session-frames.ts';
import { type WaitArrow, waitArrows } from '../../core/analysis/locks/wait-arrows.ts';
import { SETTLED_US } from '../../core/analysis/threads/observed-time.ts';
import { Memo } from '../../core/memo.ts';
import { applyChunk } from '../../core/session/file/replay.ts';
import { atOnce } from '../../core/session/file/turns.ts';
import { recordedLimits } from '../../core/session/limits/model-limits.ts';
import { SessionModel } from '../../core/session/model/model.ts';
import type { Thread } from '../../core/session/model/thread.ts';
import { Decoder } from '../../core/wire/decoder.ts';
import type { AppClasses, BeginMessage } from '../../protocol/page-protocol.ts';
import { type StutterFacts, stutterFacts } from './stutter-facts.ts';

/** The page's copy of the session: the host's decoder, model and detector on the same bytes. */
export class PageSession {
  readonly about: BeginMessage;
  readonly model: SessionModel;
  readonly #decoder = new Decoder();
  #limits: AppLimits | undefined;
  #judge: LagDetector;
  #causes: LagCauses;
  #appClasses: AppClasses;
  #isAppClass: (dottedClass: string) => boolean;
  /** Runs included in `#isAppClass`. */
  #knownRuns = 0;
  #isRead = false;
  readonly #frames: FrameCounter;
  readonly #stutterFinder: SessionStutters;
  readonly #stutters = new Memo<readonly ScreenStutter[]>();
  readonly #culprits = new Memo<WeakMap<Stutter, FrameRef | undefined>>();
  readonly #arrows = new Memo<readonly WaitArrow[]>();
  readonly #stutterFacts = new Memo<StutterFacts | undefined>();

  constructor(about: BeginMessage) {
    this.about = about;
    this.model = new SessionModel(about.live ? undefined : recordedLimits);
    this.#frames = new FrameCounter(this.model);
    this.#stutterFinder = new SessionStutters(this.model);
    this.#limits = about.limits;
    this.#appClasses = about.appClasses;
    this.#isAppClass = appClassPredicate(about.appClasses);
    this.#judge = this.#newJudge(about.thresholdUs);
    this.#causes = this.#newCauses();
  }

  /** Some data has come. */
  get isRead(): boolean {
    return this.#isRead;
  }

  /** Adds bytes; `judge` updates the lags. */
  push(data: ArrayBuffer, isChunk: boolean): void {
    this.#isRead = true;
    if (isChunk) {
      applyChunk(this.model, new Uint8Array(data));
      return;
    }
    this.#decoder.decode(new Uint8Array(data), this.model);
  }

  /** Updates the lags; true if the set of app classes changed, too. */
  judge(): boolean {
    const isOther = this.#knownRuns !== this.model.runs.length;
    if (isOther) this.#learnApps();
    this.#judge.update();
    return isOther;
  }

  get lags(): readonly Lag[] {
    return this.#judge.lags;
  }

  /** Undefined without frames. */
  get frames(): FrameTotals | undefined {
    return this.#frames.update().totals;
  }

  /** Times with many dropped frames outside lags; the same object until they change. */
  get stutters(): readonly ScreenStutter[] {
    const { model, lags } = this;
    const rows = model.runs.map(({ frames }) => `${frames.length} ${frames.droppedRows}`).join();
    return this.#stutters.get([lags, rows], () => atOnce(this.#stutterFinder.find(lags)));
  }

  /** Main's culprit meanwhile; undefined if not sampled. */
  stutterCulprit(stutter: Stutter): FrameRef | undefined {
    const { model } = this;
    const known = this.#culprits.get([model.drops, model.namesVersion, this.#isAppClass], () => new WeakMap());
    const found = known.has(stutter) ? known.get(stutter) : stutterCulprit(model, stutter, new AppMethods(model, this.#isAppClass));
    known.set(stutter, found);
    return found;
  }

  /** Kept for one stutter, the selected one. */
  stutterFacts(stutter: Stutter): StutterFacts | undefined {
    const { model } = this;
    const key = [stutter, model.drops, model.namesVersion, this.#isAppClass];
    return this.#stutterFacts.get(key, () => stutterFacts(model, stutter, new AppMethods(model, this.#isAppClass)));
  }

  /** The same object until it changes. */
  causeOf(lag: Lag): Cause {
    return this.#causes.of(lag);
  }

  /** Waits of the lag's thread; the same object until they change. */
  arrowsOf(lag: Lag): readonly WaitArrow[] {
    const { model } = this;
    const thread = model.threads[lag.thread];
    const key = [lag.id, lag.endUs, model.drops, model.namesVersion, Math.min(model.nowUs, lag.endUs + SETTLED_US)];
    return this.#arrows.get(key, () => (thread === undefined ? [] : waitArrows(model, thread, lag)));
  }

  groupCauseOf({ lags, worst }: LagGroup): GroupCause | undefined {
    return groupCause(lags, worst, (lag) => this.#causes.of(lag));
  }

  /** Oldest lags beyond the limit. */
  get lagsLeftOut(): number {
    return this.#judge.leftOut;
  }

  get thresholdUs(): number {
    return this.#judge.thresholdUs;
  }

  set thresholdUs(thresholdUs: number) {
    this.#judge.setThreshold(thresholdUs);
  }

  setLimits(limits: AppLimits): void {
    this.#limits = limits;
    this.#judge.setLimits(limits);
  }

  /** Finds culprits again. */
  setAppClasses(appClasses: AppClasses): void {
    this.#appClasses = appClasses;
    this.#learnApps();
    this.#judge.update();
  }

  isAppClass(dottedClass: string): boolean {
    return this.#isAppClass(dottedClass);
  }

  /** Main thread of the latest run that has one. */
  get mainThread(): Thread | undefined {
    return this.model.threads.findLast((thread) => thread.isMain);
  }

  /** Application ids are a fallback, and come with runs. */
  #learnApps(): void {
    const { runs } = this.model;
    const apps = runs.map((run) => appPackage(run.process?.app ?? run.hello?.process ?? ''));
    const prefixes = [...this.#appClasses.prefixes, ...apps.filter((name) => name !== '')];
    this.#knownRuns = runs.length;
    this.#isAppClass = appClassPredicate({ packages: this.#appClasses.packages, prefixes: [...new Set(prefixes)] });
    this.#judge = this.#newJudge(this.thresholdUs);
    this.#causes = this.#newCauses();
  }

  #newCauses(): LagCauses {
    return new LagCauses(this.model, new AppMethods(this.model, this.#isAppClass));
  }

  #newJudge(thresholdUs: number): LagDetector {
    return new LagDetector(this.model, { thresholdUs, isAppClass: this.#isAppClass, limits: this.#limits });
  }
}
