import { float64At, numberAt } from '../../../../../core/columns/at.ts';
import type { ImportReport } from '../../import/import-report.ts';
import type { ProtoReader } from '../../protobuf/proto-reader.ts';
import type { PacketKinds } from '../tracks/packet-kinds.ts';
import { textOf } from '../tracks/trace-tracks.ts';
import { compactField, leftOfColumns } from './ftrace-fields.ts';
import type { SchedThreads } from './sched-threads.ts';

/** Of one column; a bundle has a page's events, some hundred. */
const MOST_EVENTS = 1 << 20;

const { switchTime, switchState, switchThread, switchName, wakingTime, wakingThread } = compactField;

/** A thread that caused an event, by the bundle's clock. */
export interface Proof {
  readonly ns: number;
  readonly tid: number;
}

/** Columns of one core's switches and wakings -> events, in order of time. @param proofs of the core, in order. @returns the events' number */
export function readCompact(
  reader: ProtoReader,
  sched: SchedThreads,
  core: number,
  usOf: (ns: number) => number,
  report: ImportReport,
  proofs: readonly Proof[],
  kinds: PacketKinds,
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
    else kinds.unreadIn('columns of switches', reader.field, reader.valueBytes, leftOfColumns);
  }
  reader.expectWhole();
  const [outStates, inTids, inNames, wokenTids] = [
    columnOf(columns, switchState),
    columnOf(columns, switchThread),
    columnOf(columns, switchName),
    columnOf(columns, wakingThread),
  ];
  const switches = timesOf(columns, switchTime, [outStates, inTids, inNames], report);
  const wakings = timesOf(columns, wakingTime, [wokenTids], report);
  let waking = 0;
  let proof = 0;
  const proveUntil = (ns: number): void => {
    for (let next = proofs[proof]; next !== undefined && next.ns <= ns; next = proofs[++proof]) sched.ran(core, usOf(next.ns), next.tid);
  };
  const wakeUntil = (ns: number): void => {
    for (; waking < wakings.length; waking++) {
      const atNs = float64At(wakings, waking);
      if (atNs > ns) return;
      proveUntil(atNs);
      sched.seen(core, usOf(atNs));
      sched.woken(usOf(atNs), numberAt(wokenTids, waking));
    }
  };
  for (let row = 0; row < switches.length; row++) {
    const atNs = float64At(switches, row);
    const tid = numberAt(inTids, row);
    wakeUntil(atNs);
    proveUntil(atNs);
    sched.switched(core, usOf(atNs), undefined, numberAt(outStates, row), tid);
    const name = names[numberAt(inNames, row)];
    if (tid > 0 && name !== undefined && name !== '') sched.name(tid, name);
  }
  wakeUntil(Number.POSITIVE_INFINITY);
  proveUntil(Number.POSITIVE_INFINITY);
  return switches.length + wakings.length;
}

const columnFields = [switchTime, switchState, switchThread, switchName, wakingTime, wakingThread];

function columnOf(columns: ReadonlyMap<number, readonly number[]>, field: number): readonly number[] {
  return columns.get(field) ?? [];
}

/** Times in nanoseconds of the rows that all columns have; those of damaged bundles differ in length. */
function timesOf(
  columns: ReadonlyMap<number, readonly number[]>,
  field: number,
  others: readonly (readonly number[])[],
  report: ImportReport,
): Float64Array {
  const differences = columnOf(columns, field);
  const lengths = [differences, ...others].map((list) => list.length);
  const times = new Float64Array(Math.min(...lengths));
  report.skipped('events of the scheduler in columns of unequal length', Math.max(...lengths) - times.length);
  let atNs = 0;
  for (let row = 0; row < times.length; row++) {
    atNs += numberAt(differences, row);
    times[row] = atNs;
  }
  return times;
}
