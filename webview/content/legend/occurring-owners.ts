import { isOfRenamedClass } from '../../../core/analysis/frames/symbol-note.ts';
import type { SessionModel } from '../../../core/session/model/model.ts';
import type { LegendKey } from '../../state/legend-key.ts';
import type { ViewContext } from '../view-context.ts';

const owners = ['app', 'library', 'native', 'framework', 'runtime'] as const;

/** Owners of a session's methods, each method checked once. */
export class OccurringOwners {
  readonly context: ViewContext;
  readonly #model: SessionModel;
  readonly #found = new Set<LegendKey>();
  #renamed: number | undefined;
  /** Row 0 is no method. */
  #checked = 1;

  constructor(model: SessionModel, context: ViewContext) {
    this.#model = model;
    this.context = context;
  }

  get found(): ReadonlySet<LegendKey> {
    return this.#found;
  }

  /** Row of `model.methods`: the first method of a renamed class. */
  get renamed(): number | undefined {
    return this.#renamed;
  }

  /** Checks at most so many more methods; returns whether all are checked. */
  check(most: number): boolean {
    const { methods } = this.#model;
    const end = Math.min(methods.length, this.#checked + most);
    for (; this.#checked < end; this.#checked++) {
      const { category } = this.context.frames.ofMethod(this.#checked);
      const owner = category === 'unknown' ? 'nameless' : owners.find((each) => each === category);
      if (owner !== undefined) this.#found.add(owner);
      const method = this.#renamed === undefined ? methods[this.#checked] : undefined;
      if (method !== undefined && isOfRenamedClass(method)) this.#renamed = this.#checked;
    }
    return this.#checked >= methods.length;
  }
}
