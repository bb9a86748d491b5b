import { hangUs } from '../../field/assumed-lengths.ts';
import type { FieldReport, ReportThread } from '../../field/field-report.ts';
import { FrameRoom } from '../../field/frame-room.ts';
import type { KsContext } from '../../field/native-frames.ts';
import { allowanceUs } from '../../field/watchdog.ts';
import type { Use } from '../../import/each-line.ts';
import { importLimits } from '../../import/import-limits.ts';
import type { ImportReport } from '../../import/import-report.ts';
import type { TextFields } from './text-fields.ts';
import type { TextImages, TextPlace } from './text-images.ts';

const MAIN_QUEUE = 'com.apple.main-thread';
const NAMED = /^Thread (\d{1,6}) name:\s{0,100}(.{0,500})$/;
/** macOS writes `Thread 1 Crashed:: loader`, some reporters one colon: `Thread 1 Crashed: loader`. */
const THREAD = /^Thread (\d{1,6})(?: Crashed| Highlighted)?:{1,2}(?:\s{1,100}(\S.{0,500}))?$/;
/** `1   Shop    0x0000000104e24d8c total + 52 (Cart.swift:12)` */
const FRAME = /^\d{1,4}\s{1,20}(\S.{0,300}?)\s{1,100}0x([0-9a-f]{1,16})\s{1,20}(\S.{0,4000})$/i;
const OFFSET = /^0x([0-9a-f]{1,16}) \+ (\d{1,15})\b/i;
const QUEUE = 'Dispatch queue:';
/** `Thread 0 crashed with ARM Thread State (64-bit):` */
const STATE = /^Thread \d{1,6} (?:crashed|highlighted) with /;
const REGISTER = /^\s{1,20}\w{1,10}: 0x/;

interface CrashThread {
  name: string;
  queue: string;
  readonly frames: TextPlace[];
}

/** Lines of a crash report, as iOS wrote them until version 14. */
export class CrashLines {
  readonly #fields: TextFields;
  readonly #images: TextImages;
  readonly #report: ImportReport;
  readonly #threads = new Map<string, CrashThread>();
  readonly #room = new FrameRoom();
  #open: CrashThread | undefined;
  /** Rest: registers, memory and the system, behind the libraries. */
  #section: 'report' | 'text' | 'images' | 'rest' = 'report';

  constructor(fields: TextFields, images: TextImages, report: ImportReport) {
    this.#fields = fields;
    this.#images = images;
    this.#report = report;
  }

  add(line: string): Use {
    if (line.trim() === '') {
      this.#open = undefined;
      if (this.#section !== 'images') this.#section = 'report';
      else if (this.#images.count > 0) this.#section = 'rest';
      return true;
    }
    if (this.#section === 'rest') return true;
    if (this.#section === 'images') return this.#images.addLine(line) || line === 'EOF' || 'lines of the list of libraries';
    const place = FRAME.exec(line);
    if (place !== null) this.#addFrame(place);
    else if (line.startsWith('Binary Images:')) this.#section = 'images';
    else if (line.startsWith('Thread ')) return this.#addThread(line) || this.#leavesOut(line);
    else return this.#fields.add(line) || this.#leavesOut(line);
    return true;
  }

  /** Registers, and texts below a heading: `Application Specific Information:`. */
  #leavesOut(line: string): Use {
    if (this.#section === 'text') return true;
    if (!line.trimEnd().endsWith(':') && !STATE.test(line)) return REGISTER.test(line) || 'lines of no known form';
    this.#section = 'text';
    return true;
  }

  end({ tables }: KsContext): FieldReport {
    const threads = [...this.#threads.values()];
    const byQueue = threads.findIndex(({ queue }) => queue === MAIN_QUEUE);
    const main = byQueue < 0 ? 0 : byQueue;
    const isWatchdog = this.#isWatchdog;
    const exception = this.#fields.of('Exception Type');
    return {
      title: isWatchdog ? 'Apple: ended by the watchdog (0x8badf00d)' : `Apple: crash ${exception}`.trimEnd(),
      lastsUs: isWatchdog ? hangUs(this.#allowanceUs, 'watchdog', this.#report) : undefined,
      threads: threads.map(({ name, queue, frames }, at): ReportThread => {
        let stack = 0;
        for (let row = frames.length - 1; row >= 0; row--) {
          const frame = frames[row];
          if (frame !== undefined) stack = tables.stack(stack, this.#images.frame(frame, row > 0));
        }
        return { name, tid: 0, isMain: at === main, group: queue, stacks: stack === 0 ? [] : [{ stack, weight: 1 }] };
      }),
    };
  }

  /** False for other lines about a thread, such as that with its state. */
  #addThread(line: string): boolean {
    const [, namedNumber, name = ''] = NAMED.exec(line) ?? [];
    const [, number = namedNumber, title = name] = THREAD.exec(line) ?? [];
    if (number === undefined) {
      this.#open = undefined;
      return false;
    }
    let thread = this.#threads.get(number);
    if (thread === undefined && this.#threads.size < importLimits.threads) {
      thread = { name: '', queue: '', frames: [] };
      this.#threads.set(number, thread);
    }
    this.#open = thread;
    if (thread === undefined) this.#report.skipped('threads beyond the bound');
    else {
      const at = title.indexOf(QUEUE);
      thread.name ||= (at < 0 ? title : title.slice(0, at)).trim();
      if (at >= 0) thread.queue ||= title.slice(at + QUEUE.length).trim();
    }
    return true;
  }

  #addFrame([, image = '', digits = '', text = '']: readonly (string | undefined)[]): void {
    const frame = { image, address: Number.parseInt(digits, 16), ...placeOf(text) };
    const use = this.#open === undefined ? 'calls of no thread, as of the last exception' : this.#room.add(this.#open.frames, frame);
    if (use !== true) this.#report.skipped(use);
  }

  get #isWatchdog(): boolean {
    return [...this.#fields.values].some((value) => /0x0{0,8}8badf00d/i.test(value));
  }

  get #allowanceUs(): number | undefined {
    for (const value of this.#fields.values) {
      const us = allowanceUs(value);
      if (us !== undefined) return us;
    }
    return undefined;
  }
}

function placeOf(text: string): Pick<TextPlace, 'name' | 'file' | 'line' | 'offset'> {
  const [, , offset] = OFFSET.exec(text) ?? [];
  if (offset !== undefined) return { name: '', file: '', line: 0, offset: Number(offset) };
  const [found = '', file = '', line = '0'] = / \(([^()]{1,500}):(\d{1,9})\)$/.exec(text) ?? [];
  const name = text
    .slice(0, text.length - found.length)
    .replace(/ \(in [^()]{1,500}\)$/, '')
    .replace(/ \+ \d{1,15}$/, '');
  return { name: name.replace(/ \(in [^()]{1,500}\)$/, ''), file, line: Number(line), offset: -1 };
}
