import type { Use } from '../import/each-line.ts';
import { importLimits } from '../import/import-limits.ts';
import type { ImportReport } from '../import/import-report.ts';
import type { SampleState } from '../import/session-builder.ts';
import { pidIn, TraceThreads } from './trace-threads.ts';
import type { TraceValue } from './trace-values.ts';

const NS_PER_US = 1_000;
/** For a table without weights, as that of cycles. */
const USUAL_US = 1_000;
const SAMPLE_TABLES: ReadonlySet<string> = new Set(['time-profile', 'cpu-profile', 'time-sample', 'counters-profile']);
const HANG_TABLES: ReadonlySet<string> = new Set(['potential-hangs', 'hangs']);

const states: ReadonlyMap<string, SampleState> = new Map<string, SampleState>([
  ['running', 'running'],
  ['blocked', 'kernel'],
  ['waiting', 'kernel'],
  ['runnable', 'ready'],
  ['preempted', 'ready'],
  ['suspended', 'suspended'],
]);

/** Rows keep a state as its place in this list. */
const STATES: readonly (SampleState | undefined)[] = [undefined, 'running', 'kernel', 'ready', 'suspended'];

/** Undefined: by the stack. */
export function stateOfRow(place: number): SampleState | undefined {
  return STATES[place];
}

export interface TraceRisk {
  /** 0 if unknown. */
  readonly pid: number;
  readonly atUs: number;
  readonly text: string;
}

/** Rows of an export's tables -> samples, hangs and risks, each with its thread. */
export class TraceRows {
  readonly threads = new TraceThreads();
  readonly risks: TraceRisk[] = [];
  hasWaits = false;
  #samples = 0;
  /** Hangs and risks. */
  #facts = 0;
  readonly #report: ImportReport;

  constructor(report: ImportReport) {
    this.#report = report;
  }

  /** @param table schema of the table, as `time-profile` */
  add(table: string, row: readonly TraceValue[]): Use {
    if (HANG_TABLES.has(table)) return this.#addHang(row);
    if (table === 'hang-risks') return this.#addRisk(row);
    if (SAMPLE_TABLES.has(table) || (table === '' && row.some(({ stack }) => stack !== undefined))) return this.#addSample(row);
    return table === '' ? 'rows of unknown tables' : `rows of the table ${table.slice(0, 100)}`;
  }

  get #missing(): string {
    return this.threads.isFull ? 'of threads beyond the bound' : 'without a thread';
  }

  #addSample(row: readonly TraceValue[]): Use {
    const atUs = timeUs(row, 'sample-time', 'event-time', 'start-time');
    const found = this.threads.of(row);
    const stack = row.find((each) => each.stack !== undefined)?.stack;
    if (atUs === undefined) return 'samples without a time';
    if (found === undefined) return `samples ${this.#missing}`;
    if (stack === undefined) return 'samples without a stack';
    if (this.#samples === importLimits.samples) return 'samples beyond the bound';
    this.#samples++;
    const weightUs = timeUs(row, 'weight');
    if (weightUs === undefined) this.#report.assumed('Samples last a millisecond each: the table has no times of theirs.');
    const state = states.get(row.find(({ tag }) => tag === 'thread-state')?.text.toLowerCase() ?? 'running');
    this.hasWaits ||= state === 'kernel';
    found.thread.samples.add({ beginUs: atUs, endUs: atUs + (weightUs ?? USUAL_US), stack, state: STATES.indexOf(state), cpuUs: -1 });
    found.process.count++;
    return true;
  }

  #addHang(row: readonly TraceValue[]): Use {
    const beginUs = timeUs(row, 'start-time', 'event-time');
    const lastsUs = timeUs(row, 'duration');
    const found = this.threads.of(row);
    if (beginUs === undefined || lastsUs === undefined || lastsUs <= 0) return 'hangs without a time';
    if (found === undefined) return `hangs ${this.#missing}`;
    if (this.#facts === importLimits.facts) return 'hangs beyond the bound';
    this.#facts++;
    const kind = row.find(({ tag }) => tag === 'hang-type');
    found.thread.hangs.push({ beginUs, endUs: beginUs + lastsUs, kind: kind?.text || kind?.shown || 'Hang' });
    found.process.hungUs += lastsUs;
    found.process.hangs++;
    return true;
  }

  #addRisk(row: readonly TraceValue[]): Use {
    const atUs = timeUs(row, 'event-time', 'start-time', 'sample-time');
    if (atUs === undefined) return 'hang risks without a time';
    if (this.#facts === importLimits.facts) return 'hang risks beyond the bound';
    this.#facts++;
    const text = row.find(({ tag }) => tag === 'string' || tag === 'narrative');
    this.risks.push({ pid: pidIn(row), atUs, text: text?.shown || text?.text || '' });
    return true;
  }
}

/** Of the first of these elements that the row has; nanoseconds in the file. */
function timeUs(row: readonly TraceValue[], ...tags: readonly string[]): number | undefined {
  for (const tag of tags) {
    const text = row.find((each) => each.tag === tag)?.text ?? '';
    if (/^\d{1,15}(?:\.\d{1,9})?$/.test(text)) return Number(text) / NS_PER_US;
  }
  return undefined;
}
