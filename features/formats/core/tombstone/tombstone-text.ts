import type { DumpFrame } from '../../../../core/analysis/exit-traces/dump-frames.ts';
import { nativeFrame } from '../../../../core/analysis/exit-traces/native-line.ts';
import { FrameRoom } from '../field/frame-room.ts';
import type { Use } from '../import/each-line.ts';
import { importLimits } from '../import/import-limits.ts';
import { noTombstone, type TombstoneThread } from './tombstone.ts';

const BEGIN = '*** *** *** ***';
/** `pid: 900, tid: 905, name: worker  >>> com.example.app <<<`; Play Console has no name. */
const THREAD = /^pid: (\d{1,9}), tid: (\d{1,9})(?:, name: (.{0,200}?))? {1,4}>>> (.{0,500}) <<<$/;
/** `signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0` */
const SIGNAL = /^signal \d{1,4} \((\w{1,40})\), code -?\d{1,9} \((\w{1,40})/;
const FACT = /^(Build fingerprint|Timestamp|Cmdline|Abort message): '?(.{1,4000}?)'?$/;

/** `#0 0x00084fe6 in tgkill tgkill.S:20`, by tools that name frames. */
const SYMBOLIZED = /^#\d{1,4} {1,4}(0x[\da-f]{1,16}) in ?(.{0,1000})$/;

/** Lines of debuggerd (tombstone_proto_to_text.cpp) -> the first crash. */
export class TombstoneText {
  readonly found = noTombstone();
  readonly #room = new FrameRoom();
  #tombstones = 0;
  #isOther = false;
  #open: TombstoneThread | undefined;
  /** Until the next part’s title, as remarks may be among the frames. */
  #isStack = false;

  add(line: string): Use {
    const text = line.slice(0, importLimits.letters).trim();
    if (text.startsWith(BEGIN)) {
      this.#tombstones++;
      this.#isOther = this.#tombstones > 1 && this.found.threads.length > 0;
      return !this.#isOther || 'later tombstones of the file';
    }
    if (this.#isOther) return true;
    if (text.startsWith('pid: ')) return this.#thread(text);
    if (text === 'backtrace:') this.#isStack = this.#open !== undefined;
    else if (this.#isStack && text.startsWith('#')) return this.#frame(text);
    else if (text.endsWith(':') || text.startsWith('--------- ')) this.#isStack = false;
    if (this.found.threads.length <= 1) this.#fact(text);
    return true;
  }

  #thread(text: string): Use {
    const [isThread, pid = '0', tid = '0', name = '', process = ''] = THREAD.exec(text) ?? [];
    this.#isStack = false;
    if (isThread === undefined) return 'threads of no known form';
    if (this.found.threads.length === 0) {
      this.found.pid = Number(pid);
      this.found.tid = Number(tid);
      this.found.process ||= process;
    }
    if (this.found.threads.length === importLimits.threads) {
      this.#open = undefined;
      return 'threads beyond the bound';
    }
    this.#open = { tid: Number(tid), name, frames: [] };
    this.found.threads.push(this.#open);
    return true;
  }

  #frame(text: string): Use {
    const frame = nativeFrame(text) ?? symbolizedFrame(text);
    if (frame === undefined) return 'lines of a stack';
    return this.#open === undefined ? 'lines of a stack' : this.#room.add(this.#open.frames, frame);
  }

  #fact(text: string): void {
    const [, name, code] = SIGNAL.exec(text) ?? [];
    if (name !== undefined && code !== undefined && this.found.signal.length === 0) this.found.signal.push(name, code);
    const [, key, value = ''] = FACT.exec(text) ?? [];
    if (key === 'Build fingerprint') this.found.fingerprint ||= value;
    else if (key === 'Timestamp') this.found.time ||= value;
    else if (key === 'Cmdline') this.found.process = value.split(' ', 1)[0] || this.found.process;
    else if (key === 'Abort message') this.found.abortMessage ||= value;
  }
}

function symbolizedFrame(text: string): DumpFrame | undefined {
  const [, address = '', named] = SYMBOLIZED.exec(text) ?? [];
  if (named === undefined) return undefined;
  const [, name = named, file = '', line = '0'] = /^(.{1,800}) ([^ :]{1,200}):(\d{1,9})(?::\d{1,9})?$/.exec(named) ?? [];
  return name === '' ? { function: address } : { function: name, file, line: Number(line) };
}
