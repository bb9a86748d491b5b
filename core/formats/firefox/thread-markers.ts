import { field, listField, numberField, textField } from '../import/json.ts';
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
 */
export async function readMarkers(
  { builder, report, turns }: ImportTask,
  owner: unknown,
  thread: number,
  texts: readonly unknown[],
): Promise<void> {
  const markers = field(owner, 'markers');
  const name = new Column(markers, 'name');
  const begin = new Column(markers, 'startTime');
  const end = new Column(markers, 'endTime');
  const phase = new Column(markers, 'phase');
  for (const [row, data] of listField(markers, 'data').entries()) {
    if (row % STEP === 0) await turns.pause();
    const type = textField(data, 'type');
    const beginMs = begin.at(row);
    const endMs = phase.at(row) === INTERVAL ? end.at(row) : undefined;
    // Its begin is a marker, too.
    if (phase.at(row) === INTERVAL_END) continue;
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

/** Name of our own marks, which would only repeat itself. */
const MARK = 'Mark';
