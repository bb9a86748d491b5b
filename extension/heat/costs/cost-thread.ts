import type { FileHeat } from '../../../core/analysis/source-costs/file-costs.ts';
import { background } from '../../../core/guarded.ts';
import type { AppClasses } from '../../../protocol/page-protocol.ts';
import type { InRoom } from '../../thread/rooms.ts';
import type { SessionThread } from '../../thread/session-thread.ts';
import type { CostAnswers } from './cost-answers.ts';
import type {
  CostFacts,
  CostSource,
  Judging,
  LineCause,
  NamedCallers,
  NamedPaths,
  WantedCosts,
  WantedSource,
  WatchedLine,
} from './cost-questions.ts';
import { unpackHeat } from './packed-heat.ts';

/** A part of a file that decodes alone. */
export interface CostPart {
  /** Moved to the thread; left out if the thread has it. */
  readonly data?: Uint8Array<ArrayBuffer>;
  /** More is there already. */
  readonly catchingUp: boolean;
}

/** All parts, then names as they are found. */
export type CostParts = (judging: () => Judging, signal: AbortSignal) => AsyncIterable<CostPart>;

/** Costs of a file, decoded and computed in its thread. */
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

  async read(judging: () => Judging, news: () => void, signal: AbortSignal): Promise<void> {
    for await (const { data, catchingUp } of this.#parts(judging, signal)) {
      if (signal.aborted) return;
      if (data !== undefined) await this.#thread.ask('session.take', [data, true, { names: false, judging: judging() }], [data.buffer]);
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
