import type { Lag } from '../core/analysis/lag.ts';
import type { PageSession } from './page-session.ts';

/** How wishes come true. */
export interface WishGranter {
  selectLag(lag: Lag): void;
  tellBaseline(session: PageSession): void;
  /** @param key of a function, as in `core/views` */
  showFunction(key: string, session: PageSession): void;
}

/** What the extension asked the page for, until the session is there in which it can be done. */
export class Wishes {
  readonly #granter: WishGranter;
  /** Id of the lag that a notice leads to. */
  #lag: string | undefined;
  #baseline = false;
  #function: string | undefined;

  constructor(granter: WishGranter) {
    this.#granter = granter;
  }

  lag(id: string): void {
    this.#lag = id;
  }

  /** Another lag, or another session, is looked at. */
  dropLag(): void {
    this.#lag = undefined;
  }

  /** The session is to become what others are compared with. */
  baseline(): void {
    this.#baseline = true;
  }

  function(key: string): void {
    this.#function = key;
  }

  /** Grants what can be granted by now; called when all of the session that is there has come, as lags have their whole length only then. */
  grant(session: PageSession): void {
    const lag = session.lags.find(({ id }) => id === this.#lag);
    if (lag !== undefined) {
      this.#lag = undefined;
      this.#granter.selectLag(lag);
    }
    if (this.#baseline) {
      this.#baseline = false;
      this.#granter.tellBaseline(session);
    }
    const key = this.#function;
    if (key === undefined || session.model.nowUs === 0) return;
    this.#function = undefined;
    this.#granter.showFunction(key, session);
  }
}
