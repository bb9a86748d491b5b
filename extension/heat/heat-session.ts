import { DEFAULT_LIMITS } from '../../core/analysis/lags/app-limits.ts';
import type { FileHeat, RunRange } from '../../core/analysis/source-costs/file-costs.ts';
import type { AppClasses } from '../../protocol/page-protocol.ts';
import type { Selection } from '../../protocol/parse-from-page.ts';
import type { PageSource } from '../page/page-source.ts';
import type { SourceKey } from '../sources/source-document.ts';
import type { CostFacts, CostSource, Judging, LineCause, NamedCallers, NamedPaths, WatchedLine } from './costs/cost-questions.ts';
import { LiveCosts } from './costs/live-costs.ts';

const NO_FACTS: CostFacts = { recordedMs: 0, runs: 0, samples: 0, lags: 0, workUs: undefined };
const NO_HEAT: FileHeat = { lines: [], functions: [] };

/** A source under computation, until `close` or another selection. */
export interface HeatWatch {
  readonly file: number;
  readonly isCurrent: boolean;
  heat(): Promise<FileHeat>;
  close(): void;
}

/** Line costs of a session on a page. After a failure all costs are none. */
export class HeatSession {
  readonly source: PageSource;
  readonly #costs: CostSource;
  readonly #failed: (error: unknown) => void;
  readonly #reading = new AbortController();
  #selection: Selection | undefined;
  #selections = 0;
  /** Value at the last `update`; a difference ends watches. */
  #updatedSelections = 0;
  #facts = NO_FACTS;
  #files = 0;
  #isStale = true;
  #hasBegun = false;
  #hasFailed = false;

  /**
   * @param failed receives only the first error
   * @param costs replaced by tests
   */
  constructor(source: PageSource, failed: (error: unknown) => void, costs = costsOf(source)) {
    this.source = source;
    this.#failed = failed;
    this.#costs = costs;
  }

  get selection(): Selection | undefined {
    return this.#selection;
  }

  /** Selects what costs count from the next `update` on; sources must be watched again. */
  select(selection: Selection | undefined): void {
    this.#selection = selection;
    this.#selections++;
    this.#isStale = true;
  }

  get facts(): CostFacts {
    return this.#facts;
  }

  get hasChanges(): boolean {
    return this.#isStale || this.#costs.hasChanges;
  }

  /** Makes the next update use the source's threshold and limits. */
  judgingChanged(): void {
    this.#isStale = true;
  }

  /**
   * Reads a session without a model here, once, part by part.
   * @param news called when there is something to show
   */
  async read(news: () => void): Promise<void> {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    try {
      await this.#costs.read(news, this.#reading.signal);
    } catch (error) {
      this.#fail(error);
    }
  }

  async update(): Promise<void> {
    this.#isStale = false;
    this.#updatedSelections = this.#selections;
    const selection = { number: this.#selections, ranges: this.#selection?.ranges };
    this.#facts = await this.#known(this.#costs.update({ ...this.#judging, selection }), NO_FACTS);
  }

  /**
   * @param runs runs that count
   * @param lines number of lines in the source
   */
  watch(key: SourceKey, runs: RunRange, lines: number): HeatWatch {
    const file = ++this.#files;
    const selections = this.#updatedSelections;
    const isCurrent = (): boolean => this.#selections === selections;
    const begun = this.#known(this.#costs.watch({ file, key, runs, lines }), undefined);
    return {
      file,
      get isCurrent() {
        return isCurrent();
      },
      heat: async () => {
        await begun;
        return this.#known(this.#costs.heat(file), NO_HEAT);
      },
      close: () => this.#costs.unwatch(file),
    };
  }

  callers(of: readonly WatchedLine[], most: number): Promise<NamedCallers> {
    return this.#known(this.#costs.callers(of, most), { first: [], count: 0 });
  }

  /** Why the lag lagged in which these joined lines took most time. */
  cause(of: readonly WatchedLine[], appClasses: AppClasses): Promise<LineCause | undefined> {
    return this.#known(this.#costs.cause(of, appClasses), undefined);
  }

  /** Native paths with a name, from a row of methods on. */
  paths(name: string, from: number): Promise<NamedPaths> {
    return this.#known(this.#costs.paths(name, from), { paths: [], next: from, isAll: true });
  }

  dispose(): void {
    this.#reading.abort();
    this.#costs.close();
  }

  get #judging(): Judging {
    const { thresholdUs, limits = DEFAULT_LIMITS } = this.source;
    return { thresholdUs, limits };
  }

  async #known<T>(asked: Promise<T>, otherwise: T): Promise<T> {
    try {
      return await asked;
    } catch (error) {
      this.#fail(error);
      return otherwise;
    }
  }

  #fail(error: unknown): void {
    if (this.#hasFailed || this.#reading.signal.aborted) return;
    this.#hasFailed = true;
    this.#failed(error);
  }
}

function costsOf(source: PageSource): CostSource {
  const { model } = source;
  if (model !== undefined) return new LiveCosts({ model, lags: () => source.lags ?? [] });
  if (source.openCosts === undefined) throw new Error(`${source.about.session} has neither a model nor a thread.`);
  return source.openCosts();
}
