import { float64At, numberAt, uint32At } from '../../../columns/at.ts';
import type { TimeRange } from '../../../columns/time-range.ts';
import type { SessionModel } from '../../../session/model/model.ts';
import type { Thread } from '../../../session/model/thread.ts';
import { type CallTree, callTree } from '../../calls/call-tree.ts';
import { methodKey } from '../../frames/stable-name.ts';

/** Stacks summed by names. Row 0 is the root without a name; callers precede callees. Whole microseconds of self time. */
export interface BaselineTree {
  /** Functions by `methodKey`, without repeats; 0 is ''. */
  readonly names: readonly string[];
  /** Row of the caller; 0 for row 0 itself. */
  readonly parent: readonly number[];
  /** Index in `names`. */
  readonly name: readonly number[];
  readonly selfUs: readonly number[];
  readonly busyUs: readonly number[];
  /** Self time off CPU. The rest is unknown. */
  readonly blockedUs: readonly number[];
}

/** Beyond this, the branches with the least time are left out. */
export const MOST_TREE_ROWS = 5_000;
const LONGEST_NAME = 1_000;

/** The tree of some threads in a range, by default of all time. Functions numbered differently by rebuilds are one below the same caller. */
export function baselineTree(
  model: SessionModel,
  threads: readonly Thread[],
  { beginUs, endUs }: TimeRange = { beginUs: 0, endUs: model.nowUs },
): BaselineTree {
  const whole = new GrowingTree();
  const keys = new Map<number, string>();
  const keyOf = (method: number): string => {
    const known = keys.get(method) ?? methodKey(model, method).slice(0, LONGEST_NAME);
    keys.set(method, known);
    return known;
  };
  for (const thread of threads) whole.add(callTree(model, thread, beginUs, endUs), keyOf);
  return whole.heaviest(MOST_TREE_ROWS);
}

/** The sum of trees by name. Beyond `mostRows` the branches with the least time are left out. */
export function mergedTrees(trees: readonly BaselineTree[], mostRows = MOST_TREE_ROWS): BaselineTree {
  const whole = new GrowingTree();
  for (const tree of trees) whole.addTree(tree);
  return whole.heaviest(mostRows);
}

class GrowingTree {
  readonly #names = new Map<string, number>([['', 0]]);
  readonly #rows = new Map<string, number>();
  readonly #parent = [0];
  readonly #name = [0];
  readonly #selfUs = [0];
  readonly #busyUs = [0];
  readonly #blockedUs = [0];

  add(tree: CallTree, keyOf: (method: number) => string): void {
    const rowOf = new Uint32Array(tree.length);
    for (let row = 1; row < tree.length; row++) {
      rowOf[row] = this.#rowOf(uint32At(rowOf, uint32At(tree.parent, row)), keyOf(uint32At(tree.method, row)));
    }
    const busyUs = selfOf(tree, tree.busyUs);
    const blockedUs = selfOf(tree, tree.blockedUs);
    for (let row = 0; row < tree.length; row++) {
      const at = uint32At(rowOf, row);
      this.#selfUs[at] = numberAt(this.#selfUs, at) + float64At(tree.selfUs, row);
      this.#busyUs[at] = numberAt(this.#busyUs, at) + float64At(busyUs, row);
      this.#blockedUs[at] = numberAt(this.#blockedUs, at) + float64At(blockedUs, row);
    }
  }

  addTree({ names, parent, name, selfUs, busyUs, blockedUs }: BaselineTree): void {
    const rowOf = [0];
    for (let row = 0; row < parent.length; row++) {
      const at = row === 0 ? 0 : this.#rowOf(numberAt(rowOf, numberAt(parent, row)), names[numberAt(name, row)] ?? '');
      rowOf[row] = at;
      this.#selfUs[at] = numberAt(this.#selfUs, at) + numberAt(selfUs, row);
      this.#busyUs[at] = numberAt(this.#busyUs, at) + numberAt(busyUs, row);
      this.#blockedUs[at] = numberAt(this.#blockedUs, at) + numberAt(blockedUs, row);
    }
  }

  /** Callers stay, as they weigh at least as much as callees. */
  heaviest(most: number): BaselineTree {
    const length = this.#parent.length;
    const totalUs = Float64Array.from(this.#selfUs);
    for (let row = length - 1; row > 0; row--) {
      const parent = numberAt(this.#parent, row);
      totalUs[parent] = float64At(totalUs, parent) + float64At(totalUs, row);
    }
    // Of equals the first, as callers precede callees.
    const byTime = Uint32Array.from({ length: length - 1 }, (_, index) => index + 1);
    byTime.sort((a, b) => float64At(totalUs, b) - float64At(totalUs, a) || a - b);
    const kept = [0, ...byTime.slice(0, most - 1).sort()];
    const placeOf = new Map(kept.map((row, place) => [row, place]));
    const names = [...new Set(kept.map((row) => numberAt(this.#name, row)))].sort((a, b) => a - b);
    const nameAt = new Map(names.map((name, place) => [name, place]));
    const texts = [...this.#names.keys()];
    const column = (values: readonly number[]): readonly number[] => kept.map((row) => Math.round(numberAt(values, row)));
    return {
      names: names.map((name) => texts[name] ?? ''),
      parent: kept.map((row) => placeOf.get(numberAt(this.#parent, row)) ?? 0),
      name: kept.map((row) => nameAt.get(numberAt(this.#name, row)) ?? 0),
      selfUs: column(this.#selfUs),
      busyUs: column(this.#busyUs),
      blockedUs: column(this.#blockedUs),
    };
  }

  #rowOf(parent: number, key: string): number {
    let name = this.#names.get(key);
    if (name === undefined) {
      name = this.#names.size;
      this.#names.set(key, name);
    }
    const place = `${parent} ${name}`;
    const known = this.#rows.get(place);
    if (known !== undefined) return known;
    const row = this.#parent.push(parent) - 1;
    for (const column of [this.#selfUs, this.#busyUs, this.#blockedUs]) column.push(0);
    this.#name.push(name);
    this.#rows.set(place, row);
    return row;
  }
}

/** CPU columns are totals; a row's own part is what callees leave. */
function selfOf(tree: CallTree, totals: Float64Array): Float64Array {
  const own = Float64Array.from(totals);
  for (let row = 1; row < tree.length; row++) {
    const parent = uint32At(tree.parent, row);
    own[parent] = Math.max(0, float64At(own, parent) - float64At(totals, row));
  }
  return own;
}
