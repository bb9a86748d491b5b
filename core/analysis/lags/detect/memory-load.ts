import { float64At } from '../../../columns/at.ts';
import { UNKNOWN_COUNT } from '../../../session/columns/run-columns.ts';
import type { Run } from '../../../session/model/run.ts';
import type { AppLimits } from '../app-limits.ts';
import { type Load, type LoadKind, type LoadWatch, MOST_LOADS } from './load.ts';

/** Memory is compared with that of so long before. */
const GROWTH_US = 10_000_000;
/** Below this share of the limit, memory is no longer too high: it varies around the limit. */
const CALM_SHARE = 0.9;

/** Counters come once a second; hostile ones may all come at once. */
const MOST_RECENT = 100;

interface Counted {
  readonly atUs: number;
  readonly bytes: number;
}

/** Finds times of too much memory, and of memory that grew too fast. */
export class MemoryLoad implements LoadWatch {
  readonly found: Load[] = [];
  readonly #run: Run;
  readonly #limits: AppLimits;
  readonly #open = new Map<LoadKind, { readonly beginUs: number; endUs: number }>();
  /** Of the last ten seconds, each lower than those after it: the first is the lowest. */
  readonly #rising: Counted[] = [];
  #beforeUs: number | undefined;
  #row = 0;
  /** As of the last update of `#row`. */
  #dropped: number;

  constructor(run: Run, limits: AppLimits) {
    this.#run = run;
    this.#limits = limits;
    this.#dropped = run.counters.droppedRows;
  }

  takeDrops(): void {
    const { droppedRows } = this.#run.counters;
    this.#row = Math.max(0, this.#row - (droppedRows - this.#dropped));
    this.#dropped = droppedRows;
  }

  advance(): void {
    const { counters } = this.#run;
    for (; this.#row < counters.length; this.#row++) {
      const bytes = counters.footprintBytes[this.#row] ?? UNKNOWN_COUNT;
      if (bytes !== UNKNOWN_COUNT) this.#take({ atUs: float64At(counters.atUs, this.#row), bytes });
    }
    if (this.#run.endUs >= 0) for (const kind of this.#open.keys()) this.#end(kind);
  }

  get open(): readonly Load[] {
    const open = [...this.#open].map(([kind, { beginUs, endUs }]) => ({ kind, beginUs, endUs, open: true }));
    return open.filter(({ beginUs, endUs }) => endUs > beginUs);
  }

  #take(counted: Counted): void {
    const { atUs, bytes } = counted;
    const { memoryBytes, growthBytes } = this.#limits;
    const calmBytes = memoryBytes * (this.#open.has('memory') ? CALM_SHARE : 1);
    this.#set('memory', memoryBytes > 0 && bytes > calmBytes, this.#beforeUs ?? atUs, atUs);
    this.#beforeUs = atUs;
    const lowest = this.#lowestWith(counted);
    this.#set('growth', growthBytes > 0 && bytes - lowest.bytes > growthBytes, lowest.atUs, atUs);
  }

  #lowestWith(counted: Counted): Counted {
    const rising = this.#rising;
    while ((rising.at(-1)?.bytes ?? Number.NEGATIVE_INFINITY) >= counted.bytes) rising.pop();
    rising.push(counted);
    while (rising.length > MOST_RECENT || (rising[0]?.atUs ?? counted.atUs) < counted.atUs - GROWTH_US) rising.shift();
    return rising[0] ?? counted;
  }

  #set(kind: LoadKind, isTooMuch: boolean, beginUs: number, endUs: number): void {
    const open = this.#open.get(kind);
    if (!isTooMuch) this.#end(kind);
    else if (open === undefined) this.#open.set(kind, { beginUs, endUs });
    else open.endUs = endUs;
  }

  #end(kind: LoadKind): void {
    const open = this.#open.get(kind);
    if (open !== undefined && open.endUs > open.beginUs && this.found.length < MOST_LOADS) this.found.push({ kind, ...open, open: false });
    this.#open.delete(kind);
  }
}
