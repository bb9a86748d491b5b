import type { FileHeat } from '../../core/analysis/source-costs/file-costs.ts';
import { background } from '../../core/guarded.ts';
import { AskedThread } from '../../host/asked-thread.ts';
import type { AppClasses } from '../../protocol/page-protocol.ts';
import { sessionProgram } from '../thread/program.ts';
import type { InRoom } from '../thread/rooms.ts';
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

/** V8 heap of the thread; the largest models take 170 MB of it. */
const MEMORY_MB = 288;

/** Costs of a file, decoded and computed in another thread. */
export class CostThread implements CostSource {
  readonly #thread: AskedThread<InRoom<'costs', CostAnswers>>;
  #hasChanges = true;

  constructor(options: { readonly program?: URL; readonly hangMs?: number } = {}) {
    this.#thread = new AskedThread({ program: sessionProgram(), task: 'works out what lines cost', memoryMb: MEMORY_MB, ...options });
  }

  get hasChanges(): boolean {
    return this.#hasChanges;
  }

  /** Unanswered parts and questions. */
  get waiting(): number {
    return this.#thread.waiting;
  }

  async take(data: Uint8Array<ArrayBuffer>, judging: Judging): Promise<void> {
    await this.#thread.ask('costs.take', [data, judging], [data.buffer]);
    this.#hasChanges = true;
  }

  update(wanted: WantedCosts): Promise<CostFacts> {
    this.#hasChanges = false;
    return this.#thread.ask('costs.update', [wanted]);
  }

  watch(source: WantedSource): Promise<void> {
    return this.#thread.ask('costs.watch', [source]);
  }

  unwatch(file: number): void {
    // Callers learn that the thread has ended.
    background(this.#thread.ask('costs.unwatch', [file]), () => undefined);
  }

  async heat(file: number): Promise<FileHeat> {
    return unpackHeat(await this.#thread.ask('costs.heat', [file]));
  }

  callers(of: readonly WatchedLine[], most: number): Promise<NamedCallers> {
    return this.#thread.ask('costs.callers', [of, most]);
  }

  cause(of: readonly WatchedLine[], appClasses: AppClasses): Promise<LineCause | undefined> {
    return this.#thread.ask('costs.cause', [of, appClasses]);
  }

  paths(name: string, from: number): Promise<NamedPaths> {
    return this.#thread.ask('costs.paths', [name, from]);
  }

  close(): void {
    this.#thread.close();
  }
}
