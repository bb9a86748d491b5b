import type { SessionModel } from '../../core/session/model/model.ts';
import { nameTest, PatternError } from '../../core/trees/search/name-test.ts';
import { MethodNames } from '../frames/method-names.ts';
import type { SearchState } from '../state/view-state.ts';

/** Matches of a search, or its error. */
export interface FoundNames {
  /** Takes a row of `model.methods`; undefined without a search. */
  readonly matches: ((method: number) => boolean) | undefined;
  readonly error: PatternError | undefined;
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
    return { matches: names.find(search, test), error: undefined };
  } catch (error) {
    if (error instanceof PatternError) return { matches: undefined, error };
    throw error;
  }
}
