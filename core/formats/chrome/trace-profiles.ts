import type { Use } from '../import/each-line.ts';
import { importLimits } from '../import/import-limits.ts';
import { field, listField } from '../import/json.ts';
import { idText, writtenNumber } from '../import/written-id.ts';
import type { TraceProfile, TraceThread, TraceThreads } from './trace-threads.ts';

interface OpenProfile {
  readonly profile: TraceProfile;
  readonly base: number;
  /** Of the last sample. */
  atUs: number;
}

/** V8's profiles in a trace: whole ones, and ones in chunks, which other threads than the sampled one write. */
export class TraceProfiles {
  readonly #threads: TraceThreads;
  /** By process and id. */
  readonly #open = new Map<string, OpenProfile>();
  #count = 0;

  constructor(threads: TraceThreads) {
    this.#threads = threads;
  }

  begin(event: unknown, atUs: number, thread: TraceThread): Use {
    const startUs = writtenNumber(field(field(event, 'args'), 'data'), 'startTime') ?? atUs;
    const made = { profile: this.#of(thread), base: this.#nextBase(), atUs: startUs };
    if (this.#open.size >= importLimits.threads) return 'profiles beyond the bound';
    this.#open.set(keyOf(event), made);
    return true;
  }

  chunk(event: unknown): Use {
    const open = this.#open.get(keyOf(event));
    if (open === undefined) return 'samples of a profile without a begin';
    const data = field(field(event, 'args'), 'data');
    const profile = field(data, 'cpuProfile');
    const listed = listField(data, 'timeDeltas');
    open.atUs = this.#samples(open, profile, listed.length > 0 ? listed : listField(profile, 'timeDeltas'));
    open.profile.endUs = writtenNumber(data, 'endTime') ?? open.profile.endUs;
    return true;
  }

  whole(profile: unknown, thread: TraceThread): Use {
    const startUs = writtenNumber(profile, 'startTime');
    if (startUs === undefined) return 'profiles without a begin';
    const own = this.#of(thread);
    this.#samples({ profile: own, base: this.#nextBase(), atUs: startUs }, profile, listField(profile, 'timeDeltas'));
    own.endUs = writtenNumber(profile, 'endTime') ?? own.endUs;
    return true;
  }

  #of(thread: TraceThread): TraceProfile {
    if (!thread.isProfiled) {
      this.#threads.report.skipped('samples of threads that V8 sampled', thread.profile?.samples.length ?? 0);
      thread.profile = undefined;
    }
    thread.isProfiled = true;
    thread.profile ??= this.#threads.newProfile();
    return thread.profile;
  }

  /** Each profile numbers its nodes from 1. */
  #nextBase(): number {
    return this.#count++ * 2 ** 32;
  }

  /** @returns time of the last sample */
  #samples({ profile: { nodes, samples }, base, atUs: fromUs }: OpenProfile, profile: unknown, deltas: readonly unknown[]): number {
    const { report } = this.#threads;
    for (const node of listField(profile, 'nodes')) nodes.add(node, base);
    let atUs = fromUs;
    for (const [index, id] of listField(profile, 'samples').entries()) {
      const delta = deltas[index];
      if (typeof delta !== 'number' || !Number.isFinite(delta)) {
        report.skipped('samples without a time');
        continue;
      }
      atUs += delta;
      if (typeof id !== 'number') report.skipped('samples without a node');
      else if (this.#threads.affords()) samples.add(atUs, id + base);
    }
    this.#threads.latestUs = Math.max(this.#threads.latestUs, atUs);
    return atUs;
  }
}

function keyOf(event: unknown): string {
  return JSON.stringify([idText(event, 'pid'), idText(event, 'id')]);
}
