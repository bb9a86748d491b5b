import type { SessionBudgets } from '../limits/session-budgets.ts';
import { dropRowsUpTo, type OrderedRows, timeOfShare } from './oldest-rows.ts';

/** Shares of rows dropped at once, since each drop moves the others. Larger if too few are old enough. */
const DROPPED_SHARES = [1 / 8, 1 / 2, 1];
/** Growth before the next drop, as a share of the limit: without old rows, each try is in vain. */
const GROWN_SHARE = 1 / 32;
/** Tables leave at least this share of the limit to rows. */
const LEAST_SHARE = 1 / 8;
/** Columns of a process are kept longer: some judgements take minutes. */
const RUN_COLUMNS_US = 300_000_000;

interface RowOwner {
  readonly rows: number;
  readonly columns: readonly OrderedRows[];
  /** Rows in the budget. */
  countedRows: number;
}

export class KeptRows {
  drops = 0;
  /** Earlier session time may lack rows; 0 before the first drop. */
  keptBeginUs = 0;
  /** No drop below this number of rows. */
  #nextDropRows = 0;
  readonly #budgets: SessionBudgets;
  readonly #threads: readonly RowOwner[];
  readonly #runs: readonly RowOwner[];

  /** @param threads and runs of the growing model */
  constructor(budgets: SessionBudgets, threads: readonly RowOwner[], runs: readonly RowOwner[]) {
    this.#budgets = budgets;
    this.#threads = threads;
    this.#runs = runs;
  }

  countThread(thread: RowOwner): void {
    const { rows, countedRows } = thread;
    if (rows === countedRows) return;
    thread.countedRows = rows;
    this.#add(rows - countedRows);
  }

  /** A sample is one row, and most messages are samples; rows that a tick added are counted with the next fact. */
  countSample(thread: RowOwner): void {
    thread.countedRows++;
    this.#add(1);
  }

  /** As `countThread`, separate for speed: nearly all messages pass there. */
  countRun(run: RowOwner): void {
    const { rows, countedRows } = run;
    run.countedRows = rows;
    this.#add(rows - countedRows);
  }

  #add(rows: number): void {
    const budget = this.#budgets.rows;
    budget.adds(rows);
    const isTight = this.#budgets.bytes.isOver && budget.used > budget.limit * LEAST_SHARE;
    if ((budget.isOver || isTight) && budget.used >= this.#nextDropRows) this.#dropOldest();
  }

  #dropOldest(): void {
    const owners = [...this.#threads, ...this.#runs];
    for (const owner of owners) {
      this.#budgets.rows.adds(owner.rows - owner.countedRows);
      owner.countedRows = owner.rows;
    }
    const threads = this.#threads.flatMap((thread) => thread.columns).filter(({ length }) => length > 0);
    const runs = this.#runs.flatMap((run) => run.columns).filter(({ length }) => length > 0);
    const { rows } = this.#budgets;
    const enough = rows.used * (1 - GROWN_SHARE);
    const left = (): number => owners.reduce((sum, owner) => sum + owner.rows, 0);
    for (const share of DROPPED_SHARES) {
      const keptBeginUs = Math.max(this.keptBeginUs, timeOfShare([...threads, ...runs], share));
      dropRowsUpTo(threads, keptBeginUs);
      dropRowsUpTo(runs, keptBeginUs - RUN_COLUMNS_US);
      // A stream of counters only has no other rows.
      if (left() > enough) dropRowsUpTo(runs, keptBeginUs);
      this.keptBeginUs = keptBeginUs;
      if (left() <= enough) break;
    }
    for (const owner of owners) owner.countedRows = owner.rows;
    const dropped = rows.used - left();
    rows.gives(dropped);
    rows.leaveOut(dropped);
    this.#nextDropRows = rows.used + rows.limit * GROWN_SHARE;
    this.drops++;
  }
}
