import { ModelMethodFacts } from '../core/views/method-facts.ts';
import { categoryOfMethod, FrameLooks } from './frames.ts';
import type { PageSession } from './page-session.ts';

/** What names and categories of a session's frames are, for pictures and for transforms; each looked up once. */
export interface Looks {
  readonly frames: FrameLooks;
  readonly facts: ModelMethodFacts;
}

/** Keeps the looks of a session until names come or categories change. */
export class SessionLooks {
  #kept: { readonly session: PageSession; readonly names: number; readonly looks: Looks } | undefined;

  forget(): void {
    this.#kept = undefined;
  }

  of(session: PageSession): Looks {
    const { model } = session;
    if (this.#kept?.session !== session || this.#kept.names !== model.namesVersion) {
      const isAppClass = (name: string): boolean => session.isAppClass(name);
      const looks = {
        frames: new FrameLooks(model, isAppClass),
        facts: new ModelMethodFacts(model, (method) => categoryOfMethod(model, method, isAppClass)),
      };
      this.#kept = { session, names: model.namesVersion, looks };
    }
    return this.#kept.looks;
  }
}
