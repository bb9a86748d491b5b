import { importLimits } from '../import/import-limits.ts';
import { SampleRows } from '../import/sample-rows.ts';
import type { TraceValue } from './trace-values.ts';

/** Tables without ids have a value for each row. */
const MOST_KNOWN = 65_536;

export interface TraceThread {
  readonly tid: number;
  readonly name: string;
  /** Undefined: by its name. */
  readonly isMain: boolean | undefined;
  readonly samples: SampleRows;
  readonly hangs: TraceHang[];
}

export interface TraceHang {
  readonly beginUs: number;
  readonly endUs: number;
  /** Kind as in “Severe Hang”. */
  readonly kind: string;
}

export interface TraceProcess {
  readonly pid: number;
  readonly name: string;
  readonly threads: Map<number, TraceThread>;
  hasMain: boolean;
  /** Count of samples. */
  count: number;
  hangs: number;
  hungUs: number;
}

/** Processes and threads by their ids; a trace of all processes has many. */
export class TraceThreads {
  readonly processes = new Map<number, TraceProcess>();
  #threads = 0;
  /** Threads of rows seen before, by their value. */
  readonly #known = new Map<TraceValue, { readonly process: TraceProcess; readonly thread: TraceThread }>();

  /** More threads are left out. */
  get isFull(): boolean {
    return this.#threads === importLimits.threads;
  }

  /** @param row its parts; undefined for rows of no thread, and of threads beyond the bound */
  of(row: readonly TraceValue[]): { readonly process: TraceProcess; readonly thread: TraceThread } | undefined {
    const value = row.find(({ tag }) => tag === 'thread');
    if (value === undefined) return undefined;
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const pid = pidIn(row);
    const tid = numberIn(value.parts.find(({ tag }) => tag === 'tid'));
    let thread = this.processes.get(pid)?.threads.get(tid);
    if (thread === undefined && this.isFull) return undefined;
    const process = this.#process(pid, processIn(row));
    if (thread === undefined) {
      this.#threads++;
      const name = threadName(value.shown);
      const isMain = /^main thread/i.test(value.shown) || (name === 'main' && !process.hasMain);
      process.hasMain ||= isMain;
      thread = { tid, name, isMain: isMain || undefined, samples: new SampleRows(), hangs: [] };
      process.threads.set(tid, thread);
    }
    const found = { process, thread };
    if (this.#known.size < MOST_KNOWN) this.#known.set(value, found);
    return found;
  }

  /** The process that hung longest, else the one with most samples, without the kernel's own. */
  get chosen(): TraceProcess | undefined {
    return [...this.processes.values()].toSorted(
      (one, other) => other.hungUs - one.hungUs || Number(one.pid === 0) - Number(other.pid === 0) || other.count - one.count,
    )[0];
  }

  #process(pid: number, value: TraceValue | undefined): TraceProcess {
    let process = this.processes.get(pid);
    if (process === undefined) {
      process = {
        pid,
        name: (value?.shown ?? '').replace(/ \(\d{1,9}\)$/, ''),
        threads: new Map(),
        hasMain: false,
        count: 0,
        hangs: 0,
        hungUs: 0,
      };
      this.processes.set(pid, process);
    }
    return process;
  }
}

/** Of the thread's process; 0 if unknown. @param row its parts */
export function pidIn(row: readonly TraceValue[]): number {
  const shown = row.find(({ tag }) => tag === 'thread')?.shown ?? '';
  const [, said = '0'] = /, pid: (\d{1,9})\)$/.exec(shown.slice(-40)) ?? [];
  return numberIn(processIn(row)?.parts.find(({ tag }) => tag === 'pid')) || Number(said);
}

function processIn(row: readonly TraceValue[]): TraceValue | undefined {
  const thread = row.find(({ tag }) => tag === 'thread');
  return thread?.parts.find(({ tag }) => tag === 'process') ?? row.find(({ tag }) => tag === 'process');
}

function numberIn(value: TraceValue | undefined): number {
  return value !== undefined && /^\d{1,15}$/.test(value.text) ? Number(value.text) : 0;
}

/** `Main Thread 0x12aa (Shop, pid: 5)`, `loader (0x149cf37) (Shop, pid: 5)` -> the name before the id. */
function threadName(shown: string): string {
  const end = shown.lastIndexOf(' (');
  const head = end > 0 && shown.endsWith(')') && shown.slice(end).includes('pid: ') ? shown.slice(0, end) : shown;
  return head.replace(/\(?0x[0-9a-f]{1,16}\)?$/i, '').trim();
}
