import type { ImportReport } from '../../import/import-report.ts';

/** Fewer bytes of one kind are not worth a sentence. */
const SHARE = 0.01;
/** Different unknown fields that are counted. */
const MOST_UNKNOWN = 1_000;
/** In place of the number of a field beyond them. */
const OTHERS = 'others';
/** Numbers of unknown fields that are named. */
const MOST_NAMED = 5;

/** Fields of a packet that are left out on purpose, by protos/perfetto/trace/trace_packet.proto of version 58. */
const leftOut: ReadonlyMap<number, string> = new Map([
  ...named('settings of the recording', 33, 46, 72, 82, 90, 109, 113, 124, 125, 126, 134),
  ...named('facts of the recorder itself', 3, 35, 36, 49, 69, 79, 87, 89, 98),
  ...named('samples of memory', 37, 68, 71, 73, 74, 75),
  ...named('dumps of the heap', 56, 131),
  ...named('counts of the system', 7, 9, 38, 40, 67, 77, 91, 115, 116, 119),
  ...named('facts of the device', 4, 45, 48, 51, 70, 78, 83, 84, 86, 107, 110, 111, 123, 127, 130),
  ...named('logs', 39, 104, 105, 132),
  ...named('packets of networks', 88, 92, 114),
  ...named('events of the GPU', 52, 53, 57, 62, 63, 65, 128, 129),
  ...named('events of other kernels', 95, 117, 118, 120, 122),
  ...named('Chrome’s old events', 5),
  ...named('V8’s code', 99, 100, 101, 102, 103),
  ...named('symbols', 61, 64),
  ...named('windows and transactions of the display', 93, 94, 96, 97, 106, 112, 121),
]);

function named(noun: string, ...fields: readonly number[]): readonly (readonly [number, string])[] {
  return fields.map((field) => [field, noun]);
}

/** Bytes of a trace's packets by use: a field without a reader is one that is left out by name, or it counts as unknown. */
export class PacketKinds {
  /** Of all fields' values, packed ones twice. */
  bytes = 0;
  readonly #left = new Map<string, number>();
  readonly #unknown = new Map<string, { count: number; bytes: number }>();

  unread(field: number, bytes: number): void {
    const noun = leftOut.get(field);
    if (noun !== undefined) {
      this.#left.set(noun, (this.#left.get(noun) ?? 0) + bytes);
      return;
    }
    this.#count(`${field}`, bytes);
  }

  /** A field of a part. @param left fields that are left out on purpose */
  unreadIn(part: string, field: number, bytes: number, left: ReadonlySet<number>): void {
    if (!left.has(field)) this.#count(`${field} of ${part}`, bytes);
  }

  #count(field: string, bytes: number): void {
    const key = this.#unknown.has(field) || this.#unknown.size < MOST_UNKNOWN ? field : OTHERS;
    const known = this.#unknown.get(key) ?? { count: 0, bytes: 0 };
    known.count++;
    known.bytes += bytes;
    this.#unknown.set(key, known);
  }

  /** After the last packet. */
  finish(report: ImportReport): void {
    const unknown = [...this.#unknown].sort(([, one], [, other]) => other.bytes - one.bytes);
    let [count, bytes] = [0, 0];
    for (const [, each] of unknown) {
      count += each.count;
      bytes += each.bytes;
    }
    report.skipped('parts of packets that this Laglens does not know', count);
    if (bytes > SHARE * this.bytes) {
      const numbers = unknown.flatMap(([field]) => (field === OTHERS ? [] : field)).slice(0, MOST_NAMED);
      const more = unknown.length > numbers.length ? ' and more' : '';
      const fields = `${numbers.length === 1 ? 'field' : 'fields'} ${numbers.join(', ')}${more}`;
      report.assumed(`${this.#percent(bytes)} of the trace is of kinds that this Laglens does not know (${fields}): facts may be missing.`);
    }
    for (const [noun, left] of this.#left)
      if (left > SHARE * this.bytes) report.assumed(`${this.#percent(left)} of the trace, ${noun}, is left out.`);
  }

  #percent(bytes: number): string {
    return `${Math.max(1, Math.round((100 * bytes) / this.bytes))} %`;
  }
}
