import { sameData } from '../../../memo.ts';
import type { SessionModel } from '../../../session/model/model.ts';
import type { Run } from '../../../session/model/run.ts';
import type { AppMethods } from '../../frames/app-methods.ts';
import { SETTLED_US } from '../../threads/observed-time.ts';
import type { AppLimits } from '../app-limits.ts';
import { busyThreads } from '../busy-threads.ts';
import type { Lag } from '../lag.ts';
import { CpuLoad } from './cpu-load.ts';
import { describeAppLag } from './lag-description.ts';
import type { Load, LoadWatch } from './load.ts';
import { MemoryLoad } from './memory-load.ts';
import { SettledLags } from './settled-lags.ts';

/** Up to this length, threads' shares are cheap to compute. */
const SHORT_LOAD_US = 30_000_000;

interface Watched {
  readonly watch: LoadWatch;
  /** Number of `found` that are settled. */
  taken: number;
}

/** Finds times in which an app used too much CPU or memory, on Android and iOS. */
export class LoadDetector {
  readonly #model: SessionModel;
  readonly #run: Run;
  readonly #app: AppMethods;
  readonly #watched: readonly Watched[];
  readonly #settled = new SettledLags();
  #tentative: readonly Lag[] = [];
  /** Long open ones by id. */
  #openLags = new Map<string, Lag>();
  /** Number of counters when `#openLags` was made. */
  #counters = 0;

  constructor(model: SessionModel, run: Run, app: AppMethods, limits: AppLimits) {
    this.#model = model;
    this.#run = run;
    this.#app = app;
    this.#watched = [new CpuLoad(run, limits), new MemoryLoad(run, limits)].map((watch) => ({ watch, taken: 0 }));
  }

  get lags(): readonly Lag[] {
    return [...this.#settled.lags, ...this.#tentative];
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

  takeDrops(keptBeginUs: number): number {
    for (const { watch } of this.#watched) watch.takeDrops();
    return this.#settled.takeDrops(keptBeginUs);
  }

  *redescribe(isTouched: (lag: Lag) => boolean): Generator<void, boolean> {
    this.#openLags.clear();
    return yield* this.#settled.redescribe(isTouched, (lag) => this.#describe(lag));
  }

  /** Takes in new data, in steps. Returns true for a change. */
  *detect(): Generator<void, boolean> {
    const before = this.settled + this.dropped;
    const settledUs = this.#run.endUs >= 0 ? Number.POSITIVE_INFINITY : this.#run.nowUs - SETTLED_US;
    const tentative: Lag[] = [];
    for (const watched of this.#watched) {
      watched.watch.advance();
      for (const load of watched.watch.found.slice(watched.taken)) {
        const isSettled = load.endUs < settledUs;
        if (isSettled) watched.taken++;
        (isSettled ? this.#settled.lags : tentative).push(this.#describe(load));
        yield;
      }
    }
    tentative.push(...this.#describeOpen(this.#watched.flatMap(({ watch }) => watch.open)));
    const changed = before !== this.settled + this.dropped || !sameData(tentative, this.#tentative);
    this.#tentative = tentative;
    return changed;
  }

  /** Counters come once a second, so a long load is described no more often. */
  #describeOpen(loads: readonly Load[]): readonly Lag[] {
    const counters = this.#run.counters.droppedRows + this.#run.counters.length;
    const known = counters === this.#counters ? this.#openLags : new Map<string, Lag>();
    const lags = loads.map(
      (load) => (load.endUs - load.beginUs < SHORT_LOAD_US ? undefined : known.get(keyOf(load))) ?? this.#describe(load),
    );
    this.#openLags = new Map(lags.map((lag) => [keyOf(lag), lag]));
    this.#counters = counters;
    return lags;
  }

  #describe({ kind, beginUs, endUs, open }: Pick<Lag, 'kind' | 'beginUs' | 'endUs' | 'open'>): Lag {
    const isCpu = kind === 'cpu' || kind === 'power';
    const busiest = isCpu ? busyThreads(this.#model, this.#run, beginUs, endUs)[0]?.thread : undefined;
    return describeAppLag(
      this.#model,
      this.#run,
      { kind, beginUs, endUs, open, cut: false, mode: '' },
      {
        thread: busiest,
        band: 'load',
        // Main's stacks explain no memory.
        app: isCpu ? this.#app : undefined,
      },
    );
  }
}

function keyOf({ kind, beginUs }: Pick<Lag, 'kind' | 'beginUs'>): string {
  return `${kind} ${beginUs}`;
}
