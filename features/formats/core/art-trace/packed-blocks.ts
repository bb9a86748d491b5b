import { uint8At } from '../../../../core/columns/at.ts';
import type { Budget } from '../../../../core/session/limits/budget.ts';
import type { ByteFeed } from '../import/byte-feed.ts';
import { importLimits } from '../import/import-limits.ts';
import type { ImportTask } from '../import/profile-reader.ts';
import { action, type MethodCalls } from './method-calls.ts';
import { methodFacts, TraceOptions } from './text-head.ts';
import type { TraceHeader } from './trace-header.ts';

/** `art/runtime/trace.h`, kThreadInfoHeaderV2 and so on: a kind, an id, a length, then text or numbers. */
const kind = { thread: 0, method: 1, events: 2, summary: 3 } as const;

/** Blocks of versions 4 and 5. */
export async function readBlocks(feed: ByteFeed, task: ImportTask, header: TraceHeader, calls: MethodCalls): Promise<void> {
  const { report, turns } = task;
  const blocks = new EventBlocks(header, calls, task.builder.openCalls);
  while (await feed.has(1)) {
    const code = uint8At(feed.bytes, feed.at);
    if (code === kind.summary) {
      await readSummary(feed, report, calls);
      return;
    }
    const headBytes = code === kind.thread ? 7 : code === kind.method ? 11 : 12;
    if (code > kind.events || !(await feed.has(headBytes))) break;
    const head = feed.take(headBytes);
    const view = new DataView(head.buffer, head.byteOffset, headBytes);
    const thread = view.getUint32(1, true);
    const method = code === kind.method ? Number(view.getBigUint64(1, true)) : 0;
    const count = code === kind.events ? view.getUint16(5, true) + view.getUint8(7) * 2 ** 16 : 0;
    const length = code === kind.events ? view.getUint32(8, true) : view.getUint16(headBytes - 2, true);
    if (length > importLimits.heldBytes || !(await feed.has(length))) break;
    const content = feed.take(length);
    if (code === kind.events) {
      report.skipped('events in no known form', blocks.read(thread, count, content));
    } else {
      const text = new TextDecoder().decode(content);
      const facts = methodFacts(text);
      if (code === kind.thread) calls.threadName(thread, text);
      else if (facts === undefined) report.skipped('methods in no known form');
      else calls.method(method, facts);
    }
    await turns.pause();
  }
  report.truncated(`after ${calls.events.toLocaleString('en')} events`);
}

/** Its length has 16 bits and may be too small: it is the rest of the trace. */
async function readSummary(feed: ByteFeed, report: ImportTask['report'], calls: MethodCalls): Promise<void> {
  if (!(await feed.has(3))) return;
  feed.take(3);
  const options = new TraceOptions();
  for (;;) {
    const line = await feed.line(importLimits.lineBytes);
    if (line === undefined || line === '*end') break;
    if (!line.startsWith('*') && !/^\d{1,3}$/.test(line) && !options.add(line)) report.skipped('lines of the summary in no known form');
  }
  calls.facts(options);
}

/** Numbers of a thread's last block, which a block of the same flush goes on from. */
interface Last {
  count: number;
  method: number;
  time: number;
  cpu: number;
  readonly open: number[];
  /** Open calls beyond the bound. */
  deeper: number;
}

class EventBlocks {
  readonly #header: TraceHeader;
  readonly #calls: MethodCalls;
  readonly #last = new Map<number, Last>();
  readonly #openCalls: Budget;

  constructor(header: TraceHeader, calls: MethodCalls, openCalls: Budget) {
    this.#openCalls = openCalls;
    this.#header = header;
    this.#calls = calls;
  }

