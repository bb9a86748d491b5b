import type { FileHeat } from '../../../core/analysis/source-costs/file-costs.ts';
import { background } from '../../../core/guarded.ts';
import type { AppClasses } from '../../../protocol/page-protocol.ts';
import type { InRoom } from '../../thread/rooms.ts';
import type { SessionThread } from '../../thread/session-thread.ts';
import type { CostAnswers } from './cost-answers.ts';
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
import { unpackHeat } from './packed-heat.ts';

/** A part of a file, or names found for it, which the thread has. */
export interface CostPart {
  /** More is there already. */
  readonly catchingUp: boolean;
}

/** All parts, then names as they are found. */
export type CostParts = (signal: AbortSignal) => AsyncIterable<CostPart>;

/** Costs of a file, computed in the thread that holds it. */
export class CostThread implements CostSource {
  readonly #thread: SessionThread<InRoom<'session', CostAnswers>>;
  readonly #parts: CostParts;
  #hasChanges = true;

  constructor(thread: SessionThread<InRoom<'session', CostAnswers>>, parts: CostParts) {
    this.#thread = thread;
    this.#parts = parts;
  }

  get hasChanges(): boolean {
    return this.#hasChanges;
  }

  async read(news: () => void, signal: AbortSignal): Promise<void> {
    for await (const { catchingUp } of this.#parts(signal)) {
      if (signal.aborted) return;
      this.#hasChanges = true;
      if (!catchingUp) news();
    }
  }

  update(wanted: WantedCosts): Promise<CostFacts> {
    this.#hasChanges = false;
    return this.#thread.ask('session.update', [wanted]);
  }

  watch(source: WantedSource): Promise<void> {
    return this.#thread.ask('session.watch', [source]);
  }

  unwatch(file: number): void {
    // Callers learn that the thread has ended.
    background(this.#thread.ask('session.unwatch', [file]), () => undefined);
  }

  async heat(file: number): Promise<FileHeat> {
    return unpackHeat(await this.#thread.ask('session.heat', [file]));
  }

  callers(of: readonly WatchedLine[], most: number): Promise<NamedCallers> {
    return this.#thread.ask('session.callers', [of, most]);
  }

  cause(of: readonly WatchedLine[], appClasses: AppClasses): Promise<LineCause | undefined> {
    return this.#thread.ask('session.cause', [of, appClasses]);
  }

  paths(name: string, from: number): Promise<NamedPaths> {
    return this.#thread.ask('session.paths', [name, from]);
  }

  /** The thread stays, as others may ask it. */
  close(): void {
    background(this.#thread.ask('session.forget', []), () => undefined);
  }
}
