import { float64At } from '../../../columns/at.ts';
import { overlapsAny } from '../../../columns/time-range.ts';
import { sameData } from '../../../memo.ts';
import type { SessionModel } from '../../../session/model/model.ts';
import type { Run } from '../../../session/model/run.ts';
import type { Thread } from '../../../session/model/thread.ts';
import type { AppMethods } from '../../frames/app-methods.ts';
import { SETTLED_US } from '../../threads/observed-time.ts';
import { busyThreads } from '../busy-threads.ts';
import { culpritOf } from '../culprit.ts';
import { bandOf, type Lag } from '../lag.ts';
import { timeShares, waitsOn } from '../lag-facts.ts';
import { isSettledLaunch, type Launch, LEAST_LAUNCH_US, launchOf } from './app-launch.ts';
import { CpuLoad, type Load } from './cpu-load.ts';
import { iosFacts } from './lag-description.ts';
import { lateFramesIn, lateScrolls, TRACKING_MODE } from './late-frames.ts';

/** Up to this length, threads' shares are cheap to compute. */
const SHORT_LOAD_US = 30_000_000;

type AppLagRange = Pick<Lag, 'kind' | 'beginUs' | 'endUs' | 'open' | 'cut'>;

export class IosLagDetector {
  readonly #model: SessionModel;
  readonly #run: Run;
  readonly #app: AppMethods;
  readonly #thresholdUs: number;
  readonly #load: CpuLoad;
  readonly #settledLags: Lag[] = [];
  #dropped = 0;
  #takenLoads = 0;
  #frameRow = 0;
  #tentative: readonly Lag[] = [];
  #launch: Launch | undefined;
  #openLoad: Lag | undefined;
  #counters = 0;
  #isLaunchSettled = false;
  /** As of the last update of `#frameRow`. */
  #droppedFrames: number;

  constructor(model: SessionModel, run: Run, app: AppMethods, thresholdUs: number) {
    this.#model = model;
    this.#run = run;
    this.#app = app;
    this.#thresholdUs = thresholdUs;
    this.#load = new CpuLoad(run);
    this.#droppedFrames = run.frames.droppedRows;
  }

  /** All but turns of the run loop. */
  get lags(): readonly Lag[] {
    return [...this.#settledLags, ...this.#tentative];
  }

  /** Turns inside a reported or background launch are not listed. */
  hides(lag: Lag): boolean {
    const launch = this.#launch;
    if (launch === undefined || lag.run !== this.#run.index || lag.beginUs >= launch.endUs) return false;
    return launch.isBackground || this.#isLong(launch);
  }

  get settled(): number {
    return this.#settledLags.length;
  }

  get dropped(): number {
    return this.#dropped;
  }

  dropOldest(lags: number): number {
    const dropped = this.#settledLags.splice(0, lags).length;
    this.#dropped += dropped;
    return dropped;
  }

  /** Returns how many lags were dropped. */
  takeDrops(keptBeginUs: number): number {
    const { droppedRows } = this.#run.frames;
    this.#frameRow = Math.max(0, this.#frameRow - (droppedRows - this.#droppedFrames));
    this.#droppedFrames = droppedRows;
    this.#load.takeDrops();
    const kept = this.#settledLags.filter(({ endUs }) => endUs > keptBeginUs);
    const lags = this.#settledLags.length - kept.length;
    this.#settledLags.splice(0, this.#settledLags.length, ...kept);
    return lags;
  }

  /** Describes lags again after new names, in steps; borders stay. Returns true for a change. */
  *redescribe(isTouched: (lag: Lag) => boolean): Generator<void, boolean> {
    let changed = false;
    for (const [index, lag] of this.#settledLags.entries()) {
      yield;
      if (!isTouched(lag)) continue;
      this.#settledLags[index] = this.#describe(lag);
      changed = true;
    }
    this.#openLoad = undefined;
    return changed;
  }

  /** Takes in new data, in steps. `mainLags` are the run loop's. Returns true for a change. */
  *detect(mainLags: readonly Lag[]): Generator<void, boolean> {
    const before = this.#settledLags.length + this.#dropped;
    const main = this.#main;
    this.#load.advance();
    const tentative: Lag[] = [];
    for (const load of this.#load.found.slice(this.#takenLoads)) {
      const isSettled = load.endUs < this.#settledUs && tentative.length === 0;
      if (isSettled) this.#takenLoads++;
      (isSettled ? this.#settledLags : tentative).push(this.#describe({ ...load, cut: false }));
      yield;
    }
    this.#detectLaunch(main, tentative);
    if (main !== undefined) yield* this.#detectFrames(main, mainLags, tentative);
    const open = this.#describeOpen(this.#load.open);
    if (open !== undefined) tentative.push(open);
    const changed = before !== this.#settledLags.length + this.#dropped || !sameData(tentative, this.#tentative);
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
    if (this.#isLaunchSettled) this.#settledLags.push(lag);
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
      if (isFinal) this.#settledLags.push(lag);
      else tentative.push(lag);
    }
    const { frames } = this.#run;
    while (!isPending && this.#frameRow < frames.length && float64At(frames.atUs, this.#frameRow) < this.#settledUs) this.#frameRow++;
  }

  /** Counters come once a second, so a long load is described no more often. */
  #describeOpen(load: Load | undefined): Lag | undefined {
    if (load === undefined) return undefined;
    const counters = this.#run.counters.droppedRows + this.#run.counters.length;
    const isShort = load.endUs - load.beginUs < SHORT_LOAD_US;
    if (this.#openLoad === undefined || isShort || this.#counters !== counters) this.#openLoad = this.#describe({ ...load, cut: false });
    this.#counters = counters;
    return this.#openLoad;
  }

  #describe({ kind, beginUs, endUs, open, cut }: AppLagRange): Lag {
    const main = this.#main;
    const isLoad = kind === 'cpu' || kind === 'power';
    const busiest = isLoad ? busyThreads(this.#model, this.#run, beginUs, endUs)[0]?.thread : undefined;
    const thread = busiest ?? main ?? this.#run.threads[0];
    const mode = kind === 'frames' ? TRACKING_MODE : '';
    return {
      id: `${this.#run.index}-${kind}-${Math.round(beginUs)}`,
      run: this.#run.index,
      thread: thread?.index ?? 0,
      beginUs,
      endUs,
      open,
      cut,
      kind,
      band: isLoad ? 'load' : kind === 'frames' ? bandOf(lateFramesIn(this.#run, beginUs, endUs).latestUs) : bandOf(endUs - beginUs),
      ...(thread === undefined ? nothingSeen(beginUs, endUs) : timeShares(this.#model, thread, beginUs, endUs)),
      culprit: thread && culpritOf(this.#model, thread, beginUs, endUs, this.#app),
      waitsOn: thread && (isLoad ? undefined : waitsOn(this.#model, thread, beginUs, endUs)),
      phone: iosFacts(this.#run, main, { kind, beginUs, endUs, cut, mode }),
    };
  }
}

function nothingSeen(beginUs: number, endUs: number): Pick<Lag, 'busyUs' | 'blockedUs' | 'readyUs' | 'unknownUs' | 'gcUs'> {
  return { busyUs: 0, blockedUs: 0, readyUs: 0, unknownUs: endUs - beginUs, gcUs: 0 };
}
