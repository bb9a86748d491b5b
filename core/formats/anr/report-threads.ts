import type { DumpFrame } from '../../analysis/exit-traces/dump-frames.ts';
import type { DumpThread, DumpThreads } from '../../analysis/exit-traces/dump-threads.ts';
import type { ReportThread } from '../field/field-report.ts';
import { type StackTables, uuidBytes } from '../field/native-frames.ts';
import type { FrameFacts } from '../import/frame-table.ts';
import type { SampleState } from '../import/session-builder.ts';

/** Names of art/runtime/thread_state.h. */
const states: ReadonlyMap<string, SampleState> = new Map([
  ['Runnable', 'running'],
  ['Blocked', 'monitor'],
  ['Waiting', 'objectWait'],
  ['TimedWaiting', 'objectWait'],
  ['Sleeping', 'sleeping'],
  ['Native', 'native'],
  ['Suspended', 'suspended'],
]);

/** @param pid main's kernel id, 0 if unknown */
export function reportThreads(dump: DumpThreads, tables: StackTables, pid: number): readonly ReportThread[] {
  const { threads, main } = dump.all(pid);
  const images = new TraceImages(tables);
  return threads.map(({ name, tid, status, group, frames, lock, owner }, at) => {
    let stack = 0;
    for (const frame of frames.map((each) => images.frame(each)).toReversed()) stack = tables.stack(stack, tables.frame(frame));
    return {
      name,
      tid,
      isMain: at === main,
      group,
      stacks: stack === 0 ? [] : [{ stack, weight: 1 }],
      state: stateOf(status, frames[0]),
      waitsFor: lock && { kind: lock.isMonitor ? 'monitor' : 'objectWait', object: lock.object, owner },
    };
  });
}

/** Native libraries of one trace, each declared once. */
class TraceImages {
  readonly #tables: StackTables;
  readonly #known = new Map<string, number>();

  constructor(tables: StackTables) {
    this.#tables = tables;
  }

  frame({ native, ...frame }: DumpFrame): FrameFacts {
    return native === undefined ? frame : { ...frame, image: this.#of(native.path, native.buildId), address: native.address };
  }

  #of(path: string, buildId: string): number {
    const key = `${buildId}\n${path}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const image = this.#tables.image({ path, buildId: uuidBytes(buildId) });
    this.#known.set(key, image);
    return image;
  }
}

function stateOf(status: DumpThread['status'], innermost: DumpFrame | undefined): SampleState | undefined {
  if (innermost?.function === 'park' && status !== 'Runnable') return 'parked';
  return states.get(status) ?? (status.startsWith('WaitingFor') || status.startsWith('WaitingPerforming') ? 'runtime' : undefined);
}
