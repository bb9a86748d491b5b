import type { FileHeat } from '../../core/analysis/source-costs/file-costs.ts';
import { background } from '../../core/guarded.ts';
import { AskedThread } from '../../host/asked-thread.ts';
import type { AppClasses } from '../../protocol/page-protocol.ts';
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
import type { CostWorkerQuestions } from './cost-worker.ts';
import { unpackHeat } from './packed-heat.ts';

/** V8 heap of the thread; the largest models take 170 MB of it. */
const MEMORY_MB = 288;

/** Costs of a file, decoded and computed in another thread. */
export class CostThread implements CostSource {
  readonly #thread: AskedThread<CostWorkerQuestions>;
  #hasChanges = true;

  constructor(options: { readonly program?: URL; readonly hangMs?: number } = {}) {
    this.#thread = new AskedThread({ program: programUrl(), task: 'works out what lines cost', memoryMb: MEMORY_MB, ...options });
  }

  get hasChanges(): boolean {
    return this.#hasChanges;
  }

  /** Unanswered parts and questions. */
  get waiting(): number {
    return this.#thread.waiting;
  }

  async take(data: Uint8Array<ArrayBuffer>, judging: Judging): Promise<void> {
    await this.#thread.ask('take', [data, judging], [data.buffer]);
    this.#hasChanges = true;
  }

  update(wanted: WantedCosts): Promise<CostFacts> {
    this.#hasChanges = false;
    return this.#thread.ask('update', [wanted]);
  }

  watch(source: WantedSource): Promise<void> {
    return this.#thread.ask('watch', [source]);
  }

  unwatch(file: number): void {
    // Callers learn that the thread has ended.
    background(this.#thread.ask('unwatch', [file]), () => undefined);
  }

  async heat(file: number): Promise<FileHeat> {
    return unpackHeat(await this.#thread.ask('heat', [file]));
  }

  callers(of: readonly WatchedLine[], most: number): Promise<NamedCallers> {
    return this.#thread.ask('callers', [of, most]);
  }

  cause(of: readonly WatchedLine[], appClasses: AppClasses): Promise<LineCause | undefined> {
    return this.#thread.ask('cause', [of, appClasses]);
  }

  paths(name: string, from: number): Promise<NamedPaths> {
    return this.#thread.ask('paths', [name, from]);
  }

  close(): void {
    this.#thread.close();
  }
}

/** Beside this bundle, or beside this file in a checkout. */
function programUrl(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? './cost-worker.ts' : './cost-worker.cjs', import.meta.url);
}
