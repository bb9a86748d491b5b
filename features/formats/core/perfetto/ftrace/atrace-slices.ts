import { Slices } from '../../chrome/slices.ts';
import { TextTable } from '../../held/text-table.ts';
import { importLimits } from '../../import/import-limits.ts';
import type { ImportTask } from '../../import/profile-reader.ts';
import type { TraceThread, TraceTracks } from '../tracks/trace-tracks.ts';
import { type AtraceMark, atraceMark } from './atrace-mark.ts';

/** Rows of asynchronous slices, and open slices. */
const MOST_ROWS = 4_096;
const MOST_OPEN = 65_536;

/** Asynchronous slices of one name in one process. */
export interface AtraceRow {
  readonly pid: number;
  readonly name: string;
  readonly slices: Slices;
}

/** Android's trace sections, which threads print: nested ones of their thread, asynchronous ones of their process. */
export class AtraceSlices {
  readonly rows: TextTable<AtraceRow>;
  readonly #open: TextTable<{ readonly atUs: number; readonly frame: number }>;
  /** Threads by thread id, as far as they began a slice. */
  readonly #threads = new Map<number, TraceThread>();
  readonly #task: ImportTask;
  readonly #tracks: TraceTracks;
  readonly #frameOf: (name: string) => number;

  /** @param frameOf a frame for a slice's name */
  constructor(task: ImportTask, tracks: TraceTracks, frameOf: (name: string) => number) {
    this.#task = task;
    this.rows = new TextTable(task.builder.held, MOST_ROWS);
    this.#open = new TextTable(task.builder.held, MOST_OPEN);
    this.#tracks = tracks;
    this.#frameOf = frameOf;
  }

  /** @param tid of the thread that printed the text */
  add(tid: number, atUs: number, text: string): void {
    const mark = atraceMark(text);
    if (mark === undefined) this.#task.report.skipped('printed lines of other kinds');
    else this.#take(mark, tid, atUs);
  }

  #take(mark: AtraceMark, tid: number, atUs: number): void {
    switch (mark.type) {
      case 'begin': {
        const thread = this.#tracks.thread(mark.pid, tid);
        if (this.#threads.size < importLimits.threads || this.#threads.has(tid)) this.#threads.set(tid, thread);
        if (this.#affords(thread, atUs)) thread.slices.begin(atUs, this.#frameOf(mark.name));
        return;
      }
      case 'end': {
        const thread = this.#threads.get(tid) ?? this.#tracks.thread(mark.pid, tid);
        if (this.#affords(thread, atUs)) thread.slices.end(atUs);
        return;
      }
      case 'asyncBegin':
        this.#begin(mark, atUs);
        return;
      case 'asyncEnd':
        this.#end(mark, atUs);
        return;
      case 'counter':
        this.#task.report.skipped('values of counters');
        return;
      case 'instant':
        this.#task.report.skipped('instant events of threads');
    }
  }

  #affords(thread: TraceThread, atUs: number): boolean {
    if (!this.#tracks.affords(atUs)) return false;
    thread.rows++;
    thread.atraceRows++;
    return true;
  }

  #begin({ pid, row, name, cookie }: AtraceMark & { type: 'asyncBegin' }, atUs: number): void {
    const frame = this.#frameOf(name);
    if (!this.#open.set(`${pid}|${row}|${cookie}`, { atUs, frame })) this.#task.report.skipped('asynchronous slices beyond the bound');
  }

  #end({ pid, row, cookie }: AtraceMark & { type: 'asyncEnd' }, atUs: number): void {
    const key = `${pid}|${row}|${cookie}`;
    const begun = this.#open.get(key);
    this.#open.delete(key);
    if (begun === undefined) {
      this.#task.report.skipped('ends of slices without a begin');
      return;
    }
    if (!this.#tracks.affords(atUs)) return;
    const known = this.rows.get(`${pid}|${row}`) ?? { pid, name: this.#task.builder.held.copyOf(row), slices: new Slices() };
    if (this.rows.set(`${pid}|${row}`, known)) known.slices.complete(begun.atUs, Math.max(begun.atUs, atUs), begun.frame);
    else this.#task.report.skipped('asynchronous slices beyond the bound');
  }

  /** Asynchronous slices that last are left out. */
  finish(): void {
    this.#task.report.skipped('ends of slices that are missing', this.#open.size);
  }
}
