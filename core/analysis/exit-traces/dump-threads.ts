import { type DumpFrame, dumpFrame, heldLock, type LockLine, lockLine } from './dump-frames.ts';
import { bareLine, type HeaderOf, plainStatus, type ThreadHeader, threadHeader } from './thread-headers.ts';
import { type WaitingChannel, waitingChannel } from './waiting-channels.ts';

const SYS_TID = /\bsysTid=(\d{1,9})\b/;
const GROUP = /^\| group="([^"]{0,500})"/;
/** `... repeated 12 times`, of the frame before (art/runtime/thread.cc). */
const REPEATED = /^\.\.\. repeated (\d{1,6}) times$/;
/** Known lines without a frame: held locks, remarks in brackets, a stack's title in Play Console’s text. */
const REMARK =
  /^(?:- |kernel: \(|\((?:no managed stack frames|native backtrace unavailable|waiting for peer)|native: \(|backtrace:|NOTE: |Cmd line: |Thread$|Type$|\.\.\.)/;
/** Frames below it show where a coroutine was created (kotlinx-coroutines' CoroutineDebugging.kt; before 1.6 a sentence). */
const CREATED = /^at (?:_COROUTINE\._CREATION\._\(|[^\w]{0,9}\(?Coroutine creation stacktrace)/;
/** Locks of all threads. */
const MOST_HELD = 1 << 18;
/** Deeper stacks lose their outermost frames. */
const MOST_FRAMES = 4_096;
/** Of all threads: `... repeated 4096 times` is a short line. */
const MOST_IN_ALL = 1 << 20;
const MOST_THREADS = 32_768;
/** Of a line; longer ones are templates of C++, whose ends are lost. */
const MOST_LETTERS = 4_096;

export interface DumpThread extends Pick<ThreadHeader, 'kind'> {
  readonly name: string;
  /** Thread id of the kernel; 0 if unknown. */
  readonly tid: number;
  readonly group: string;
  /** Status as in art/runtime/thread_state.h: `Blocked`; '' if unknown. */
  readonly status: string;
  /** Innermost first. */
  readonly frames: readonly DumpFrame[];
  /** Where a coroutine was created, innermost first; empty if unknown. */
  readonly created: readonly DumpFrame[];
  /** It waits for this. */
  readonly lock: LockLine | undefined;
  /** Index of the lock’s owner; -1: unknown. */
  readonly owner: number;
  /** Its place in the kernel, if the dump has waiting channels. */
  readonly channel: WaitingChannel | undefined;
}

interface Collected extends Pick<ThreadHeader, 'kind'> {
  readonly name: string;
  /** ART's number. */
  readonly number: number;
  status: string;
  tid: number;
  group: string;
  readonly frames: DumpFrame[];
  readonly created: DumpFrame[];
  /** The next frames are those of its creation. */
  isCreation: boolean;
  /** Names of the locks that it holds. */
  readonly held: Set<string>;
  lock: LockLine | undefined;
  /** Index of the first frame of Java’s code that the native unwinder saw; -1: none. */
  javaAt: number;
}

/** ART enters native methods through them. */
const TRAMPOLINE = /^art_(?:quick_generic_)?jni_trampoline/;

/** Lines of one process -> threads. */
export class DumpThreads {
  readonly #threads: Collected[] = [];
  /** Keyed by kernel id. */
  readonly #channels = new Map<number, WaitingChannel>();
  #frames = 0;
  #held = 0;
  /** The open thread is beyond the bound. */
  #isCut = false;
  /** Blanks before the open thread's header. */
  #indent = 0;
  /** Lines of threads are indented below their headers: by the last thread that has one. */
  #isIndented = false;
  /** The dump's other parts follow. */
  #isOver = false;
  cutFrames = 0;
  cutThreads = 0;
  /** Lines of stacks in no known form. */
  unread = 0;
  readonly #headerOf: HeaderOf;

  /** @param headerOf other forms than Android's */
  constructor(headerOf: HeaderOf = threadHeader) {
    this.#headerOf = headerOf;
  }

  /** False for a line of a stack in no known form, which `unread` counts. */
  add(line: string): boolean {
    const text = bareLine(line.slice(0, MOST_LETTERS));
    const indent = line.length - line.trimStart().length;
    const header = this.#headerOf(text);
    if (header !== undefined) {
      this.#begin(header);
      this.#indent = indent;
      return true;
    }
    const channel = waitingChannel(text);
    if (channel !== undefined) {
      if (this.#channels.size < MOST_THREADS) this.#channels.set(channel.tid, channel);
      else this.cutThreads++;
      return true;
    }
    const open = this.#isCut ? undefined : this.#threads.at(-1);
    if (open === undefined || text === '') return true;
    if (this.#attribute(open, text) || this.#frame(open, text)) {
      this.#isIndented = indent > this.#indent;
      this.#isOver = false;
      return true;
    }
    // Frames below an unknown header are no other thread's.
    const isHeader = text.startsWith('"') && text.includes('" ');
    this.#isCut ||= isHeader;
    // Statistics of the runtime follow the threads since Android 13, logs and open files those of other tools.
    this.#isOver ||= !isHeader && this.#isIndented && indent <= this.#indent;
    if (this.#isOver) return true;
    this.unread++;
    return false;
  }

  /** True for a coroutine's first line. */
  isCoroutine(line: string): boolean {
    return this.#headerOf(bareLine(line.slice(0, MOST_LETTERS)))?.kind === 'coroutine';
  }

  /** State of the open thread, of a line behind its header. */
  setStatus(status: string): void {
    const open = this.#threads.at(-1);
    if (open !== undefined && !this.#isCut) open.status ||= status;
  }

  /** Play Console writes some headers twice. */
  #begin(header: ThreadHeader): void {
    this.#isOver = false;
    const last = this.#threads.at(-1);
    const isAgain = last?.name === header.name && last.number === header.number && header.number > 0;
    if (isAgain && last.frames.length === 0 && last.tid === 0) this.#threads.pop();
    this.#isCut = this.#threads.length === MOST_THREADS;
    if (this.#isCut) this.cutThreads++;
    else this.#threads.push(collected(header));
  }

  #attribute(open: Collected, text: string): boolean {
    if (!text.startsWith('|')) return false;
    const [, tid = '0'] = SYS_TID.exec(text) ?? [];
    open.tid ||= Number(tid);
    open.group ||= GROUP.exec(text)?.[1] ?? '';
    return true;
  }

  #frame(open: Collected, text: string): boolean {
    const lock = lockLine(text);
    if (lock !== undefined && open.frames.length < 2) open.lock ??= lock;
    const held = heldLock(text);
    if (held !== undefined && this.#held++ < MOST_HELD) open.held.add(held);
    if (open.kind === 'coroutine' && CREATED.test(text)) {
      open.isCreation = true;
      return true;
    }
    const frame = dumpFrame(text);
    const [, times] = frame === undefined ? (REPEATED.exec(text) ?? []) : [];
    const last = framesOf(open).at(-1);
    if (frame !== undefined) {
      passJava(open, frame, text.startsWith('at '));
      this.#push(open, frame, 1);
    }
    if (times !== undefined) this.#push(open, last, Number(times));
    return frame !== undefined || lock !== undefined || REMARK.test(text);
  }

  /** @param frame undefined: the repeated one was cut */
  #push(open: Collected, frame: DumpFrame | undefined, times: number): void {
    if (frame === undefined && this.#frames < MOST_IN_ALL) return;
    const frames = framesOf(open);
    const room = frame === undefined ? 0 : Math.min(times, MOST_FRAMES - frames.length, MOST_IN_ALL - this.#frames);
    for (let at = 0; frame !== undefined && at < room; at++) frames.push(frame);
    this.#frames += room;
    this.cutFrames += times - room;
  }

  /** True before the first thread. */
  get isEmpty(): boolean {
    return this.#threads.length === 0;
  }

  /** True once a thread has a frame. */
  get hasFrames(): boolean {
    return this.#frames > 0;
  }

  /** @param pid main's kernel id, 0 if unknown. @returns the threads, and main's index or -1 */
  all(pid: number): { readonly threads: readonly DumpThread[]; readonly main: number } {
    const collected = this.hasFrames || this.#channels.size === 0 ? this.#threads : this.#channelThreads(pid);
    const byPid = pid > 0 ? collected.findIndex(({ tid }) => tid === pid) : -1;
    const isMain = ({ number, name, kind }: Collected): boolean => number === 1 || (name === 'main' && kind === undefined);
    const main = byPid >= 0 ? byPid : collected.findIndex(isMain);
    const byLock = new Map<string, number>();
    for (const [at, { held }] of collected.entries()) for (const lock of held) byLock.set(lock, at);
    const byNumber = new Map<number, number>();
    for (const [at, { number }] of collected.entries()) if (!byNumber.has(number)) byNumber.set(number, at);
    const threads = collected.map(({ number: _, javaAt: _at, isCreation: _is, held: _held, lock: line, ...thread }) => {
      const lock = line !== undefined && isWait(line, thread) ? line : undefined;
      const numbered = lock === undefined || lock.owner === 0 ? undefined : byNumber.get(lock.owner);
      const owner = numbered ?? (lock?.isMonitor === true ? byLock.get(lock.id) : undefined) ?? -1;
      return { ...thread, lock, owner, channel: this.#channels.get(thread.tid) };
    });
    return { threads, main };
  }

  /** Without stacks the kernel's functions are all that is known. */
  #channelThreads(pid: number): readonly Collected[] {
    return [...this.#channels.keys()].map((tid) => collected({ name: tid === pid ? 'main' : `Thread ${tid}`, number: 0, tid, status: '' }));
  }
}

function collected({ group = '', ...header }: ThreadHeader): Collected {
  return { ...header, group, frames: [], created: [], isCreation: false, held: new Set(), lock: undefined, javaAt: -1 };
}

function framesOf({ frames, created, isCreation }: Collected): DumpFrame[] {
  return isCreation ? created : frames;
}

/** Newer Android unwinds native stacks through Java’s code; the same calls follow as Java’s frames, with lines. */
function passJava(open: Collected, frame: DumpFrame, isJavaLine: boolean): void {
  if (isJavaLine && open.javaAt >= 0) {
    open.frames.length = open.javaAt;
    open.javaAt = -1;
  } else if (!isJavaLine && open.javaAt < 0 && (frame.class !== undefined || TRAMPOLINE.test(frame.function))) {
    open.javaAt = open.frames.length;
  }
}

/** Sleeping is no wait for an object of others. */
function isWait({ isMonitor }: LockLine, { status, frames }: Pick<Collected, 'status' | 'frames'>): boolean {
  return (
    plainStatus(status) !== 'runnable' && (isMonitor || frames.find(({ native }) => native === undefined)?.class === 'java.lang.Object')
  );
}
