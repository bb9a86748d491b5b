import { numberAt } from '../../core/columns/at.ts';
import { ModelMethodFacts } from '../../core/trees/method-facts.ts';
import { categoryOfMethod, FrameStyles } from '../frames/frame-styles.ts';
import type { PageSession } from './page-session.ts';

/** Names and categories of a session, each computed once. */
export interface ViewContext {
  readonly frames: FrameStyles;
  readonly facts: ModelMethodFacts;
}

/** Caches them until names or categories change. */
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

/** Row 0 is the whole; every other row has its caller's row and its method. */
interface CallRows {
  readonly parent: ArrayLike<number>;
  readonly method: ArrayLike<number>;
}

/** Function keys from the outermost to a row. */
export function keyPath({ parent, method }: CallRows, context: ViewContext, row: number): readonly string[] {
  const path: string[] = [];
  for (let at = row; at !== 0; at = numberAt(parent, at)) path.push(context.facts.key(numberAt(method, at)));
  return path.reverse();
}
