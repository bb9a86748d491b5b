import { float64At } from '../../columns/at.ts';
import type { Use } from '../import/each-line.ts';
import { importLimits } from '../import/import-limits.ts';
import { field, listField } from '../import/json.ts';
import { idText, writtenNumber } from '../import/written-id.ts';
import type { TraceProfile, TraceThread, TraceThreads } from './trace-threads.ts';

/** Of profiles that begin later in the file: threads write their events in pieces, and the file has them in any order. */
const MOST_EARLY = 4_096;

interface Chunk {
  readonly atUs: number;
  readonly ids: Float64Array;
  readonly deltasUs: Float64Array;
}

interface OpenProfile {
  readonly profile: TraceProfile;
  /** Added to its nodes' ids. */
  readonly base: number;
  readonly startUs: number;
  readonly chunks: Chunk[];
}

/** V8's profiles in a trace: whole ones, and ones in chunks, which other threads than the sampled one write. */
export class TraceProfiles {
  readonly #threads: TraceThreads;
  /** By process and id. */
  readonly #open = new Map<string, OpenProfile>();
  readonly #early = new Map<string, { readonly event: unknown; readonly atUs: number }[]>();
  #earlyCount = 0;
  #count = 0;

  constructor(threads: TraceThreads) {
    this.#threads = threads;
  }

  begin(event: unknown, atUs: number, thread: TraceThread): Use {
    const startUs = writtenNumber(field(field(event, 'args'), 'data'), 'startTime') ?? atUs;
    if (this.#open.size >= importLimits.threads) return 'profiles beyond the bound';
    const made = this.#made(thread, startUs);
    const key = keyOf(event);
    const known = this.#open.get(key);
    if (known !== undefined) this.#lay(known);
    this.#open.set(key, made);
    const early = this.#early.get(key) ?? [];
    this.#early.delete(key);
    this.#earlyCount -= early.length;
    for (const each of early) this.#take(made, each.event, each.atUs);
    return true;
  }

  chunk(event: unknown, atUs: number): Use {
    const key = keyOf(event);
    const open = this.#open.get(key);
    if (open !== undefined) {
      this.#take(open, event, atUs);
      return true;
    }
    if (this.#earlyCount === MOST_EARLY) return 'pieces of profiles without a begin';
    this.#earlyCount++;
    const early = this.#early.get(key);
    if (early === undefined) this.#early.set(key, [{ event, atUs }]);
    else early.push({ event, atUs });
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
    return { profile: thread.profile, base: this.#count++ * 2 ** 32, startUs, chunks: [] };
  }

  #take(open: OpenProfile, event: unknown, atUs: number): void {
    const data = field(field(event, 'args'), 'data');
    const profile = field(data, 'cpuProfile');
    const listed = listField(data, 'timeDeltas');
    this.#add(open, profile, listed.length > 0 ? listed : listField(profile, 'timeDeltas'), atUs);
    open.profile.endUs = writtenNumber(data, 'endTime') ?? open.profile.endUs;
  }

  #add({ profile: { nodes }, base, chunks }: OpenProfile, profile: unknown, deltas: readonly unknown[], atUs: number): void {
    for (const node of listField(profile, 'nodes')) nodes.add(node, base);
    const samples = listField(profile, 'samples');
    const ids = new Float64Array(samples.length);
    const deltasUs = new Float64Array(samples.length);
    let count = 0;
    for (const [index, id] of samples.entries()) {
      const delta = deltas[index];
      if (typeof delta !== 'number' || !Number.isFinite(delta)) this.#threads.report.skipped('samples without a time');
      else if (this.#threads.affords()) {
        ids[count] = typeof id === 'number' ? id + base : Number.NaN;
        deltasUs[count++] = delta;
      }
    }
    if (count > 0) chunks.push({ atUs, ids: ids.subarray(0, count), deltasUs: deltasUs.subarray(0, count) });
  }

  /** A sample's time is counted from the one before, so chunks go in the order in which they were written. */
  #lay({ profile: { samples }, startUs, chunks }: OpenProfile): void {
    let atUs = startUs;
    for (const { ids, deltasUs } of chunks.toSorted((one, other) => one.atUs - other.atUs)) {
      for (let at = 0; at < ids.length; at++) {
        atUs += float64At(deltasUs, at);
        samples.add(atUs, float64At(ids, at));
      }
    }
    chunks.length = 0;
    this.#threads.latestUs = Math.max(this.#threads.latestUs, atUs);
  }
}

function keyOf(event: unknown): string {
  return JSON.stringify([idText(event, 'pid'), idText(event, 'id')]);
}
