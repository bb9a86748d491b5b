import { uint32At } from '../../columns/at.ts';
import { threadState } from '../../session/columns/sample-columns.ts';
import type { SessionModel } from '../../session/model/model.ts';
import { oneLine } from '../../text/one-line.ts';
import { awaitedClass } from '../frames/class-names.ts';
import { frameOf } from '../frames/frame.ts';
import type { WaitsOn } from '../lags/lag.ts';
import { stateTexts } from '../lags/lag-texts.ts';
import type { Deadlock } from '../locks/deadlocks.ts';
import type { ActivityName, ThreadAt } from '../moment/thread-at.ts';
import type { MomentThreads } from '../moment/threads-at.ts';
import { waitSentence } from '../moment/wait-sentence.ts';
import { causeText } from './cause-text.ts';

/** Deeper stacks are cut, as ART cuts none but its readers do. */
const MOST_FRAMES = 1_024;
const LONGEST_NAME = 200;
/** A line with more threads is no longer read. */
const MOST_LINKS = 8;
/** The format needs a priority, which agents do not report: Java's normal one. */
const PRIORITY = 5;

/** State names of ART (art/runtime/thread_state.h), as readers of its traces know them. */
const stateNames = new Map<number, string>([
  [threadState.running, 'Runnable'],
  [threadState.monitor, 'Blocked'],
  [threadState.objectWait, 'Waiting'],
  [threadState.parked, 'Waiting'],
  [threadState.sleeping, 'Sleeping'],
  [threadState.native, 'Native'],
  [threadState.suspended, 'Suspended'],
  [threadState.kernel, 'Native'],
  [threadState.disk, 'Native'],
  [threadState.runtime, 'Suspended'],
]);

const activityWords: Readonly<Record<ActivityName, string>> = {
  running: stateTexts.busy,
  blocked: stateTexts.blocked,
  ready: stateTexts.ready,
  unknown: stateTexts.unknown,
  pause: stateTexts.garbage,
  waiting: 'waiting',
  idle: 'idle',
  unseen: 'not sampled',
};

/**
 * All threads in the form of ART's traces of unresponsive apps (art/runtime/thread.cc, `Thread::DumpState`, `DumpJavaStack`), which bug
 * trackers and editors read. Lines with a bar are attributes, which readers skip.
 */
export function threadDump(model: SessionModel, moment: MomentThreads): string {
  const { run, atUs, threads, withoutStack, deadlocks } = moment;
  const pid = run.hello?.pid ?? run.process?.pid ?? 0;
  const app = run.hello?.process || run.process?.app || '';
  const objects = new ObjectNumbers();
  const deadlocked = new Set(deadlocks.flatMap(({ ring }) => ring.map(({ thread }) => thread)));
  const lines = [
    `----- pid ${pid} at ${wallTime(moment)} -----`,
    `Cmd line: ${name(app)}`,
    `All threads ${(atUs / 1e6).toFixed(3)} s after the session’s begin, from samples. Priorities and numbers of objects are placeholders.`,
    ...deadlocks.map((deadlock) => deadlockLine(model, deadlock)),
    '',
    `${run.hello?.os === 'android' ? 'DALVIK THREADS' : 'THREADS'} (${threads.length + withoutStack.length}):`,
  ];
  for (const thread of threads) lines.push(...threadLines(model, thread, objects, deadlocked.has(thread.thread.index)), '');
  if (withoutStack.length > 0) {
    lines.push(`Without a stack then: ${withoutStack.map(({ thread }) => `"${name(thread.name)}"`).join(', ')}`, '');
  }
  lines.push(`----- end ${pid} -----`);
  return `${lines.join('\n')}\n`;
}

/** `Deadlock since 0.200 s: main waits for Repo held by bg-db; bg-db waits for Cache held by main.` */
function deadlockLine({ threads }: SessionModel, { ring, beginUs }: Deadlock): string {
  const nameOf = (row: number): string => name(threads[row]?.name ?? '') || '?';
  const links = ring.map(({ thread, owner, objectClass, function: waiter }) => {
    const object = name(awaitedClass(objectClass) || waiter) || 'a lock';
    return `${nameOf(thread)} waits for ${object} held by ${nameOf(owner)}`;
  });
  const more = links.length > MOST_LINKS ? [`${links.length - MOST_LINKS} more`] : [];
  return `Deadlock since ${(beginUs / 1e6).toFixed(3)} s: ${[...links.slice(0, MOST_LINKS), ...more].join('; ')}.`;
}

