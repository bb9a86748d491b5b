import type { Lag } from '../../core/analysis/lags/lag.ts';
import type { RunChoice } from '../../protocol/page-protocol.ts';
import type { PageSession } from '../content/page-session.ts';

/** How wishes come true. */
export interface RequestHandler {
  selectLag(lag: Lag): void;
  /** @param run undefined: to be asked for where there are several */
  sendBaseline(session: PageSession, run: RunChoice | undefined): void;
  /** @param key of a function, as in `core/views` */
  showFunction(key: string, session: PageSession): void;
}

/** What the extension asked the page for, until the session is there in which it can be done. */
export class PendingRequests {
  readonly #handler: RequestHandler;
  /** Id of the lag that a notice leads to. */
  #lag: string | undefined;
  #baseline: { readonly run: RunChoice | undefined } | undefined;
  #function: string | undefined;

  constructor(granter: RequestHandler) {
    this.#handler = granter;
  }

  lag(id: string): void {
    this.#lag = id;
  }

  /** Another lag is looked at. */
  dropLag(): void {
    this.#lag = undefined;
  }

  /** Another session is looked at, of which nothing was asked. */
  drop(): void {
    this.#lag = undefined;
    this.#baseline = undefined;
    this.#function = undefined;
  }

  /** The session, or a run of it, is to become what others are compared with. */
  baseline(run: RunChoice | undefined): void {
    this.#baseline = { run };
  }

  function(key: string): void {
    this.#function = key;
  }

  /** Grants what can be granted by now; called when all of the session that is there has come, as lags have their whole length only then. */
  flush(session: PageSession): void {
    const lag = session.lags.find(({ id }) => id === this.#lag);
    if (lag !== undefined) {
      this.#lag = undefined;
      this.#handler.selectLag(lag);
    }
    if (this.#baseline !== undefined) {
      const { run } = this.#baseline;
      this.#baseline = undefined;
      this.#handler.sendBaseline(session, run);
    }
    const key = this.#function;
    if (key === undefined || session.model.nowUs === 0) return;
    this.#function = undefined;
    this.#handler.showFunction(key, session);
  }
}
