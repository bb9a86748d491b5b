import { float64At, uint32At } from '../../core/columns/at.ts';
import { withRow } from '../../core/columns/table.ts';
import type { SessionModel } from '../../core/session/model/model.ts';
import { remembered } from '../../core/trees/method-facts.ts';
import { nameTest, PatternError } from '../../core/trees/search/name-test.ts';
import type { ViewTree } from '../../core/trees/view-tree.ts';
import { type WeightName, weightColumn } from '../../core/trees/weights.ts';
import { MethodNames } from '../frames/method-names.ts';
import type { SearchState } from '../state/view-state.ts';

/** Matches of a search, or its error. */
export interface FoundNames {
  /** By row of `model.methods`; undefined without a search. */
  readonly matches: ((method: number) => boolean) | undefined;
  readonly error: PatternError | undefined;
}

/** Matched share of the selection. */
export interface MatchedTime {
  /** In the chosen weight. */
  readonly matched: number;
  readonly of: number;
  /** Distinct functions. */
  readonly frames: number;
}

const NOTHING: FoundNames = { matches: undefined, error: undefined };

/** Tests each method once, by its full and its shown name. */
export class NameSearch {
  #names: MethodNames | undefined;
  #search: SearchState | undefined;
  #found: FoundNames = NOTHING;

  of(model: SessionModel, search: SearchState): FoundNames {
    if (this.#names?.model === model && this.#search === search) return this.#found;
    this.#found = searched(this.#namesOf(model), search);
    this.#search = search;
    return this.#found;
  }

  /** Reads the names in steps of some milliseconds, as the first key needs all. */
  prepare(model: SessionModel): Generator<void> {
    return this.#namesOf(model).prepare();
  }

  #namesOf(model: SessionModel): MethodNames {
    if (this.#names?.model !== model) {
      this.#names = new MethodNames(model);
      this.#search = undefined;
    }
    return this.#names;
  }
}

function searched(names: MethodNames, search: SearchState): FoundNames {
  try {
    const test = nameTest(search);
    if (test === undefined) return NOTHING;
    return { matches: search.regex ? remembered(names.test(test)) : names.find(search, test), error: undefined };
  } catch (error) {
    if (error instanceof PatternError) return { matches: undefined, error };
    throw error;
  }
}

/** Each matching stack counts once, callees included. */
export function matchedTime(tree: ViewTree, weight: WeightName, matches: (method: number) => boolean): MatchedTime {
  const { length, parent, method, total } = tree;
  // In the order of methods, which is that of names in memory. In the tree's order 100,000 names take much longer.
  const isTimed = methodsWithTime(tree);
  let frames = 0;
  for (let row = 0; row < isTimed.length; row++) if (isTimed[row] === 1 && matches(row)) frames++;
  const weights = weightColumn(total, weight, length);
  const isWithin = new Uint8Array(length);
  let matched = 0;
  for (let row = 1; row < length; row++) {
    const isInside = isWithin[uint32At(parent, row)] === 1;
    const isMatch = float64At(total.wall, row) > 0 && matches(uint32At(method, row));
    if (isInside || isMatch) isWithin[row] = 1;
    if (isMatch && !isInside) matched += float64At(weights, row);
  }
  return { matched, of: float64At(weights, 0), frames };
}

const knownMethods = new WeakMap<ViewTree, Uint8Array>();

/** 1 by row of `model.methods`; once per tree, as each key asks. */
function methodsWithTime(tree: ViewTree): Uint8Array {
  let known = knownMethods.get(tree);
  if (known === undefined) {
    known = findMethodsWithTime(tree);
    knownMethods.set(tree, known);
  }
  return known;
}

function findMethodsWithTime({ length, method, total }: ViewTree): Uint8Array {
  let isTimed: Uint8Array = new Uint8Array(256);
  for (let row = 1; row < length; row++) {
    if (float64At(total.wall, row) <= 0) continue;
    const timed = uint32At(method, row);
    if (timed >= isTimed.length) isTimed = withRow(isTimed, timed);
    isTimed[timed] = 1;
  }
  return isTimed;
}
