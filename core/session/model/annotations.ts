import type { Message } from '../../wire/schema.ts';
import { MOST_LOG_LINES } from '../limits/model-limits.ts';
import type { SessionBudgets } from '../limits/session-budgets.ts';

export interface Mark {
  /** Session time. */
  readonly atUs: number;
  readonly name: string;
  readonly run: number;
}

export interface LogLine {
  /** 0 debug, 1 info, 2 warning, 3 error. */
  readonly level: number;
  readonly text: string;
  readonly run: number;
}

export class Annotations {
  readonly marks: Mark[] = [];
  /** The newest lines. */
  readonly logs: LogLine[] = [];
  readonly notes = new Map<string, string>();
  readonly #budgets: SessionBudgets;

  constructor(budgets: SessionBudgets) {
    this.#budgets = budgets;
  }

  /** False beyond the bound. */
  mark(name: string, atUs: number, run: number): boolean {
    if (!this.#budgets.marks.takes()) return false;
    this.marks.push({ atUs, name, run });
    return true;
  }

  /** False beyond the bound. */
  note({ key, value }: Message<'note'>): boolean {
    if (!this.notes.has(key) && !this.#budgets.notes.takes()) return false;
    this.notes.set(key, value);
    return true;
  }

  /** Replaces the oldest line beyond the bound. */
  log({ level, text }: Message<'log'>, run: number): void {
    this.logs.push({ level, text, run });
    if (this.logs.length > MOST_LOG_LINES) this.logs.shift();
  }
}

/** Key of a note, set on sessions made of weights that are no times. */
export const UNTIMED = 'untimed';

/** True if the order of samples and their moments say nothing. */
export function isUntimed({ notes }: { readonly notes: ReadonlyMap<string, string> }): boolean {
  return notes.has(UNTIMED);
}
