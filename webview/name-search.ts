import { dottedClass } from '../core/analysis/names.ts';
import { readableLabel, readableName } from '../core/analysis/readable-name.ts';
import type { SessionModel } from '../core/session/model.ts';
import type { Method } from '../core/session/names.ts';
import { remembered } from '../core/views/method-facts.ts';
import { nameTest, PatternError } from '../core/views/search/name-test.ts';
import type { ViewTree } from '../core/views/view-tree.ts';
import type { WeightName } from '../core/views/weights.ts';
import type { SearchState } from './view-state.ts';

/** What a search finds, or why it cannot find anything. */
export interface FoundNames {
  /** By row of `model.methods`; undefined when nothing is searched for. */
  readonly matches: ((method: number) => boolean) | undefined;
  readonly error: PatternError | undefined;
}

/** How much of what is selected a search found. */
export interface MatchedTime {
  /** In the chosen weight: microseconds, or samples. */
  readonly matched: number;
  readonly of: number;
  /** Distinct functions. */
  readonly frames: number;
}

const NOTHING: FoundNames = { matches: undefined, error: undefined };

/** Searches the names of methods, each once: by its full name, and as it is shown. */
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

/** Names of a model's methods, put together when they are first asked for: each letter of a search asks for all of them. */
class MethodNames {
  readonly model: SessionModel;
  readonly #full: string[] = [];
  readonly #shown: string[] = [];
  readonly #dotted = new Map<string, string>();

  constructor(model: SessionModel) {
    this.model = model;
  }

  /** True when the full name of a method, or what is shown of it, passes. */
  some(method: number, test: (name: string) => boolean): boolean {
    const row = this.model.methods[method];
    if (row === undefined) return false;
    this.#full[method] ??= this.#fullName(row);
    if (test(this.#full[method])) return true;
    this.#shown[method] ??= row.short || readableLabel(readableName(this.#className(row), row.name));
    return test(this.#shown[method]);
  }

  #fullName(row: Method): string {
    const className = this.#className(row);
    return className === '' ? row.name : `${className}.${row.name}`;
  }

  #className({ class: signature }: Method): string {
    let dotted = this.#dotted.get(signature);
    if (dotted === undefined) {
      dotted = dottedClass(signature);
      this.#dotted.set(signature, dotted);
    }
    return dotted;
  }
}

function searched(names: MethodNames, search: SearchState): FoundNames {
  try {
    const test = nameTest(search);
    if (test === undefined) return NOTHING;
    return { matches: remembered((method) => names.some(method, test)), error: undefined };
  } catch (error) {
    if (error instanceof PatternError) return { matches: undefined, error };
    throw error;
  }
}

/** Time of the stacks with a match, each once: what a match called is in it. */
export function matchedTime(tree: ViewTree, weight: WeightName, matches: (method: number) => boolean): MatchedTime {
  const total = tree.total[weight];
  const isWithin = new Uint8Array(tree.length);
  const isFound: boolean[] = [];
  let frames = 0;
  let matched = 0;
  for (let row = 1; row < tree.length; row++) {
    const isInside = isWithin[tree.parent[row] ?? 0] === 1;
    if (isInside) isWithin[row] = 1;
    const method = tree.method[row] ?? 0;
    if ((tree.total.wall[row] ?? 0) <= 0 || !matches(method)) continue;
    if (isFound[method] !== true) frames++;
    isFound[method] = true;
    isWithin[row] = 1;
    if (!isInside) matched += total[row] ?? 0;
  }
  return { matched, of: total[0] ?? 0, frames };
}
