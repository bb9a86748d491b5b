import type { SessionBudgets } from '../limits/session-budgets.ts';
import { dropRowsUpTo, type OrderedRows, timeOfShare } from './oldest-rows.ts';

/** Part of all rows that goes when there are too many: each time costs a move of the others. More, where too few are old enough. */
const DROPPED_SHARES = [1 / 8, 1 / 2, 1];
/** Part of their limit by which rows grow before others go again: where no column has old ones, trying each time would take for ever. */
const GROWN_SHARE = 1 / 32;
/** Tables never take so much memory that fewer rows than this share of their limit are left. */
const LEAST_SHARE = 1 / 8;
/** Columns of a whole process go back further than those of threads: what is judged from them takes minutes. */
const RUN_COLUMNS_US = 300_000_000;

/** A thread or a run with its columns. */
interface RowOwner {
  readonly rows: number;
  readonly columns: readonly OrderedRows[];
  /** Rows that are in the budget. */
  countedRows: number;
}

/** Counts the rows of a model, and drops the oldest ones when there are too many. */
export class KeptRows {
  /** How often old rows went. */
  drops = 0;
  /** Session time up to which rows may be missing, 0 while none are. */
  keptBeginUs = 0;
  /** With fewer rows none go. */
  #nextDropRows = 0;
  readonly #budgets: SessionBudgets;
  readonly #threads: readonly RowOwner[];
  readonly #runs: readonly RowOwner[];

  /** @param threads and runs of the model, which grow with it */
  constructor(budgets: SessionBudgets, threads: readonly RowOwner[], runs: readonly RowOwner[]) {
    this.#budgets = budgets;
    this.#threads = threads;
    this.#runs = runs;
  }

  /** Counts the rows that a message added to a thread. */
  countThread(thread: RowOwner): void {
    const { rows, countedRows } = thread;
    if (rows === countedRows) return;
    thread.countedRows = rows;
    this.#add(rows - countedRows);
  }

  /** As `countThread`, apart from it: nearly all messages pass there, and one kind of object keeps it fast. */
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
      // Of a stream of nothing but counters these go.
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
