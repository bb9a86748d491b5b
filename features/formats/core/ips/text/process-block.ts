import type { Use } from '../../import/each-line.ts';
import { importLimits } from '../../import/import-limits.ts';
import { type TreeRow, treeRow } from './tree-row.ts';

/** More rows of one process are counted as skipped. */
export const MOST_ROWS = 500_000;
/** Tells it from lines that only name a thread. */
const THREAD = /^\s{0,20}Thread 0x([0-9a-f]{1,13})\b(.{0,4000})$/;
const QUEUE = /\bDispatchQueue "([^"]{0,500})"/;
const NAME = /\bThread name "([^"]{0,500})"/;
const SAMPLES = /\b(\d{1,9}) samples?(?: \((\d{1,9})(?:-(\d{1,9}))?\))?/;

export interface BlockThread {
  readonly tid: number;
  readonly name: string;
  readonly queue: string;
  /** Of the report's steps, from 1; 0 if unknown. */
  readonly firstStep: number;
  readonly lastStep: number;
  readonly rows: TreeRow[];
}

/** One process of a spindump. */
export class ProcessBlock {
  readonly name: string;
  readonly pid: number;
  readonly threads: BlockThread[] = [];
  readonly imageLines: string[] = [];
  isFront = false;
  isUnresponsive = false;
  /** Its rows have times: “1-49” behind them. */
  isTimeline = false;
  #rows = 0;
  /** The open thread is beyond the bound. */
  #isCut = false;

  constructor(name: string, pid: number) {
    this.name = name;
    this.pid = pid;
  }

  add(line: string): Use {
    const [, tid, facts = ''] = THREAD.exec(line) ?? [];
    if (tid !== undefined) {
      this.#isCut = this.threads.length === importLimits.threads;
      if (this.#isCut) return 'threads beyond the bound';
      const [, , first = '0', last = first] = SAMPLES.exec(facts) ?? [];
      const named = { name: NAME.exec(facts)?.[1] ?? '', queue: QUEUE.exec(facts)?.[1] ?? '' };
      const steps = { firstStep: Number(first), lastStep: Number(last) };
      this.threads.push({ tid: Number.parseInt(tid, 16), ...named, ...steps, rows: [] });
      return true;
    }
    if (line.includes('<') && line.includes('process frontmost')) this.isFront = true;
    if (/^Note: .*\bUnresponsive for /.test(line)) this.isUnresponsive = true;
    const row = treeRow(line);
    if (row === undefined) return isLeftOut(line) || 'lines of no known form';
    if (this.#isCut) return 'calls of threads beyond the bound';
    if (this.#rows === MOST_ROWS) return 'calls beyond 500,000 of a process';
    this.#rows++;
    this.isTimeline ||= line.includes('] ') && /\d-\d{1,9}$/.test(line.slice(-20));
    // Reports of resources have one tree for all threads.
    if (this.threads.length === 0) this.threads.push({ tid: 0, name: 'all threads', queue: '', firstStep: 0, lastStep: 0, rows: [] });
    this.threads.at(-1)?.rows.push(row);
    return true;
  }
}

/** Facts that no session has: `Footprint: 12 MB`, `<process frontmost>`, headings. */
export function isLeftOut(line: string): boolean {
  return /^\s{0,20}(?:<|\*|[A-Z][A-Za-z()/ -]{0,60}:)/.test(line);
}
