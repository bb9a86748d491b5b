import { modeIds } from '../modes/modes.ts';
import type { ViewChange } from '../state/page-action.ts';
import { INITIAL_VIEW, type ViewState } from '../state/view-state.ts';
import { parseViewState } from './parse-view-state.ts';
import { storedState, storeState } from './vscode-api.ts';

/** Holds the view state, and stores each change for when the page is loaded again. */
export class ViewStore {
  readonly #changed: () => void;
  #session: string | undefined;
  #state: ViewState = INITIAL_VIEW;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get state(): ViewState {
    return this.#state;
  }

  /** Begins with the stored view of a session, else with the initial view. @returns true for a stored one */
  begin(session: string): boolean {
    const stored = Object(storedState());
    this.#session = session;
    const isStored = stored.session === session;
    this.#state = isStored ? parseViewState(stored.view, modeIds) : INITIAL_VIEW;
    // The initial view is stored too: a reload of the window restores the page only then.
    this.#store();
    return isStored;
  }

  change(change: ViewChange): void {
    this.#state = { ...this.#state, ...change };
    this.#store();
    this.#changed();
  }

  /** Takes over the state as it was rendered. */
  rendered(state: ViewState): void {
    this.#state = state;
  }

  #store(): void {
    if (this.#session !== undefined) storeState({ session: this.#session, view: this.#state });
  }
}
