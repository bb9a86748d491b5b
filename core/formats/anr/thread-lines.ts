import type { ReportThread } from '../field/field-report.ts';
import type { StackTables } from '../field/native-frames.ts';
import type { FrameFacts } from '../import/frame-table.ts';
import type { SampleState } from '../import/session-builder.ts';
import { type LockLine, lockLine, type TraceImages, traceFrame } from './frame-lines.ts';

/** `"main" prio=5 tid=1 Blocked`; names may have quotes. */
const THREAD = /^"(.{0,1000})" (?:daemon )?(?:prio=\d{1,3} )?(?:tid=(\d{1,9}) (\w{1,60})|\(not attached\))/;
const SYS_TID = /\bsysTid=(\d{1,9})\b/;
const GROUP = /^\| group="([^"]{0,500})"/;
/** Deeper stacks lose their outermost frames. */
const MOST_FRAMES = 4_096;

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

interface Collected {
  readonly name: string;
  /** ART's number. */
  readonly number: number;
  readonly status: string;
  sysTid: number;
  group: string;
  /** Innermost first. */
  readonly frames: FrameFacts[];
  lock: LockLine | undefined;
}

/** Lines of one process -> threads. */
export class ThreadLines {
  readonly #threads: Collected[] = [];
  readonly #images: TraceImages;
  cutFrames = 0;

  constructor(images: TraceImages) {
    this.#images = images;
  }

  add(line: string): void {
    const [isThread, name = '', number = '0', status = ''] = line.startsWith('"') ? (THREAD.exec(line) ?? []) : [];
    if (isThread !== undefined) {
      this.#threads.push({ name, number: Number(number), status, sysTid: 0, group: '', frames: [], lock: undefined });
      return;
    }
    const open = this.#threads.at(-1);
    const text = line.trim();
    if (open === undefined || text === '') return;
    if (text.startsWith('|')) {
      const [, sysTid = '0'] = SYS_TID.exec(text) ?? [];
      open.sysTid ||= Number(sysTid);
      open.group ||= GROUP.exec(text)?.[1] ?? '';
      return;
    }
    if (open.frames.length < 2) open.lock ??= lockLine(text);
    const frame = traceFrame(text, this.#images);
    if (frame === undefined) return;
    if (open.frames.length < MOST_FRAMES) open.frames.push(frame);
    else this.cutFrames++;
  }

  /** @param pid main's kernel id, 0 if unknown */
  threads(tables: StackTables, pid: number): readonly ReportThread[] {
    const main = this.#threads.findIndex(({ number, sysTid, name }) => (pid > 0 && sysTid === pid) || number === 1 || name === 'main');
    return this.#threads.map(({ name, sysTid, status, group, frames, lock }, at) => {
      let stack = 0;
      for (const frame of frames.toReversed()) stack = tables.stack(stack, tables.frame(frame));
      return {
        name,
        tid: sysTid,
        isMain: at === main,
        group,
        stacks: stack === 0 ? [] : [{ stack, weight: 1 }],
        state: stateOf(status, frames[0]),
        waitsFor: lock === undefined || status === 'Runnable' ? undefined : this.#waitOf(lock, frames[0]),
      };
    });
  }

  #waitOf({ isMonitor, object, owner }: LockLine, innermost: FrameFacts | undefined): ReportThread['waitsFor'] {
    // Sleeping is no wait for an object of others.
    if (!isMonitor && innermost?.class !== 'java.lang.Object') return undefined;
    const index = owner === 0 ? -1 : this.#threads.findIndex(({ number }) => number === owner);
    return { kind: isMonitor ? 'monitor' : 'objectWait', object, owner: index };
  }
}

function stateOf(status: string, innermost: FrameFacts | undefined): SampleState | undefined {
  if (innermost?.function === 'park' && status !== 'Runnable') return 'parked';
  return states.get(status) ?? (status.startsWith('WaitingFor') || status.startsWith('WaitingPerforming') ? 'runtime' : undefined);
}
