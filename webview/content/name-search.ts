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
    if (this.#names?.model !== model) this.#names = new MethodNames(model);
    this.#search = search;
    this.#found = searched(this.#names, search);
    return this.#found;
  }
}

function searched(names: MethodNames, search: SearchState): FoundNames {
  try {
    const test = nameTest(search);
    if (test === undefined) return NOTHING;
    return { matches: remembered(names.test(test)), error: undefined };
  } catch (error) {
    if (error instanceof PatternError) return { matches: undefined, error };
    throw error;
  }
}

/** Each matching stack counts once, callees included. */
export function matchedTime(tree: ViewTree, weight: WeightName, matches: (method: number) => boolean): MatchedTime {
  const { length, parent, method: methods } = tree;
  const { wall } = tree.total;
  const total = weightColumn(tree.total, weight, length);
  const isWithin = new Uint8Array(length);
  let isFound: Uint8Array = new Uint8Array(256);
  let frames = 0;
  let matched = 0;
  for (let row = 1; row < length; row++) {
    const isInside = isWithin[uint32At(parent, row)] === 1;
    if (isInside) isWithin[row] = 1;
    const method = uint32At(methods, row);
    if (float64At(wall, row) <= 0 || !matches(method)) continue;
    if (method >= isFound.length) isFound = withRow(isFound, method);
    if (isFound[method] === 0) frames++;
    isFound[method] = 1;
    isWithin[row] = 1;
    if (!isInside) matched += float64At(total, row);
  }
  return { matched, of: float64At(total, 0), frames };
}
