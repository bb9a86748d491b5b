import type { Lag } from '../../../core/analysis/lags/lag.ts';
import type { FileHeat } from '../../../core/analysis/source-costs/file-costs.ts';
import { Turns } from '../../../core/session/file/turns.ts';
import type { SessionModel } from '../../../core/session/model/model.ts';
import { nodeTurns } from '../../../host/turn-driver.ts';
import type { AppClasses } from '../../../protocol/page-protocol.ts';
import type {
  CostFacts,
  CostSource,
  LineCause,
  NamedCallers,
  NamedPaths,
  WantedCosts,
  WantedSource,
  WatchedLine,
} from './cost-questions.ts';
import { SessionCosts } from './session-costs.ts';

/** Costs of a running capture, in short turns, as its model is in this thread. */
export class LiveCosts implements CostSource {
  readonly #costs: SessionCosts;
  readonly #closing = new AbortController();
  readonly #turns: Turns;
  #takenVersion = -1;

  constructor(live: { readonly model: SessionModel; lags(): readonly Lag[] }, driver = nodeTurns) {
    this.#costs = new SessionCosts(live);
    this.#turns = new Turns(driver, this.#closing.signal);
  }

  get hasChanges(): boolean {
    return this.#takenVersion !== this.#costs.model.version;
  }

  async read(): Promise<void> {}

  update(wanted: WantedCosts): Promise<CostFacts> {
    this.#takenVersion = this.#costs.model.version;
    return this.#turns.run(this.#costs.update(wanted));
  }

  async watch(source: WantedSource): Promise<void> {
    this.#costs.watch(source);
  }

  unwatch(file: number): void {
    this.#costs.unwatch(file);
  }

  async heat(file: number): Promise<FileHeat> {
    return this.#costs.heat(file);
  }

  async callers(of: readonly WatchedLine[], most: number): Promise<NamedCallers> {
    return this.#costs.callers(of, most);
  }

  async cause(of: readonly WatchedLine[], appClasses: AppClasses): Promise<LineCause | undefined> {
    return this.#costs.cause(of, appClasses);
  }

  async paths(name: string, from: number): Promise<NamedPaths> {
    return this.#costs.paths(name, from);
  }

  close(): void {
    this.#closing.abort();
  }
}
