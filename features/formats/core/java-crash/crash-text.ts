import { javaFrame } from '../../../../core/analysis/exit-traces/java-frame.ts';
import { FrameRoom, MOST_FRAMES } from '../field/frame-room.ts';
import type { Use } from '../import/each-line.ts';
import type { FrameFacts } from '../import/frame-table.ts';
import { importLimits } from '../import/import-limits.ts';
import { causeLine, type ExceptionLine, exceptionLine, lateness, namedThread, watchedThread } from './crash-lines.ts';

const MOST_CAUSES = 100;

/** `FATAL EXCEPTION: main` of logcat: the thread; the exception follows. */
const THREAD = /^FATAL EXCEPTION: (.{1,200})/;
const PROCESS = /^Process: ([^\s,]{1,300}), PID: (\d{1,9})/;
/** xCrash's threads: `pid: 900, tid: 911, name: pool-1  >>> com.example.shop <<<` */
const XCRASH_THREAD = /^pid: \d{1,9}, tid: \d{1,9}, name: (\S.{0,200}?) {1,4}>>> /;
const MORE = /^\.\.\. (\d{1,6}) more$/;

interface Thrown {
  readonly title: string;
  /** Innermost first. */
  readonly frames: FrameFacts[];
  /** Frames that it shares with the exception around it. */
  shared: number;
}

export interface CrashThread {
  readonly name: string;
  /** `WAITING`; '' if unknown. */
  readonly status: string;
  /** Innermost first. */
  readonly frames: FrameFacts[];
}

/** Lines of one crash of Java or Kotlin code. */
export class JavaCrash {
  /** '' if unknown. */
  thread = '';
  process = '';
  pid = 0;
  /** Of Crashlytics' text, and of a watchdog's. */
  readonly others: CrashThread[] = [];
  /** Time for which main was late; undefined if the text says nothing of that. */
  late: ReturnType<typeof lateness>;
  #thrown: Thrown[] = [];
  /** Where the first exception's line is from. */
  #from: ExceptionLine['from'] | undefined;
  readonly #room = new FrameRoom();
  /** The open stack. */
  #frames: FrameFacts[] | undefined;
  /** A watchdog's thread, whose name is the next line. */
  #awaitsName = false;
  /** The log goes on behind the crash. */
  #isOver = false;

  /** @param line with the blanks before it */
  add(line: string): Use {
    const text = line.slice(0, importLimits.letters).trim();
    if (text.startsWith('at ')) return this.#frame(text.slice(3));
    const [, thread] = THREAD.exec(text) ?? [];
    if (thread !== undefined) return this.#fatal(thread);
    const [, process, pid = '0'] = PROCESS.exec(text) ?? [];
    const [, more] = MORE.exec(text) ?? [];
    if (process !== undefined) {
      if (this.#isOver) return true;
      this.process ||= process;
      this.pid ||= Number(pid);
    } else if (more !== undefined) this.#shared(Number(more));
    else return this.#title(line, text);
    return true;
  }

  /** Exceptions before a crash in its log were caught. */
  #fatal(thread: string): Use {
    if (this.thread !== '' || (this.#from !== undefined && this.#from !== 'other')) return this.#later();
    const isFirst = this.#thrown.length === 0;
    this.#thrown = [];
    this.#from = undefined;
    this.#isOver = false;
    this.#frames = undefined;
    this.thread = thread;
    return isFirst || 'exceptions before the crash';
  }

  #later(): Use {
    this.#isOver = true;
    this.#frames = undefined;
    return 'later exceptions';
  }

  #title(line: string, text: string): Use {
    const [, own] = this.#from === undefined ? [] : (XCRASH_THREAD.exec(text) ?? []);
    if (own !== undefined) return this.#open({ name: own, status: '', frames: [] });
    if (this.#awaitsName) return this.#watched(namedThread(text));
    const exception = exceptionLine(text);
    if (this.#from === undefined) {
      if (exception !== undefined) return this.#first(exception, text);
      return this.thread === '' || !/^[\w$]+\.[\w$.]+/.test(text) ? true : this.#first({ title: text, thread: '', from: 'other' }, text);
    }
    const cause = causeLine(text);
    if (cause !== undefined && !this.#isOver) return this.#cause(cause);
    if (text.startsWith('Suppressed: ') && !this.#isOver) {
      this.#frames = [];
      return 'suppressed exceptions';
    }
    const isFlush = /^\S/.test(line);
    if (isFlush && exception !== undefined && (this.#frames?.length ?? 0) > 0) return this.#later();
    if (isFlush && text.endsWith(':') && text.length < 300 && this.#from === 'crashlytics') {
      return this.#open({ name: text.slice(0, -1), status: '', frames: [] });
    }
    // An exception's message may have several lines.
    if ((this.#frames?.length ?? 0) === 0 || text.startsWith('#') || this.#isOver) return true;
    this.#isOver = isFlush;
    return this.#isOver || 'lines of a stack';
  }

  #first({ title, thread, from }: ExceptionLine, text: string): Use {
    this.#from = from;
    this.thread ||= thread;
    this.late = lateness(text);
    return this.#throw(title);
  }

  #cause(title: string): Use {
    const watched = watchedThread(title);
    if (watched === undefined) return this.#throw(title);
    if (watched !== '') return this.#watched(watched);
    this.#awaitsName = true;
    return true;
  }

  #watched({ name, status }: Pick<CrashThread, 'name' | 'status'>): Use {
    this.#awaitsName = false;
    return this.#open({ name, status, frames: [] });
  }

  #open(thread: CrashThread): Use {
    this.#frames = undefined;
    this.#isOver = false;
    if (this.others.length === importLimits.threads) return 'threads beyond the bound';
    this.#frames = thread.frames;
    this.others.push(thread);
    return true;
  }

  #throw(title: string): Use {
    this.#frames = undefined;
    if (this.#thrown.length === MOST_CAUSES) return 'causes beyond 100';
    this.#frames = [];
    this.#thrown.push({ title, frames: this.#frames, shared: 0 });
    return true;
  }

  #frame(text: string): Use {
    const frame = javaFrame(text) ?? { function: text.slice(0, 500) };
    if (this.#isOver) return 'lines of other stacks';
    return this.#frames === undefined ? 'lines of a stack' : this.#room.add(this.#frames, frame);
  }

  #shared(shared: number): void {
    const last = this.#thrown.at(-1);
    if (last !== undefined && last.frames === this.#frames) last.shared = shared;
    const [before, open] = this.others.slice(-2);
    if (open === undefined || open.frames !== this.#frames) return;
    for (const frame of before?.frames.slice(-shared) ?? []) this.#room.add(open.frames, frame);
  }

  /** The first exception, and the one that caused it all. */
  get title(): string {
    const [first, ...causes] = this.#thrown;
    const cause = causes.at(-1);
    return `${first?.title.slice(0, 300) ?? ''}${cause === undefined ? '' : `, caused by ${cause.title.slice(0, 300)}`}`;
  }

  /** The place of the last cause, innermost first, with the frames that it shares. */
  get frames(): readonly FrameFacts[] {
    let full: readonly FrameFacts[] = [];
    for (const { frames, shared } of this.#thrown) full = shared === 0 ? frames : [...frames, ...full.slice(-shared)].slice(0, MOST_FRAMES);
    return full;
  }
}
