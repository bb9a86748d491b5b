import { numberAt } from '../../../../core/columns/at.ts';
import type { ImportReport } from './import-report.ts';
import type { SessionBuilder } from './session-builder.ts';

/** Beyond, open calls are counted by frame: an end without a begin would search all of them. */
const MOST_SEARCHED = 1_024;

/** Begins and ends of calls of one thread -> times in stacks. */
export class CallEvents {
  readonly #frames: number[] = [];
  /** Stack of each open call. */
  readonly #stacks: number[] = [];
  /** Open calls of each frame; undefined while few calls are open. */
  #counts: Map<number, number> | undefined;
  /** Open calls that are not held. */
  #deeper = 0;
  #at = Number.NEGATIVE_INFINITY;
  readonly #builder: SessionBuilder;
  readonly #report: ImportReport;
  readonly #spent: (begin: number, end: number, stack: number) => void;

  /** @param spent called for each time in one stack, in the events' unit */
  constructor(builder: SessionBuilder, report: ImportReport, spent: (begin: number, end: number, stack: number) => void) {
    this.#builder = builder;
    this.#report = report;
    this.#spent = spent;
  }

  /** Open calls. */
  get depth(): number {
    return this.#frames.length + this.#deeper;
  }

  open(at: number, frame: number): void {
    this.#pass(at);
    // Deeper calls count for their caller.
    if (this.#deeper > 0 || !this.#builder.openCalls.takes()) {
      this.#deeper++;
      this.#report.skipped('calls beyond the bound of open ones');
      return;
    }
    this.#frames.push(frame);
    this.#stacks.push(this.#builder.stack(this.#stacks.at(-1) ?? 0, frame));
    if (this.#counts !== undefined) count(this.#counts, frame, 1);
    else if (this.#frames.length > MOST_SEARCHED) {
      this.#counts = new Map();
      for (const each of this.#frames) count(this.#counts, each, 1);
    }
  }

  /** Calls above that lost their end are closed, too. */
  close(at: number, frame: number): void {
    this.#pass(at);
    if (this.#deeper > 0) {
      this.#deeper--;
      return;
    }
    const opened = this.#counts?.has(frame) === false ? -1 : this.#frames.lastIndexOf(frame);
    if (opened < 0) {
      this.#report.skipped('ends of calls without a begin');
      return;
    }
    this.#report.skipped('ends of calls that are missing', this.#frames.length - 1 - opened);
    if (this.#counts !== undefined)
      for (let at = this.#frames.length - 1; at >= opened; at--) count(this.#counts, numberAt(this.#frames, at), -1);
    this.#builder.openCalls.gives(this.#frames.length - opened);
    this.#frames.length = opened;
    this.#stacks.length = opened;
    if (opened < MOST_SEARCHED / 2) this.#counts = undefined;
  }

  /** For formats whose ends have no name. @returns false where no call is open */
  closeInnermost(at: number): boolean {
    const frame = this.#frames.at(-1);
    if (frame !== undefined) this.close(at, frame);
    return frame !== undefined;
  }

  /** @param at of the profile's end, if known */
  end(at: number | undefined): void {
    if (at !== undefined && this.#frames.length > 0) this.#pass(at);
    this.#report.skipped('ends of calls that are missing', this.#frames.length + this.#deeper);
    this.#deeper = 0;
    this.#builder.openCalls.gives(this.#frames.length);
    this.#frames.length = 0;
    this.#stacks.length = 0;
    this.#counts = undefined;
  }

  #pass(at: number): void {
    if (at < this.#at) this.#report.skipped('begins and ends of calls before their predecessor');
    const stack = this.#stacks.at(-1);
    if (stack !== undefined && at > this.#at) this.#spent(this.#at, at, stack);
    this.#at = Math.max(this.#at, at);
  }
}

function count(counts: Map<number, number>, frame: number, more: number): void {
  const open = (counts.get(frame) ?? 0) + more;
  if (open > 0) counts.set(frame, open);
  else counts.delete(frame);
}
