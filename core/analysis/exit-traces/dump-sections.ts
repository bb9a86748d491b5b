import { DumpThreads } from './dump-threads.ts';
import { bareLine, type HeaderOf } from './thread-headers.ts';

/** `----- pid 311 at 2026-03-01 10:00:00.123456789+0100 -----`, or `----- Waiting Channels: pid 311 at …`. */
const BEGIN = /^----- (Waiting Channels: )?pid (\d{1,9}) at (.{0,60}?) ?-----/;
const END = '----- end ';
/** Excerpts begin here, or with a thread. */
const EXCERPT = /^DALVIK THREADS \(|^"|^sysTid=/;

/** Most letters of a line; more decides nothing here. */
const MOST_LETTERS = 4_096;

/** A line's place in a dump. `unread`: of a stack, in no known form. */
export type DumpPlace = 'begin' | 'otherProcess' | 'laterDump' | 'inside' | 'outside' | 'unread';

/**
 * Text of Android's dumps -> threads of the first process, which did not respond. It may have several parts: waiting channels, then stacks
 * (system_server's StackTracesDumpHelper.java).
 */
export class DumpSections {
  readonly threads: DumpThreads;
  /** 0 until known. */
  pid = 0;
  /** Time of the first part, as written; '' if unknown. */
  time = '';
  #isInside = false;
  #isSeen = false;
  /** Before the first dump, and behind the end of one. */
  #isBetween = true;

  /** @param pid of the process if known, else the text's first @param headerOf other forms than Android's, as of coroutines behind a dump */
  constructor(pid = 0, headerOf?: HeaderOf) {
    this.pid = pid;
    this.threads = new DumpThreads(headerOf);
  }

  add(line: string): DumpPlace {
    const text = bareLine(line.slice(0, MOST_LETTERS));
    if (text.startsWith('-----')) {
      const [begin, channels, number, time = ''] = BEGIN.exec(text) ?? [];
      if (begin !== undefined) return this.#begin(Number(number), time, channels !== undefined);
      if (text.startsWith(END)) {
        this.#isInside = false;
        this.#isSeen = true;
        this.#isBetween = true;
      }
      return 'outside';
    }
    if (!this.#isSeen && (EXCERPT.test(text) || text.includes(' systid='))) {
      this.#isInside = true;
      this.#isSeen = true;
    }
    if (this.#isBetween && this.threads.isCoroutine(line)) this.#isInside = true;
    if (!this.#isInside) return 'outside';
    return this.threads.add(line) ? 'inside' : 'unread';
  }

  #begin(pid: number, time: string, hasChannels: boolean): DumpPlace {
    this.#isBetween = false;
    const isFirst = this.pid === 0 || (!this.#isSeen && pid === this.pid);
    this.#isInside = isFirst || (pid === this.pid && (hasChannels || !this.threads.hasFrames));
    if (isFirst) {
      this.pid = pid;
      this.time = time;
    }
    this.#isSeen = true;
    if (this.#isInside) return 'begin';
    return pid === this.pid ? 'laterDump' : 'otherProcess';
  }
}
