import type { ImportReport } from '../../import/import-report.ts';
import type { ProtoReader } from '../../protobuf/proto-reader.ts';
import { textOf } from '../tracks/trace-tracks.ts';
import { compactField } from './ftrace-fields.ts';
import type { SchedThreads } from './sched-threads.ts';

/** Of one column; a bundle has a page's events, some hundred. */
const MOST_EVENTS = 1 << 20;

const { switchTime, switchState, switchThread, switchName, wakingTime, wakingThread } = compactField;

/** Columns of one core's switches and wakings -> events, in order of time. @returns their number */
export function readCompact(
  reader: ProtoReader,
  sched: SchedThreads,
  core: number,
  usOf: (ns: number) => number,
  report: ImportReport,
): number {
  const names: string[] = [];
  const columns = new Map<number, number[]>(columnFields.map((field) => [field, []]));
  while (reader.next()) {
    const column = columns.get(reader.field);
    if (column !== undefined) {
      reader.eachNumber(() => {
        if (column.length < MOST_EVENTS) column.push(reader.signed());
      });
    } else if (reader.field === compactField.name && names.length < MOST_EVENTS) names.push(textOf(reader));
  }
  reader.expectWhole();
  const switches = eventsOf(columns, [switchTime, switchState, switchThread, switchName], report);
  const wakings = eventsOf(columns, [wakingTime, wakingThread], report);
  let waking = 0;
  const wakeUntil = (ns: number): void => {
    for (; waking < wakings.length; waking++) {
      const [atNs = 0, tid = 0] = wakings[waking] ?? [];
      if (atNs > ns) return;
      sched.seen(core, usOf(atNs));
      sched.woken(usOf(atNs), tid);
    }
  };
  for (const [atNs = 0, state = 0, tid = 0, name = -1] of switches) {
    wakeUntil(atNs);
    sched.switched(core, usOf(atNs), undefined, state, tid);
    const known = names[name];
    if (tid > 0 && known !== undefined && known !== '') sched.thread(tid).name = known;
  }
  wakeUntil(Number.POSITIVE_INFINITY);
  return switches.length + wakings.length;
}

const columnFields = [switchTime, switchState, switchThread, switchName, wakingTime, wakingThread];

/** Rows of columns; the first is a difference. Columns of damaged bundles differ in length. */
function eventsOf(
  columns: ReadonlyMap<number, readonly number[]>,
  fields: readonly number[],
  report: ImportReport,
): readonly (readonly number[])[] {
  const lists = fields.map((field) => columns.get(field) ?? []);
  const lengths = lists.map((list) => list.length);
  const length = Math.min(...lengths);
  report.skipped('events of the scheduler in columns of unequal length', Math.max(...lengths) - length);
  let atNs = 0;
  return Array.from({ length }, (_, row) =>
    lists.map((list, column) => {
      const value = list[row];
      if (value === undefined) return -1;
      if (column > 0) return value;
      atNs += value;
      return atNs;
    }),
  );
}
