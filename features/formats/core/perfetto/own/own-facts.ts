import { float64At, uint8At, uint32At } from '../../../../../core/columns/at.ts';
import { noFloat64, noUint8, noUint32, Table } from '../../../../../core/columns/table.ts';
import { threadState } from '../../../../../core/session/columns/sample-columns.ts';
import { importLimits } from '../../import/import-limits.ts';
import type { ImportTask } from '../../import/profile-reader.ts';
import type { TraceThread, TraceTracks, Track } from '../tracks/trace-tracks.ts';
import type { FactKind, Note } from './fact-names.ts';

/** An event of a category of Laglens' own. */
export interface FactEvent {
  readonly kind: FactKind;
  readonly name: string;
  readonly notes: ReadonlyMap<string, Note>;
  /** Of the builder: of the sample, or of the wait's owner. */
  readonly stack: number;
}

export interface OwnFact extends FactEvent {
  readonly track: Track;
  readonly beginUs: number;
  /** The begin, for an instant. */
  readonly endUs: number;
}

interface OpenFact {
  readonly event: FactEvent;
  readonly atUs: number;
}

const stateNames = Object.keys(threadState).filter((name): name is keyof typeof threadState => Object.hasOwn(threadState, name));

const stateCodes = new Map<string, number>(stateNames.map((name, code) => [name, code]));

/** Facts of a session in a trace that Laglens wrote, by track. */
export class OwnFacts {
  readonly facts: OwnFact[] = [];
  readonly #states = new Map<Track, StateRows>();
  readonly #open = new Map<Track, OpenFact | undefined>();
  readonly #task: ImportTask;
  readonly #tracks: TraceTracks;
  /** Rows of all threads. */
  #rows = 0;

  constructor(task: ImportTask, tracks: TraceTracks) {
    this.#task = task;
    this.#tracks = tracks;
  }

  /** The track has facts, so that its ends are theirs. */
  has(track: Track): boolean {
    return this.#open.has(track);
  }

  begin(track: Track, atUs: number, event: FactEvent): void {
    if (this.#knows(track)) this.#open.set(track, { event, atUs });
  }

  end(track: Track, atUs: number): void {
    const open = this.#open.get(track);
    this.#open.set(track, undefined);
    if (open === undefined) this.#task.report.skipped('ends of slices without a begin');
    else this.#add(track, open.event, open.atUs, Math.max(open.atUs, atUs));
  }

  instant(track: Track, atUs: number, event: FactEvent): void {
    if (!this.#knows(track)) return;
    this.#open.set(track, undefined);
    this.#add(track, event, atUs, atUs);
  }

  /** Tracks beyond the bound of a trace are others each time. */
  #knows(track: Track): boolean {
    if (this.#open.has(track) || this.#open.size < importLimits.threads) return true;
    this.#task.report.skipped('facts of tracks beyond the bound');
    return false;
  }

  #add(track: Track, event: FactEvent, beginUs: number, endUs: number): void {
    this.#tracks.reached(endUs);
    if (event.kind !== 'state') {
      if (this.facts.length < importLimits.facts) this.facts.push({ ...event, track, beginUs, endUs });
      else this.#task.report.skipped('facts beyond the bound');
      return;
    }
    const rows = this.#states.get(track) ?? new StateRows();
    this.#states.set(track, rows);
    const state = stateCodes.get(event.name);
    if (state === undefined) this.#task.report.skipped('samples in unknown states');
    else if (this.#rows === importLimits.samples) this.#task.report.skipped('samples beyond the bound');
    else {
      this.#rows++;
      rows.add(beginUs, endUs, state, event);
    }
  }

  /** A thread has one such fact. */
  ofThreads(): ReadonlyMap<TraceThread, OwnFact> {
    const found = new Map<TraceThread, OwnFact>();
    for (const fact of this.facts) {
      const { thread } = fact.kind === 'thread' ? this.#tracks.ownerOf(fact.track) : {};
      if (thread !== undefined) found.set(thread, fact);
    }
    return found;
  }

  /** By thread, which has one track of states. */
  states(): ReadonlyMap<TraceThread, StateRows> {
    const found = new Map<TraceThread, StateRows>();
    for (const [track, rows] of this.#states) {
      const { thread } = this.#tracks.ownerOf(track);
      if (thread !== undefined) found.set(thread, rows);
    }
    return found;
  }
}

/** True for a fact that says so. */
export function isNoted(fact: OwnFact | undefined, name: string): boolean {
  return fact?.notes.get(name) === 1;
}

export function numberOf({ notes }: FactEvent, name: string): number | undefined {
  const value = notes.get(name);
  return typeof value === 'number' ? value : undefined;
}

export function textIn({ notes }: FactEvent, name: string): string {
  const value = notes.get(name);
  return typeof value === 'string' ? value : '';
}

export interface StateRow {
  readonly beginUs: number;
  readonly endUs: number;
  readonly stack: number;
  readonly state: keyof typeof threadState;
  /** -1 if unknown, as the next. */
  readonly cpuUs: number;
  readonly leadCpuUs: number;
}

/** Samples of one thread, in order. */
class StateRows extends Table {
  beginUs: Float64Array = noFloat64;
  endUs: Float64Array = noFloat64;
  stack: Uint32Array = noUint32;
  state: Uint8Array = noUint8;
  cpuUs: Float64Array = noFloat64;
  leadCpuUs: Float64Array = noFloat64;

  add(beginUs: number, endUs: number, state: number, event: FactEvent): void {
    if (this.length === this.capacity) this.grow();
    const row = this.length++;
    this.beginUs[row] = beginUs;
    this.endUs[row] = endUs;
    this.stack[row] = event.stack;
    this.state[row] = state;
    this.cpuUs[row] = numberOf(event, 'cpu_us') ?? -1;
    this.leadCpuUs[row] = numberOf(event, 'lead_cpu_us') ?? -1;
  }

  *rows(): Generator<StateRow> {
    for (let row = 0; row < this.length; row++) {
      const state = stateNames[uint8At(this.state, row)];
      if (state === undefined) continue;
      const [beginUs, endUs] = [float64At(this.beginUs, row), float64At(this.endUs, row)];
      const [cpuUs, leadCpuUs] = [float64At(this.cpuUs, row), float64At(this.leadCpuUs, row)];
      yield { beginUs, endUs, stack: uint32At(this.stack, row), state, cpuUs, leadCpuUs };
    }
  }
}
