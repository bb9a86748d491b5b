import { ALL_TIME, clip, overlapsAny, type TimeRanges } from '../../columns/time-range.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Run } from '../../session/model/run.ts';
import type { Thread } from '../../session/model/thread.ts';
import { StackSums } from '../calls/stack-sums.ts';
import type { Lag } from '../lags/lag.ts';
import { LATE_US, type LagStacks, lagStacks, settledAlike } from '../lags/lag-stacks.ts';
import { visitWork } from '../threads/work-time.ts';
import { type CallerCost, FileCosts, type FileHeat, type LineLag, type RunRange, type RunStack } from './file-costs.ts';
import type { CodeOrigin, FileFunction } from './file-tree.ts';

/** A source file under observation, until `close`. */
export interface WatchedFile {
  heat(): FileHeat;
  /** Callers of a line (from 1) or function, longest first. */
  callers(of: number | FileFunction): readonly CallerCost[];
  /** The lag in which a line (from 1) took most time. */
  worstLag(line: number): LineLag | undefined;
  /** Rows visited, a measure of work. */
  readonly visited: number;
  close(): void;
}

interface Watched {
  costs: FileCosts;
  readonly isHere: (origin: CodeOrigin) => boolean;
  readonly runs: RunRange;
}

const ALL_RUNS: RunRange = { from: 0, to: Number.POSITIVE_INFINITY };

/**
 * Costs of source lines on main threads, live or afterwards. Each sample is visited once; a file watched later is computed from sums of
 * stacks. Waits for messages belong to no line.
 */
export class LineCosts {
  /** Final time taken in. */
  workUs = 0;
  readonly #model: SessionModel;
  readonly #within: TimeRanges;
  readonly #sums = new Map<number, StackSums>();
  readonly #takenUs = new Map<Thread, number>();
  readonly #files = new Set<Watched>();
  readonly #origins: CodeOrigin[] = [];
  #open: RunStack[] = [];
  #lags: LagStacks[] = [];
  #settledLags = 0;
  #names = '';
  /** The last call's lags, while some are left. */
  #unfinished: readonly Lag[] | undefined;

  /** @param within other times are not computed */
  constructor(model: SessionModel, within = ALL_TIME) {
    this.#model = model;
    this.#within = within;
  }

  /**
   * @param lags of the session, by begin
   * @param mostRows bound of visited samples
   * @returns false when data are left
   */
  update(lags: readonly Lag[], mostRows = Number.POSITIVE_INFINITY): boolean {
    this.#takeNames();
    let rows = mostRows;
    for (const run of this.#model.runs) {
      for (const thread of run.threads) {
        if (thread.isMain && rows > 0) rows -= this.#settle(run, thread, rows);
      }
    }
    if (rows > 0) this.#takeOpen();
    const within = this.#within;
    const counted = within === ALL_TIME ? lags : lags.filter(({ beginUs, endUs }) => overlapsAny(within, beginUs, endUs));
    const isWhole = this.#takeLags(counted, rows, lags === this.#unfinished);
    this.#unfinished = isWhole ? undefined : lags;
    for (const { costs } of this.#files) costs.settleLags(this.#lags, this.#settledLags);
    return isWhole;
  }

  /**
   * @param isHere true for origins in this file
   * @param runs that count
   */
  watch(isHere: (origin: CodeOrigin) => boolean, runs = ALL_RUNS): WatchedFile {
    const watched: Watched = { isHere, runs, costs: this.#costsOf(isHere, runs) };
    this.#files.add(watched);
    return {
      heat: () => watched.costs.heat(this.#open, this.#lags),
      callers: (of) => watched.costs.callers(of, (take) => this.#visit(take)),
      worstLag: (line) => watched.costs.worstLag(line, this.#lags),
      get visited() {
        return watched.costs.visited;
      },
      close: () => this.#files.delete(watched),
    };
  }

  #costsOf(isHere: (origin: CodeOrigin) => boolean, runs: RunRange): FileCosts {
    const costs = new FileCosts(this.#model, isHere, runs, this.#origins);
    for (const [run, sums] of this.#sums) costs.addAll(run, sums);
    costs.settleLags(this.#lags, this.#settledLags);
    return costs;
  }

  #takeNames(): void {
    const names = `${this.#model.namesVersion} ${this.#model.classDebug.size}`;
    if (names === this.#names) return;
    this.#names = names;
    for (const watched of this.#files) watched.costs = this.#costsOf(watched.isHere, watched.runs);
  }

  /** Takes final samples; returns their number. */
  #settle(run: Run, thread: Thread, mostRows: number): number {
    const { samples } = thread;
    const beginUs = this.#takenUs.get(thread) ?? 0;
    const beginRow = samples.firstEndingAfter(beginUs);
    // The last row may grow, and ends the row before it.
    const closed = samples.firstEndingAfter(run.nowUs - LATE_US, Math.max(0, samples.length - 1));
    const row = Math.min(closed, beginRow + mostRows) - 1;
    if (row < beginRow) return 0;
    const endUs = samples.endUsAt(row);
    if (endUs <= beginUs) return 0;
    this.#takenUs.set(thread, endUs);
    const sums = this.#sums.get(run.index) ?? new StackSums();
    this.#sums.set(run.index, sums);
    this.#visitWork(thread, beginUs, endUs, ({ node, us, busyShare, blockedShare, readyShare }) => {
      const busyUs = us * busyShare;
      const blockedUs = us * blockedShare;
      const readyUs = us * readyShare;
      sums.add(node, us, busyUs, blockedUs, readyUs);
      this.workUs += us;
      for (const { costs } of this.#files) costs.add(run.index, node, us, busyUs, blockedUs, readyUs);
    });
    return row + 1 - beginRow;
  }

  #visitWork(thread: Thread, beginUs: number, endUs: number, take: Parameters<typeof visitWork>[4]): void {
    for (const part of clip(this.#within, beginUs, endUs)) visitWork(this.#model, thread, part.beginUs, part.endUs, take);
  }

  #takeOpen(): void {
    this.#open = [];
    for (const { threads, index: run } of this.#model.runs) {
      for (const thread of threads) {
        if (!thread.isMain) continue;
        this.#visitWork(
          thread,
          this.#takenUs.get(thread) ?? 0,
          Number.POSITIVE_INFINITY,
          ({ node, us, busyShare, blockedShare, readyShare }) => {
            this.#open.push({ run, node, us, busyUs: us * busyShare, blockedUs: us * blockedShare, readyUs: us * readyShare });
          },
        );
      }
    }
  }

  /** False when some are left. @param goesOn takes those behind the ones of the last call: open lags again would leave no end */
  #takeLags(lags: readonly Lag[], mostRows: number, goesOn: boolean): boolean {
    if (!goesOn) this.#lags.length = settledAlike(this.#lags, lags);
    let rows = mostRows;
    for (const lag of lags.slice(this.#lags.length)) {
      if (rows <= 0) break;
      const stacks = lagStacks(this.#model, lag);
      this.#lags.push(stacks);
      rows -= 1 + stacks.nodes.length;
    }
    const unsettled = this.#lags.findIndex(({ isSettled }) => !isSettled);
    this.#settledLags = unsettled < 0 ? this.#lags.length : unsettled;
    return mostRows > 0 && this.#lags.length === lags.length;
  }

  #visit(take: (run: number, node: number, us: number) => void): void {
    for (const [run, sums] of this.#sums) sums.visit((node, us) => take(run, node, us));
    for (const { run, node, us } of this.#open) take(run, node, us);
  }
}
