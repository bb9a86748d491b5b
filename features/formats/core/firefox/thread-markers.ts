import { field, numberField, textField } from '../../../../core/text/json-fields.ts';
import type { ImportTask } from '../import/profile-reader.ts';
import { Column, textAt } from './column.ts';
import { markerType } from './marker-schema.ts';

const STEP = 1_024;
const US_OF_MS = 1e3;
const INTERVAL = 1;
const INTERVAL_END = 3;
/** Pauses of Firefox' JavaScript for a collection. */
const pauses: ReadonlySet<string> = new Set([markerType.collection, 'GCSlice', 'GCMinor']);

/**
 * Texts are marks, pauses are collections; our own messages are messages again. Others are counted.
 * @param texts of the thread's markers
 * @param startMs added to times, those of another process
 */
export async function readMarkers(
  { builder, report, turns }: ImportTask,
  owner: unknown,
  thread: number,
  texts: readonly unknown[],
  startMs: number,
): Promise<void> {
  const markers = field(owner, 'markers');
  const name = new Column(markers, 'name');
  const payload = new Column(markers, 'data');
  const times = new MarkerTimes(markers, startMs);
  for (let row = 0; row < name.length; row++) {
    if (row % STEP === 0) await turns.pause();
    const data = payload.value(row);
    const type = textField(data, 'type');
    // Its begin is a marker, too.
    if (times.isEnd(row, data)) continue;
    const { beginMs, endMs } = times.of(row, data);
    const text = (key: string): string => textField(data, key) || textAt(texts, numberField(data, key));
    if (beginMs === undefined) {
      report.skipped('markers without a time');
    } else if (type === markerType.text) {
      const words = [textAt(texts, name.at(row)), text('name')].filter((each) => each !== '');
      builder.mark(beginMs * US_OF_MS, words[0] === MARK ? (words[1] ?? MARK) : words.join(': '));
      report.read('marks');
    } else if (endMs !== undefined && pauses.has(type)) {
      builder.collection(beginMs * US_OF_MS, endMs * US_OF_MS);
      report.read('collections');
    } else if (endMs !== undefined && type === markerType.message) {
      const names = { target: text('target'), callback: text('callback'), what: numberField(data, 'what') ?? 0 };
      builder.message(thread, beginMs * US_OF_MS, endMs * US_OF_MS, names);
      report.read('messages');
    } else if (type !== markerType.lag) {
      // Lags are found again by the same rules.
      report.skipped('other markers');
    }
  }
}

/** Times of markers, in milliseconds. */
class MarkerTimes {
  readonly #begin: Column;
  readonly #end: Column;
  readonly #phase: Column;
  /** Before version 20 of raw profiles, and 29 of others; begin and end of intervals stand in their data. */
  readonly #time: Column;
  readonly #startMs: number;

  constructor(markers: unknown, startMs: number) {
    this.#begin = new Column(markers, 'startTime');
    this.#end = new Column(markers, 'endTime');
    this.#phase = new Column(markers, 'phase');
    this.#time = new Column(markers, 'time');
    this.#startMs = startMs;
  }

  isEnd(row: number, data: unknown): boolean {
    const isOld = textField(data, 'type') === 'tracing' && textField(data, 'interval') === 'end';
    return this.#phase.at(row) === INTERVAL_END || (isOld && this.#time.at(row) !== undefined);
  }

  of(row: number, data: unknown): { readonly beginMs: number | undefined; readonly endMs: number | undefined } {
    const time = this.#time.at(row);
    if (time !== undefined) {
      const [begin, end] = [numberField(data, 'startTime'), numberField(data, 'endTime')];
      const isInterval = begin !== undefined && end !== undefined && end > begin;
      return isInterval
        ? { beginMs: begin + this.#startMs, endMs: end + this.#startMs }
        : { beginMs: time + this.#startMs, endMs: undefined };
    }
    const [begin, end] = [this.#begin.at(row), this.#phase.at(row) === INTERVAL ? this.#end.at(row) : undefined];
    return {
      beginMs: begin === undefined ? undefined : begin + this.#startMs,
      endMs: end === undefined ? undefined : end + this.#startMs,
    };
  }
}

/** Name of our own marks, which would only repeat itself. */
const MARK = 'Mark';