  /** @returns events that could not be read */
  read(thread: number, count: number, bytes: Uint8Array): number {
    const last = this.#last.get(thread) ?? { count: 0, method: 0, time: 0, cpu: 0, open: [], deeper: 0 };
    if (this.#last.size < importLimits.threads) this.#last.set(thread, last);
    const numbers = new PackedNumbers(bytes);
    const { hasCounter } = this.#header;
    // A long flush is several blocks: each counts the events of those before, too, and its differences go on.
    const own = hasCounter ? count : Math.floor(numbers.count / this.#perEvent);
    const goesOn = own < count && count === last.count + own;
    if (!goesOn) Object.assign(last, { method: 0, time: 0, cpu: 0 });
    last.count = count;
    const expected = goesOn ? own : count;
    for (let done = 0; done < expected; done++) {
      if (!(hasCounter ? this.#counterEvent(thread, numbers, last) : this.#event(thread, numbers, last))) return expected - done;
    }
    return 0;
  }

  get #perEvent(): number {
    return this.#header.version === 5 ? 3 : 2;
  }

  /** FlushEntriesFormatV2: method and action, wall clock, CPU clock, each as the difference to the event before, in nanoseconds. */
  #event(thread: number, numbers: PackedNumbers, last: Last): boolean {
    const isDual = this.#header.version === 5;
    last.method += numbers.signed();
    last.time += numbers.unsigned();
    if (isDual) last.cpu += numbers.unsigned();
    if (!numbers.isWhole || !Number.isSafeInteger(last.method) || !Number.isSafeInteger(last.time)) return false;
    const what = ((last.method % 4) + 4) % 4;
    this.#calls.event(thread, last.method - what, what, last.time / 1e3, isDual ? last.cpu / 1e3 : undefined);
    return true;
  }

  /** Counter and action in one number; a method only where a call begins. */
  #counterEvent(thread: number, numbers: PackedNumbers, last: Last): boolean {
    const isDual = this.#header.version === 5;
    last.time += numbers.signed();
    if (isDual) last.cpu += numbers.signed();
    const what = ((last.time % 4) + 4) % 4;
    if (what === action.enter) {
      last.method += numbers.signed();
      this.#open(last);
    }
    if (!numbers.isWhole || !Number.isSafeInteger(last.method) || !Number.isSafeInteger(last.time)) return false;
    const method = what === action.enter ? last.method : this.#close(last);
    const atUs = ((last.time - what) / 4) * (this.#header.frequency > 0 ? 1e6 / this.#header.frequency : 1e-3);
    this.#calls.event(thread, method, what, atUs, isDual ? last.cpu / 1e3 : undefined);
    return true;
  }

  #open(last: Last): void {
    if (last.deeper === 0 && this.#openCalls.takes()) last.open.push(last.method);
    else last.deeper++;
  }

  /** The method of the innermost call. */
  #close(last: Last): number {
    if (last.deeper > 0) {
      last.deeper--;
      return last.method;
    }
    const method = last.open.pop();
    if (method === undefined) return last.method;
    this.#openCalls.gives(1);
    return method;
  }
}

/** LEB128 numbers, https://dwarfstd.org/doc/DWARF5.pdf section 7.6; exact up to 2^53. */
class PackedNumbers {
  readonly #bytes: Uint8Array;
  #at = 0;
  /** False after a read beyond the end, or of a number that is longer than 64 bits. */
  isWhole = true;
  #shift = 0;
  #lastByte = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Numbers in all. */
  get count(): number {
    let count = 0;
    for (const byte of this.#bytes) if (byte < 0x80) count++;
    return count;
  }

  unsigned(): number {
    let value = 0;
    let factor = 1;
    this.#shift = 0;
    do {
      if (this.#at >= this.#bytes.length || this.#shift >= 70) {
        this.isWhole = false;
        return 0;
      }
      this.#lastByte = uint8At(this.#bytes, this.#at++);
      value += (this.#lastByte & 0x7f) * factor;
      factor *= 128;
      this.#shift += 7;
    } while (this.#lastByte >= 0x80);
    return value;
  }

  signed(): number {
    const value = this.unsigned();
    return this.#lastByte & 0x40 ? value - 2 ** this.#shift : value;
  }
}
