import { float64At } from '../../../../core/columns/at.ts';
import { noFloat64, Table } from '../../../../core/columns/table.ts';
import { field, listField } from '../../../../core/text/json-fields.ts';
import { TextTable } from '../held/text-table.ts';
import type { Use } from '../import/each-line.ts';
import { importLimits } from '../import/import-limits.ts';
import { idText, writtenNumber } from '../import/written-id.ts';
import type { TraceProfile, TraceThread, TraceThreads } from './trace-threads.ts';

/** Letters of profiles that begin later in the file: threads write their events in pieces, and the file has them in any order. */
const MOST_EARLY = 64 << 20;

interface EarlyChunk {
  readonly atUs: number;
  /** An event's `args.data`: a text's length is what it takes. */
  readonly data: string;
}

/** Samples of chunks, in the file's order. */
class ChunkRows extends Table {
  /** Time of the sample's chunk. */
  chunkUs: Float64Array = noFloat64;
  node: Float64Array = noFloat64;
  deltaUs: Float64Array = noFloat64;
  #isOrdered = true;

  add(chunkUs: number, node: number, deltaUs: number): void {
    if (this.length === this.capacity) this.grow();
    const row = this.length++;
    this.chunkUs[row] = chunkUs;
    this.node[row] = node;
    this.deltaUs[row] = deltaUs;
    if (row > 0 && float64At(this.chunkUs, row - 1) > chunkUs) this.#isOrdered = false;
  }

  /** Chunks in the order in which they were written. */
  order(): Uint32Array {
    const order = Uint32Array.from({ length: this.length }, (_, row) => row);
    if (this.#isOrdered) return order;
    return order.sort((one, other) => float64At(this.chunkUs, one) - float64At(this.chunkUs, other) || one - other);
  }
}

interface OpenProfile {
  readonly profile: TraceProfile;
  /** Added to its nodes' ids. */
  readonly base: number;
  readonly startUs: number;
  rows: ChunkRows;
}

/** V8's profiles in a trace: whole ones, and ones in chunks, which other threads than the sampled one write. */
export class TraceProfiles {
  readonly #threads: TraceThreads;
  /** Keyed by process and id. */
  readonly #open: TextTable<OpenProfile>;
  readonly #early: TextTable<EarlyChunk[]>;
  #earlyLetters = 0;
  #earlyCount = 0;
  #count = 0;

  constructor(threads: TraceThreads) {
    this.#threads = threads;
    this.#open = new TextTable(threads.held, importLimits.threads);
    this.#early = new TextTable(threads.held, importLimits.threads);
  }

  begin(event: unknown, atUs: number, thread: TraceThread): Use {
    const startUs = writtenNumber(dataOf(event), 'startTime') ?? atUs;
    const key = keyOf(event);
    const known = this.#open.get(key);
    if (known !== undefined) this.#lay(known);
    const made = this.#made(thread, startUs);
    if (!this.#open.set(key, made)) return 'profiles beyond the bound';
    const early = this.#early.get(key) ?? [];
    this.#early.delete(key);
    this.#earlyCount -= early.length;
    for (const { atUs: chunkUs, data } of early) {
      this.#earlyLetters -= data.length;
      this.#take(made, JSON.parse(data), chunkUs);
    }
    return true;
  }

  chunk(event: unknown, atUs: number): Use {
    const key = keyOf(event);
    const open = this.#open.get(key);
    if (open !== undefined) {
      this.#take(open, dataOf(event), atUs);
      return true;
    }
    const chunk = { atUs, data: JSON.stringify(dataOf(event) ?? null) };
    const early = this.#early.get(key) ?? [];
    const fits = this.#earlyLetters + chunk.data.length <= MOST_EARLY && (early.length > 0 || this.#early.set(key, early));
    if (!fits) return 'pieces of profiles without a begin';
    this.#earlyCount++;
    this.#earlyLetters += chunk.data.length;
    early.push(chunk);
    return true;
  }

  whole(profile: unknown, atUs: number, thread: TraceThread): Use {
    const startUs = writtenNumber(profile, 'startTime');
    if (startUs === undefined) return 'profiles without a begin';
    const made = this.#made(thread, startUs);
    this.#add(made, profile, listField(profile, 'timeDeltas'), atUs);
    made.profile.endUs = writtenNumber(profile, 'endTime') ?? made.profile.endUs;
    this.#lay(made);
    return true;
  }

  /** Call it after the last event. */
  finish(): void {
    for (const open of this.#open.values()) this.#lay(open);
    this.#threads.report.skipped('pieces of profiles without a begin', this.#earlyCount);
  }

  #made(thread: TraceThread, startUs: number): OpenProfile {
    if (!thread.isProfiled) {
      this.#threads.report.skipped('samples of threads that V8 sampled', thread.profile?.samples.length ?? 0);
      thread.profile = undefined;
    }
    thread.isProfiled = true;
    thread.profile ??= this.#threads.newProfile();
    // Each profile numbers its nodes from 1.
    return { profile: thread.profile, base: this.#count++ * 2 ** 32, startUs, rows: new ChunkRows() };
  }

  #take(open: OpenProfile, data: unknown, atUs: number): void {
    const profile = field(data, 'cpuProfile');
    const listed = listField(data, 'timeDeltas');
    this.#add(open, profile, listed.length > 0 ? listed : listField(profile, 'timeDeltas'), atUs);
    open.profile.endUs = writtenNumber(data, 'endTime') ?? open.profile.endUs;
  }

  #add({ profile: { nodes }, base, rows }: OpenProfile, profile: unknown, deltas: readonly unknown[], atUs: number): void {
    for (const node of listField(profile, 'nodes')) nodes.add(node, base);
    for (const [index, id] of listField(profile, 'samples').entries()) {
      const delta = deltas[index];
      if (typeof delta !== 'number' || !Number.isFinite(delta)) this.#threads.report.skipped('samples without a time');
      else if (this.#threads.affords()) rows.add(atUs, typeof id === 'number' ? id + base : Number.NaN, delta);
    }
  }

  /** A sample's time is counted from the one before, so chunks go in the order in which they were written. */
  #lay(open: OpenProfile): void {
    const { profile, startUs, rows } = open;
    let atUs = startUs;
    for (const row of rows.order()) {
      atUs += float64At(rows.deltaUs, row);
      profile.samples.add(atUs, float64At(rows.node, row));
    }
    open.rows = new ChunkRows();
    this.#threads.latestUs = Math.max(this.#threads.latestUs, atUs);
  }
}

function dataOf(event: unknown): unknown {
  return field(field(event, 'args'), 'data');
}

function keyOf(event: unknown): string {
  return JSON.stringify([idText(event, 'pid'), idText(event, 'id')]);
}
