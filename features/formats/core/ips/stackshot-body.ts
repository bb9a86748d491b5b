import { field, isObject, listField, numberField, textField } from '../../../../core/text/json-fields.ts';
import { hangUs, isHangEvent } from '../field/assumed-lengths.ts';
import type { FieldReport, ReportThread } from '../field/field-report.ts';
import { callBytes, type KsContext } from '../field/native-frames.ts';
import type { ImportReport } from '../import/import-report.ts';
import type { SampleState } from '../import/session-builder.ts';

const MAIN_QUEUE = 'com.apple.main-thread';

interface Process {
  readonly pid: number;
  readonly name: string;
  readonly threads: readonly { readonly tid: number; readonly value: unknown }[];
}

/** The app's process: the report's own, the one in front, the only one, else the one with most threads. */
function processOf(body: unknown, names: readonly string[], report: ImportReport): Process | undefined {
  const all = entriesOf(field(body, 'processByPid')).map(([pid, value]): Process => {
    const threads = entriesOf(field(value, 'threadById')).map(([tid, thread]) => ({ tid: numberOf(tid), value: thread }));
    return { pid: numberField(value, 'pid') ?? numberOf(pid), name: textField(value, 'procname'), threads };
  });
  const front = listField(body, 'frontmostPids');
  const pid = numberField(body, 'pid');
  const found =
    all.find((each) => pid !== undefined && each.pid === pid) ??
    all.find(({ name }) => name !== '' && names.includes(name)) ??
    all.find((each) => front.includes(each.pid)) ??
    all.toSorted((one, other) => other.threads.length - one.threads.length)[0];
  report.skipped('other processes', Math.max(0, all.length - 1));
  return found;
}

export interface Stackshot {
  readonly report: FieldReport;
  readonly pid: number;
  readonly name: string;
}

/** A body with `processByPid` and `binaryImages`: threads of all processes at one moment. */
export function stackshot(body: unknown, names: readonly string[], context: KsContext, report: ImportReport): Stackshot | undefined {
  const process = processOf(body, names, report);
  if (process === undefined) return undefined;
  const images = listField(body, 'binaryImages').map((each) => imageOf(each, process.name, context));
  const least = process.threads.reduce((lowest, { tid }) => Math.min(lowest, tid), Number.POSITIVE_INFINITY);
  const queued = process.threads.find(({ value }) => queueOf(value) === MAIN_QUEUE)?.tid;
  const threads = process.threads.map(({ tid, value }): ReportThread => {
    const stack = stackOf(listField(value, 'userFrames'), images, context);
    const isMain = tid === (queued ?? least);
    const stacks = stack === 0 ? [] : [{ stack, weight: 1 }];
    return { name: textField(value, 'name'), tid, isMain, group: queueOf(value), stacks, state: stateOf(value) };
  });
  report.assumed('A stackshot has no names of libraries: local builds are found by their UUIDs.');
  const reason = textField(body, 'reason').slice(0, 200);
  const title = `Apple: stackshot${reason === '' ? '' : `, ${reason}`}`;
  return {
    report: { title, lastsUs: isHangEvent(reason) ? hangUs(undefined, 'spindump', report) : undefined, threads },
    pid: process.pid,
    name: process.name,
  };
}

/** `[uuid, base, kind]`; kind P is the process's own, others are the shared cache's and the kernel's. */
function imageOf(value: unknown, process: string, { images }: KsContext): number {
  const [uuid, base, kind] = Array.isArray(value) ? value : [];
  const path = kind === 'P' && process !== '' ? `${process}.app/${process}` : '';
  return images.add({
    path,
    uuid: typeof uuid === 'string' ? uuid : '',
    base: typeof base === 'number' && Number.isFinite(base) ? base : 0,
    size: 0,
    linkedAt: 0,
  });
}

/** @param frames `[image, offset]`, innermost first */
function stackOf(frames: readonly unknown[], images: readonly number[], { tables, arch }: KsContext): number {
  let stack = 0;
  for (let at = frames.length - 1; at >= 0; at--) {
    const [index, offset] = asPair(frames[at]);
    const image = images[index];
    const address = Math.max(0, offset - (at === 0 ? 0 : callBytes(arch)));
    const frame = image === undefined || offset < 0 ? { function: '?' } : { function: '', image, address };
    stack = tables.stack(stack, tables.frame(frame));
  }
  return stack;
}

function asPair(value: unknown): readonly [number, number] {
  const [one, other] = Array.isArray(value) ? value : [];
  return [typeof one === 'number' ? one : -1, typeof other === 'number' && Number.isFinite(other) ? other : -1];
}

function queueOf(thread: unknown): string {
  return textField(thread, 'dispatch_queue_label');
}

function stateOf(thread: unknown): SampleState | undefined {
  const states = listField(thread, 'state');
  if (states.includes('TH_UNINT')) return 'disk';
  if (states.includes('TH_RUN')) return 'running';
  return states.includes('TH_WAIT') ? 'kernel' : undefined;
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return isObject(value) ? Object.entries(value) : [];
}

function numberOf(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
}
