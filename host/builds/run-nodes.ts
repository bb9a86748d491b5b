import { int32At } from '../../core/columns/at.ts';
import { type BudgetShare, symbolicationCost } from './symbolication-budget.ts';

const PAGE_BITS = 10;
/** No node and no frame; unknown ids have both. */
const NONE = 0;
const PAGE_NODES = 1 << PAGE_BITS;

interface Page {
  readonly parents: Int32Array;
  readonly frames: Int32Array;
}

/** Parents and frames of a run's stack nodes, by id. Pages make large ids as cheap as small ones. */
export class RunNodes {
  readonly #budget: BudgetShare;
  readonly #pages = new Map<number, Page>();

  constructor(budget: BudgetShare) {
    this.#budget = budget;
  }

  set(id: number, parent: number, frame: number): void {
    const number = id >>> PAGE_BITS;
    let page = this.#pages.get(number);
    if (page === undefined) {
      this.#budget.hold(symbolicationCost.nodes);
      page = { parents: new Int32Array(PAGE_NODES), frames: new Int32Array(PAGE_NODES) };
      this.#pages.set(number, page);
    }
    page.parents[id & (PAGE_NODES - 1)] = parent;
    page.frames[id & (PAGE_NODES - 1)] = frame;
  }

  parentOf(id: number): number {
    return this.#pages.get(id >>> PAGE_BITS)?.parents[id & (PAGE_NODES - 1)] ?? NONE;
  }

  frameOf(id: number): number {
    return this.#pages.get(id >>> PAGE_BITS)?.frames[id & (PAGE_NODES - 1)] ?? NONE;
  }

  *ofFrames(wanted: ReadonlySet<number>): Iterable<number> {
    for (const [number, { frames }] of this.#pages) {
      for (let at = 0; at < PAGE_NODES; at++) if (wanted.has(int32At(frames, at))) yield number * PAGE_NODES + at;
    }
  }

  /** Drops the oldest nodes, which then have no callers. */
  forgetOldest(): void {
    const [oldest] = this.#pages.keys();
    if (oldest === undefined || this.#pages.size === 1) return;
    this.#pages.delete(oldest);
    this.#budget.free(symbolicationCost.nodes);
  }
}