function threadLines(model: SessionModel, at: ThreadAt, objects: ObjectNumbers, isDeadlocked: boolean): readonly string[] {
  const { thread, activity, sampledState, cpuShare, waitsOn } = at;
  const state = waitsOn?.isLock === true ? 'Blocked' : (stateNames.get(sampledState ?? threadState.native) ?? 'Native');
  const cpu = cpuShare === undefined ? '' : `, CPU ${Math.round(100 * cpuShare)} %`;
  const wait = waitsOn === undefined ? '' : `, ${causeText({ sentences: [waitSentence(model, waitsOn)] })}`;
  const [first, ...others] = frameLines(model, at.node);
  return [
    `"${name(thread.name)}" ${thread.isDaemon ? 'daemon ' : ''}prio=${PRIORITY} tid=${thread.id} ${state}`,
    `  | group="${name(thread.group)}" sysTid=${thread.tid}`,
    oneLine(`  | ${activityWords[activity]}${cpu}${wait}${isDeadlocked ? ', in a deadlock' : ''}`),
    ...(first === undefined ? [] : [first]),
    ...waitLines(model, waitsOn, thread.index, objects),
    ...others,
  ];
}

function frameLines(model: SessionModel, innermost: number): readonly string[] {
  const lines: string[] = [];
  for (let node = innermost; node !== 0 && lines.length < MOST_FRAMES; node = uint32At(model.nodes.parent, node)) {
    lines.push(oneLine(addressLine(model, node, lines.length) ?? functionLine(model, node)));
  }
  return lines;
}

function functionLine(model: SessionModel, node: number): string {
  const { class: owner, method, sourceFile, line, label } = frameOf(model, node);
  const function_ = owner === '' ? label : `${owner}.${method}`;
  return `  at ${function_ || '?'}(${placeText(sourceFile, line, isNative(model, node))})`;
}

/** Native code without a name, as ART's native_stack_dump.cc writes it: tools may find the name. Undefined for named code. */
function addressLine({ methods, nodes, images }: SessionModel, node: number, number: number): string | undefined {
  const method = methods[uint32At(nodes.method, node)];
  if (method === undefined || method.offset < 0) return undefined;
  const address = method.offset.toString(16).padStart(16, '0');
  return `  native: #${String(number).padStart(2, '0')} pc ${address}  ${images[method.image]?.path || '???'}`;
}

/** Numbers, as ART has them, keep the line readable for tools. */
function placeText(file: string, line: number, native: boolean): string {
  return native ? 'Native method' : `${file === '' ? 'unavailable' : file}:${line}`;
}

/** Access flag of the Java Virtual Machine Specification, 4.6. */
const NATIVE_FLAG = 0x100;

function isNative({ methods, nodes }: SessionModel, node: number): boolean {
  return ((methods[uint32At(nodes.method, node)]?.modifiers ?? 0) & NATIVE_FLAG) !== 0;
}

function waitLines(model: SessionModel, wait: WaitsOn | undefined, waiter: number, objects: ObjectNumbers): readonly string[] {
  // A system function is the innermost frame already.
  if (wait === undefined || wait.function !== undefined) return [];
  if (wait.objectClass === '') return wait.isLock === true ? ['  - waiting to lock an unknown object'] : [];
  const object = `<${objects.of(wait, waiter)}> (a ${name(wait.objectClass)})`;
  if (wait.isLock !== true) return [`  - waiting on ${object}`];
  const owner = model.threads[wait.ownerThread];
  return [`  - waiting to lock ${object}${owner === undefined ? '' : ` held by thread ${owner.id}`}`];
}

/** Agents report no identities of objects: those of one class with the same owner count as one. */
class ObjectNumbers {
  readonly #known = new Map<string, string>();

  of({ objectClass, ownerThread }: WaitsOn, waiter: number): string {
    const key = `${objectClass} ${ownerThread >= 0 ? ownerThread : `of ${waiter}`}`;
    const number = this.#known.get(key) ?? `0x${(this.#known.size + 1).toString(16).padStart(8, '0')}`;
    this.#known.set(key, number);
    return number;
  }
}

/** In UTC. */
function wallTime({ run, atUs }: MomentThreads): string {
  const ms = run.hello === undefined ? 0 : (run.hello.wallUs + atUs - run.beginUs) / 1_000;
  // Later than any date.
  if (!(Math.abs(ms) <= 8.64e15)) return '1970-01-01 00:00:00';
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
}

/** One line without quotation marks. */
function name(text: string): string {
  return oneLine(text, LONGEST_NAME).replaceAll('"', "'");
}
