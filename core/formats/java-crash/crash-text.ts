import { javaFrame } from '../../analysis/exit-traces/java-frame.ts';
import { FrameRoom, MOST_FRAMES } from '../field/frame-room.ts';
import type { Use } from '../import/each-line.ts';
import type { FrameFacts } from '../import/frame-table.ts';
import { importLimits } from '../import/import-limits.ts';

const MOST_CAUSES = 100;

/** `Fatal Exception: …` of Crashlytics, `Exception …` of Play Console: the exception's own line. */
const EXCEPTION = /^(?:Fatal Exception: |Exception )(\S.{0,1000})/;
/** `FATAL EXCEPTION: main` of logcat: the thread; the exception follows. */
const THREAD = /^FATAL EXCEPTION: (.{1,200})/;
const PROCESS = /^Process: ([^\s,]{1,300}), PID: (\d{1,9})/;
const CAUSE = /^Caused by:? (\S.{0,1000})/;
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
  /** Innermost first. */
  readonly frames: FrameFacts[];
}

/** Lines of one crash of Java or Kotlin code. */
export class JavaCrash {
  /** '' if unknown. */
  thread = '';
  process = '';
  pid = 0;
  /** Of Crashlytics' text. */
  readonly others: CrashThread[] = [];
  readonly #thrown: Thrown[] = [];
  readonly #room = new FrameRoom();
  /** The open stack. */
  #frames: FrameFacts[] | undefined;

  /** @param line with the blanks before it */
  add(line: string): Use {
    const text = line.slice(0, importLimits.letters).trim();
    if (text.startsWith('at ')) return this.#frame(text.slice(3));
    const [, thread] = THREAD.exec(text) ?? [];
    const [, process, pid = '0'] = PROCESS.exec(text) ?? [];
    const [, more] = MORE.exec(text) ?? [];
    if (thread !== undefined) this.thread ||= thread;
    else if (process !== undefined) {
      this.process ||= process;
      this.pid ||= Number(pid);
    } else if (more !== undefined) this.#shared(Number(more));
    else return this.#title(line, text);
    return true;
  }

  #title(line: string, text: string): Use {
    const isFirst = this.#thrown.length === 0;
    const [, title] = (isFirst ? EXCEPTION.exec(text) : CAUSE.exec(text)) ?? [];
    if (title !== undefined) return this.#open(title);
    if (isFirst) return this.thread === '' || !/^[\w$]+\.[\w$.]+/.test(text) ? true : this.#open(text);
    if (text.startsWith('Suppressed: ')) {
      this.#frames = [];
      return 'suppressed exceptions';
    }
    if (/^\S/.test(line) && text.endsWith(':') && text.length < 300) {
      this.#frames = undefined;
      if (this.others.length === importLimits.threads) return 'threads beyond the bound';
      this.#frames = [];
      this.others.push({ name: text.slice(0, -1), frames: this.#frames });
      return true;
    }
    // An exception's message may have several lines.
    return (this.#frames?.length ?? 0) === 0 || text.startsWith('#') || 'lines of a stack';
  }

  #open(title: string): Use {
    this.#frames = undefined;
    if (this.#thrown.length === MOST_CAUSES) return 'causes beyond 100';
    this.#frames = [];
    this.#thrown.push({ title, frames: this.#frames, shared: 0 });
    return true;
  }

  #frame(text: string): Use {
    const frame = javaFrame(text) ?? { function: text.slice(0, 500) };
    return this.#frames === undefined ? 'lines of a stack' : this.#room.add(this.#frames, frame);
  }

  #shared(frames: number): void {
    const last = this.#thrown.at(-1);
    if (last !== undefined && last.frames === this.#frames) last.shared = frames;
  }

  /** The first exception, and the one that caused it all. */
  get title(): string {
    const [first, ...causes] = this.#thrown;
    const cause = causes.at(-1);
    return `Android: crash ${first?.title.slice(0, 300) ?? ''}${cause === undefined ? '' : `, caused by ${cause.title.slice(0, 300)}`}`;
  }

  /** The place of the last cause, innermost first, with the frames that it shares. */
  get frames(): readonly FrameFacts[] {
    let full: readonly FrameFacts[] = [];
    for (const { frames, shared } of this.#thrown) full = shared === 0 ? frames : [...frames, ...full.slice(-shared)].slice(0, MOST_FRAMES);
    return full;
  }
}
