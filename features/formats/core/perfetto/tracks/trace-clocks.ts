import type { ProtoReader } from '../../protobuf/proto-reader.ts';
import { builtinClock, clockField, snapshotField } from './trace-fields.ts';

/** Ids 64 to 127 mean another clock on each sequence. */
const FIRST_OF_SEQUENCE = 64;
const FIRST_GLOBAL = 128;
/** Snapshots per clock, and clocks; a snapshot each 10 s lasts for days. */
const MOST = 65_536;

interface Reading {
  readonly atNs: number;
  readonly traceNs: number;
}

interface Clock {
  /** Readings of snapshots, in the file's order. */
  readonly readings: Reading[];
  readonly isIncremental: boolean;
  readonly unitNs: number;
  /** Incremental ones: time of the last packet. */
  lastNs: number;
}

/** Times of packets on their clocks -> nanoseconds of the trace's clock, by snapshots of all clocks at one moment. */
export class TraceClocks {
  readonly #clocks = new Map<string, Clock>();
  #primary: number = builtinClock.boottime;
  /** Nanoseconds since 1970 minus the trace's time; undefined if unknown. */
  wallOffsetNs: number | undefined;

  snapshot(reader: ProtoReader, sequence: number): void {
    const read: { readonly id: number; readonly isIncremental: boolean; readonly unitNs: number; readonly atNs: number }[] = [];
    while (reader.next()) {
      if (reader.field === snapshotField.primary) this.#primary = reader.unsigned() || this.#primary;
      if (reader.field !== snapshotField.clocks || read.length === MOST) continue;
      const clock = reader.message();
      let [id, timestamp, isIncremental, unitNs] = [0, 0, false, 1];
      while (clock.next()) {
        if (clock.field === clockField.id) id = clock.unsigned();
        else if (clock.field === clockField.timestamp) timestamp = clock.unsigned();
        else if (clock.field === clockField.isIncremental) isIncremental = clock.unsigned() !== 0;
        else if (clock.field === clockField.unitNs) unitNs = clock.unsigned() || 1;
      }
      read.push({ id, isIncremental, unitNs, atNs: timestamp * unitNs });
    }
    const traceNs = this.#traceTimeOf(read, sequence);
    if (traceNs === undefined) return;
    for (const { id, atNs, ...kind } of read) {
      if (id === builtinClock.realtime) this.wallOffsetNs ??= atNs - traceNs;
      const key = keyOf(id, sequence);
      const clock = this.#clocks.get(key) ?? { readings: [], ...kind, lastNs: atNs };
      clock.lastNs = atNs;
      if (clock.readings.length < MOST) clock.readings.push({ atNs, traceNs });
      if (this.#clocks.size < MOST) this.#clocks.set(key, clock);
    }
  }

  /** Undefined for a clock without a snapshot. Moves an incremental clock on. */
  traceNs(timestamp: number, id: number | undefined, sequence: number): number | undefined {
    const asked = id ?? this.#primary;
    const clock = this.#clocks.get(keyOf(asked, sequence));
    // A trace of one clock needs no snapshots.
    if (clock === undefined) return asked === this.#primary ? timestamp : undefined;
    const atNs = timestamp * clock.unitNs + (clock.isIncremental ? clock.lastNs : 0);
    if (clock.isIncremental) clock.lastNs = atNs;
    if (asked === this.#primary) return atNs;
    const nearest = nearestBefore(clock.readings, atNs);
    return nearest === undefined ? undefined : nearest.traceNs + atNs - nearest.atNs;
  }

  /** To be added to a clock's nanoseconds near a time; undefined as in `traceNs`. */
  offsetNs(id: number, atNs: number): number | undefined {
    const traceNs = this.traceNs(atNs, id, 0);
    return traceNs === undefined ? undefined : traceNs - atNs;
  }

  /** Of old events and streaming profiles, whose clock is fixed. */
  ofMonotonicUs(atUs: number): number {
    return (this.traceNs(atUs * 1_000, builtinClock.monotonic, 0) ?? atUs * 1_000) / 1_000;
  }

  /** The primary clock of a snapshot, else any that earlier snapshots tie to it. */
  #traceTimeOf(read: readonly { readonly id: number; readonly atNs: number }[], sequence: number): number | undefined {
    const primary = read.find(({ id }) => id === this.#primary);
    if (primary !== undefined) return primary.atNs;
    for (const { id, atNs } of read) {
      const nearest = nearestBefore(this.#clocks.get(keyOf(id, sequence))?.readings ?? [], atNs);
      if (nearest !== undefined) return nearest.traceNs + atNs - nearest.atNs;
    }
    return undefined;
  }
}

/** The last reading that is not later, else the first. */
function nearestBefore(readings: readonly Reading[], atNs: number): Reading | undefined {
  let [low, high] = [0, readings.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((readings[middle]?.atNs ?? 0) <= atNs) low = middle + 1;
    else high = middle;
  }
  return readings[Math.max(0, low - 1)];
}

function keyOf(id: number, sequence: number): string {
  return id >= FIRST_OF_SEQUENCE && id < FIRST_GLOBAL ? `${sequence} ${id}` : `${id}`;
}
