import { type Lag, LagJudge } from '../../core/analysis/judge.ts';
import { LineCosts } from '../../core/analysis/line-costs.ts';
import { ALL_TIME, isWithin } from '../../core/analysis/stretches.ts';
import { SessionModel } from '../../core/session/model.ts';
import { decodeInSteps } from '../../core/session/replay.ts';
import { Turns } from '../../core/session/turns.ts';
import { nodeTurns } from '../../host/turn-driver.ts';
import type { PageSource } from '../page/page-source.ts';
import type { Selection } from '../page-protocol.ts';

/** Samples or lags of one step: less than a millisecond of either. */
const ROWS_AT_ONCE = 64;

/** Estimated bytes of a session's own model here. The page has another one, with more room; here the newest rows are enough. */
const MODEL_BYTES = 160 << 20;

/** A session that a page shows, as the editors need it: what its lines cost. */
export class HeatSession {
  readonly source: PageSource;
  readonly model: SessionModel;
  readonly #all: LineCosts;
  #selection: Selection | undefined;
  #selected: LineCosts | undefined;
  readonly #judge: LagJudge | undefined;
  readonly #reading = new AbortController();
  readonly #turns: Turns;
  #thresholdUs: number;
  /** Of the judge when it was through. */
  #lags: readonly Lag[] = [];
  /** Reading and judging take their turns one after the other: the model stays as it is while it is judged. */
  #busy: Promise<void> = Promise.resolve();
  #begun = false;
  #takenVersion = -1;

  constructor(source: PageSource, thresholdUs: number, driver = nodeTurns) {
    this.source = source;
    this.#thresholdUs = thresholdUs;
    this.#turns = new Turns(driver, this.#reading.signal);
    this.model = source.model ?? new SessionModel({ bytes: MODEL_BYTES });
    this.#all = new LineCosts(this.model);
    // Who is to blame does not matter for costs, so no class needs to be the app's.
    if (source.model === undefined) this.#judge = new LagJudge(this.model, { thresholdUs, isAppClass: () => false });
  }

  /** Of what is selected, else of all. */
  get costs(): LineCosts {
    return this.#selected ?? this.#all;
  }

  get selection(): Selection | undefined {
    return this.#selection;
  }

  /** Costs are those of a selection from now on, undefined for all; files have to be watched anew. */
  select(selection: Selection | undefined): void {
    this.#selection = selection;
    this.#selected = selection && new LineCosts(this.model, selection.stretches);
    this.#takenVersion = -1;
  }

  /** Of a file as of its last chunk, or of the last `update` behind a change of the threshold. */
  get lags(): readonly Lag[] {
    return this.#judge === undefined ? (this.source.lags ?? []) : this.#lags;
  }

  /** Something came since the last `update`. */
  get hasNews(): boolean {
    return this.#takenVersion !== this.model.version;
  }

  /** When it was recorded, by the clock of the computer that did; 0 unknown. */
  get recordedMs(): number {
    const createdUs = this.model.session?.createdUs ?? this.model.runs[0]?.hello?.wallUs ?? 0;
    return Math.round(createdUs / 1_000);
  }

  /** All work on main threads in what is shown, when there are no lags to go by; undefined when there are. */
  get workUs(): number | undefined {
    const stretches = this.#selection?.stretches ?? ALL_TIME;
    const hasLags = this.lags.some(({ beginUs, endUs }) => isWithin(stretches, beginUs, endUs));
    return hasLags ? undefined : this.costs.workUs;
  }

  setThreshold(thresholdUs: number): void {
    this.#thresholdUs = thresholdUs;
    this.#takenVersion = -1;
  }

  /**
   * Reads a session that no page's model is here of; once, in short turns, until it is disposed.
   * @param news is called when what came can be shown
   * @throws Error of the file: the page says that to the reader
   */
  async read(news: () => void): Promise<void> {
    const { replay } = this.source;
    if (this.#begun || replay === undefined) return;
    this.#begun = true;
    const { signal } = this.#reading;
    try {
      for await (const { data, catchingUp } of replay.call(this.source, signal)) {
        if (signal.aborted) return;
        await this.#alone(async () => {
          await this.#turns.run(decodeInSteps(data, this.model));
          await this.#judgeAll();
        });
        if (!catchingUp) news();
        await this.#turns.pause();
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** Brings the costs up to date, in short turns. */
  async update(): Promise<void> {
    const { signal } = this.#reading;
    try {
      if (this.#judge !== undefined && this.#judge.thresholdUs !== this.#thresholdUs) await this.#alone(() => this.#judgeAll());
      this.#takenVersion = this.model.version;
      while (!this.costs.update(this.lags, ROWS_AT_ONCE)) await this.#turns.pause();
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  dispose(): void {
    this.#reading.abort();
  }

  async #judgeAll(): Promise<void> {
    if (this.#judge === undefined) return;
    await this.#turns.run(this.#judge.setThresholdInSteps(this.#thresholdUs));
    await this.#turns.run(this.#judge.updateInSteps());
    this.#lags = this.#judge.lags;
  }

  /** Rejects as the work does, which waits for the one before it. */
  async #alone(work: () => Promise<void>): Promise<void> {
    const done = this.#busy.then(work);
    this.#busy = done.catch(() => undefined);
    await done;
  }
}
