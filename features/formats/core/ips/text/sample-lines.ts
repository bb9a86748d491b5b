import { measuredUs } from '../../field/measured.ts';
import type { Use } from '../../import/each-line.ts';
import { importLimits } from '../../import/import-limits.ts';
import { MOST_ROWS } from './process-block.ts';
import { sampleLine, samplePlace } from './sample-row.ts';
import type { TextFields } from './text-fields.ts';
import type { TextImages } from './text-images.ts';
import type { TreeRow } from './tree-row.ts';

const ANALYSIS = 'Analysis of sampling ';
const EVERY = ') every ';
const THREAD = 'Thread_';
const QUEUE = 'DispatchQueue_';

export interface SampledThread {
  readonly tid: number;
  readonly name: string;
  readonly queue: string;
  /** Samples of the thread. */
  count: number;
  readonly rows: TreeRow[];
}

/** True for the begin of a text that macOS' `sample` wrote, or “Sample Process” of Activity Monitor. */
export function isSampleText(begin: string): boolean {
  return new RegExp(`^${ANALYSIS}`, 'm').test(begin) || /^Analysis Tool:\s{1,50}\S{0,500}\bsample\s{0,5}$/m.test(begin);
}

/** Lines of `sample`'s output: a call graph for each thread, sums that repeat it, libraries. */
export class SampleLines {
  readonly threads: SampledThread[] = [];
  /** Undefined if the first line does not name it. */
  intervalUs: number | undefined;
  readonly #fields: TextFields;
  readonly #images: TextImages;
  #section: 'head' | 'graph' | 'sums' | 'images' = 'head';
  /** Threads begin here, calls right of it. */
  #threadColumn = -1;
  #rows = 0;
  #open: SampledThread | undefined;
  readonly #byId = new Map<number, SampledThread>();

  constructor(fields: TextFields, images: TextImages) {
    this.#fields = fields;
    this.#images = images;
  }

  /** True once a call graph is behind. */
  get isWhole(): boolean {
    return this.#section === 'sums' || this.#section === 'images';
  }

  add(line: string): Use {
    if (line.trim() === '') return true;
    if (line.startsWith('Call graph:')) this.#section = 'graph';
    else if (line.startsWith('Total number in stack') || line.startsWith('Sort by top of stack')) this.#section = 'sums';
    else if (line.startsWith('Binary Images:')) this.#section = 'images';
    else if (this.#section === 'graph') return this.#addRow(line);
    else if (this.#section === 'images') return this.#images.addLine(line) || 'lines of the list of libraries';
    else if (this.#section === 'head') return this.#addHead(line);
    return true;
  }

  #addHead(line: string): Use {
    if (line.startsWith(ANALYSIS)) {
      const at = line.lastIndexOf(EVERY);
      if (at >= 0) this.intervalUs = measuredUs(line.slice(at + EVERY.length));
      return true;
    }
    return this.#fields.add(line) || line.includes(':') || line.startsWith('----') || 'lines of no known form';
  }

  /** A thread that ran in several queues has a graph for each. */
  #beginThread(facts: Pick<SampledThread, 'tid' | 'name' | 'queue'>, count: number): Use {
    this.#open = facts.tid === 0 ? undefined : this.#byId.get(facts.tid);
    if (this.#open !== undefined) {
      this.#open.count += count;
      return true;
    }
    if (this.threads.length === importLimits.threads) return 'threads beyond the bound';
    this.#open = { ...facts, count, rows: [] };
    this.threads.push(this.#open);
    this.#byId.set(facts.tid, this.#open);
    return true;
  }

  #addRow(line: string): Use {
    const parts = sampleLine(line);
    if (parts === undefined) return 'lines of no known form';
    const { column, count, rest } = parts;
    if (this.#threadColumn < 0 || column <= this.#threadColumn) {
      this.#threadColumn = column;
      return this.#beginThread(threadFacts(rest), count);
    }
    if (this.#open === undefined) return 'calls of threads beyond the bound';
    if (this.#rows === MOST_ROWS) return 'calls beyond 500,000 of a process';
    this.#rows++;
    this.#open.rows.push({ column, count, isKernel: false, state: undefined, waitsFor: 0, ...samplePlace(rest) });
    return true;
  }
}

/** `Thread_100: loader   DispatchQueue_1: com.apple.main-thread  (serial)` */
function threadFacts(text: string): Pick<SampledThread, 'tid' | 'name' | 'queue'> {
  const at = text.indexOf(QUEUE);
  const head = (at < 0 ? text : text.slice(0, at)).trim();
  const [label = '', ...names] = head.split(':');
  const [, digits = '0'] = label.startsWith(THREAD) ? (/^(\d{1,15})$/.exec(label.slice(THREAD.length)) ?? []) : [];
  const queue = at < 0 ? '' : text.slice(at).replace(/ {2}\([a-z]{1,20}\)$/, '');
  const colon = queue.indexOf(': ');
  const isThread = label.startsWith(THREAD);
  return { tid: Number(digits), name: (isThread ? names.join(':') : head).trim(), queue: colon < 0 ? '' : queue.slice(colon + 2).trim() };
}
