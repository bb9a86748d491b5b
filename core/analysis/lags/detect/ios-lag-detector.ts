import { float64At } from '../../../columns/at.ts';
import { overlapsAny } from '../../../columns/time-range.ts';
import { sameData } from '../../../memo.ts';
import type { SessionModel } from '../../../session/model/model.ts';
import type { Run } from '../../../session/model/run.ts';
import type { Thread } from '../../../session/model/thread.ts';
import type { AppMethods } from '../../frames/app-methods.ts';
import { SETTLED_US } from '../../threads/observed-time.ts';
import { bandOf, type Lag } from '../lag.ts';
import { isSettledLaunch, type Launch, LEAST_LAUNCH_US, launchOf } from './app-launch.ts';
import { describeAppLag } from './lag-description.ts';
import { lateFramesIn, lateScrolls, TRACKING_MODE } from './late-frames.ts';
import { SettledLags } from './settled-lags.ts';

type AppLagRange = Pick<Lag, 'kind' | 'beginUs' | 'endUs' | 'open' | 'cut'>;

/** Launches and bad scrolls of an iOS app. */
export class IosLagDetector {
  readonly #model: SessionModel;
  readonly #run: Run;
  readonly #app: AppMethods;
  readonly #thresholdUs: number;
  readonly #settled = new SettledLags();
  #frameRow = 0;
  #tentative: readonly Lag[] = [];
  #launch: Launch | undefined;
  #isLaunchSettled = false;
  /** As of the last update of `#frameRow`. */
  #droppedFrames: number;

  constructor(model: SessionModel, run: Run, app: AppMethods, thresholdUs: number) {
    this.#model = model;
    this.#run = run;
    this.#app = app;
    this.#thresholdUs = thresholdUs;
    this.#droppedFrames = run.frames.droppedRows;
  }

  /** All but turns of the run loop. */
  get lags(): readonly Lag[] {
    return [...this.#settled.lags, ...this.#tentative];
  }

  /** Turns inside a reported or background launch are not listed. */
  hides(lag: Lag): boolean {
    const launch = this.#launch;
    if (launch === undefined || lag.run !== this.#run.index || lag.beginUs >= launch.endUs) return false;
    return launch.isBackground || this.#isLong(launch);
  }

  get settled(): number {
    return this.#settled.lags.length;
  }

  get dropped(): number {
    return this.#settled.dropped;
  }

  dropOldest(lags: number): number {
    return this.#settled.dropOldest(lags);
  }

  /** Returns how many lags were dropped. */
  takeDrops(keptBeginUs: number): number {
    const { droppedRows } = this.#run.frames;
    this.#frameRow = Math.max(0, this.#frameRow - (droppedRows - this.#droppedFrames));
    this.#droppedFrames = droppedRows;
    return this.#settled.takeDrops(keptBeginUs);
  }

  redescribe(isTouched: (lag: Lag) => boolean): Generator<void, boolean> {
    return this.#settled.redescribe(isTouched, (lag) => this.#describe(lag));
  }

  /** Takes in new data, in steps. `mainLags` are the run loop's. Returns true for a change. */
  *detect(mainLags: readonly Lag[]): Generator<void, boolean> {
    const before = this.settled + this.dropped;
    const main = this.#main;
    const tentative: Lag[] = [];
    this.#detectLaunch(main, tentative);
    if (main !== undefined) yield* this.#detectFrames(main, mainLags, tentative);
    const changed = before !== this.settled + this.dropped || !sameData(tentative, this.#tentative);
    this.#tentative = tentative;
    return changed;
  }

  get #main(): Thread | undefined {
    return this.#run.threads.find((thread) => thread.isMain);
  }

  get #settledUs(): number {
    return this.#run.endUs >= 0 ? Number.POSITIVE_INFINITY : this.#run.nowUs - SETTLED_US;
  }

  #isLong({ beginUs, endUs }: Launch): boolean {
    return endUs - beginUs > Math.max(this.#thresholdUs, LEAST_LAUNCH_US);
  }

  #detectLaunch(main: Thread | undefined, tentative: Lag[]): void {
    if (this.#isLaunchSettled) return;
    const launch = launchOf(this.#run, main);
    this.#launch = launch;
    if (launch === undefined || launch.isBackground || !this.#isLong(launch)) return;
    const lag = this.#describe({ kind: 'launch', ...launch });
    this.#isLaunchSettled = !launch.open && !launch.cut && isSettledLaunch(this.#run, launch);
    if (this.#isLaunchSettled) this.#settled.lags.push(lag);
    else tentative.push(lag);
  }

  *#detectFrames(main: Thread, mainLags: readonly Lag[], tentative: Lag[]): Generator<void, void> {
    let isPending = false;
    const inLag = (beginUs: number, endUs: number): boolean => overlapsAny(mainLags, beginUs, endUs);
    for (const scroll of lateScrolls(this.#model, this.#run, main, this.#frameRow, inLag)) {
      yield;
      if (scroll === undefined) continue;
      const { open, beginUs, endUs, isBad, nextRow } = scroll;
      const isFinal = !open && endUs < this.#settledUs && !isPending;
      if (isFinal) this.#frameRow = nextRow;
      else isPending = true;
      if (!isBad) continue;
      const lag = this.#describe({ kind: 'frames', beginUs, endUs, open, cut: false });
      if (isFinal) this.#settled.lags.push(lag);
      else tentative.push(lag);
    }
    const { frames } = this.#run;
    while (!isPending && this.#frameRow < frames.length && float64At(frames.atUs, this.#frameRow) < this.#settledUs) this.#frameRow++;
  }

  #describe({ kind, beginUs, endUs, open, cut }: AppLagRange): Lag {
    const isScroll = kind === 'frames';
    const band = isScroll ? bandOf(lateFramesIn(this.#run, beginUs, endUs).latestUs) : bandOf(endUs - beginUs);
    const borders = { kind, beginUs, endUs, open, cut, mode: isScroll ? TRACKING_MODE : '' };
    return describeAppLag(this.#model, this.#run, borders, { thread: undefined, band, app: this.#app });
  }
}
