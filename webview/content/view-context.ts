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
