import { numberAt } from '../../core/columns/at.ts';
import { ModelMethodFacts } from '../../core/trees/method-facts.ts';
import { categoryOfMethod, FrameStyles } from '../frames/frame-styles.ts';
import type { PageSession } from './page-session.ts';

/** What names and categories of a session's frames are, for pictures and for transforms; each looked up once. */
export interface ViewContext {
  readonly frames: FrameStyles;
  readonly facts: ModelMethodFacts;
}

/** Keeps the looks of a session until names come or categories change. */
export class ViewContextCache {
  #kept: { readonly session: PageSession; readonly names: number; readonly context: ViewContext } | undefined;

  invalidate(): void {
    this.#kept = undefined;
  }

  of(session: PageSession): ViewContext {
    const { model } = session;
    if (this.#kept?.session !== session || this.#kept.names !== model.namesVersion) {
      const isAppClass = (name: string): boolean => session.isAppClass(name);
      const context = {
        frames: new FrameStyles(model, isAppClass),
        facts: new ModelMethodFacts(model, (method) => categoryOfMethod(model, method, isAppClass)),
      };
      this.#kept = { session, names: model.namesVersion, context };
    }
    return this.#kept.context;
  }
}

/** Rows of a tree of calls: row 0 is all of it, each other one has its caller's row and its method. */
export interface CallRows {
  readonly parent: ArrayLike<number>;
  readonly method: ArrayLike<number>;
}

/** Keys of the functions that lead to a row, the outermost first. */
export function keyPath({ parent, method }: CallRows, context: ViewContext, row: number): readonly string[] {
  const path: string[] = [];
  for (let at = row; at !== 0; at = numberAt(parent, at)) path.push(context.facts.key(numberAt(method, at)));
  return path.reverse();
}
