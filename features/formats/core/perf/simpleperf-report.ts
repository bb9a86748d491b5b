import { numberAt } from '../../../../core/columns/at.ts';
import { MAX_STACK_DEPTH } from '../../../../core/wire/schema.ts';
import type { FrameFacts } from '../import/frame-table.ts';
import { importLimits } from '../import/import-limits.ts';
import type { ImportTask } from '../import/profile-reader.ts';
import { StackTable } from '../import/stack-table.ts';
import type { ProtoReader } from '../protobuf/proto-reader.ts';
import { PerfRecording } from './recording.ts';
import { type FrameRole, frameRole, type PlacedFrame, perfFrame, waitingStack } from './waiting-stack.ts';

/** `system/extras/simpleperf/cmd_report_sample.proto`. */
const recordField = { sample: 1, lost: 2, file: 3, thread: 4, metaInfo: 5, contextSwitch: 6 } as const;

interface ReportedFrame {
  readonly file: number;
  /** -1 if unknown. */
  readonly symbol: number;
  readonly address: number;
  readonly kind: number;
}

interface ReportedFile {
  readonly path: string;
  readonly symbols: readonly string[];
}

/** The messages of a report; names of frames follow their samples. */
export class SimpleperfReport {
  readonly recording: PerfRecording;
  readonly #task: ImportTask;
  readonly #stacks: StackTable;
  /** Frames of `#stacks`; 0: none. */
  readonly #frames: ReportedFrame[] = [{ file: -1, symbol: -1, address: -1, kind: 0 }];
  readonly #byKey = new Map<string, number>();
  readonly #files = new Map<number, ReportedFile>();
  #events: string[] = [];
  #heldLetters = 0;

  constructor(task: ImportTask) {
    this.#task = task;
    this.recording = new PerfRecording(task);
    this.#stacks = new StackTable(importLimits, task.report);
  }

  record(record: ProtoReader): void {
    while (record.next()) {
      if (record.field === recordField.sample) this.#sample(record.message());
      else if (record.field === recordField.lost) this.#lost(record.message());
      else if (record.field === recordField.file) this.#file(record.message());
      else if (record.field === recordField.thread) this.#thread(record.message());
      else if (record.field === recordField.metaInfo) this.#metaInfo(record.message());
      else if (record.field === recordField.contextSwitch) this.#contextSwitch(record.message());
      else this.#task.report.skipped('records of an unknown kind');
    }
    record.expectWhole();
  }

  async finish(): Promise<void> {
    const { builder } = this.#task;
    const frames = this.#frames.map((frame, at) => (at === 0 ? NO_FRAME : this.#frameOf(frame)));
    // Callers have smaller numbers.
    const stacks: number[] = [0];
    for (let at = 1; at < this.#stacks.length; at++) {
      const caller = numberAt(stacks, numberAt(this.#stacks.parents, at));
      stacks.push(builder.stack(caller, frames[numberAt(this.#stacks.frames, at)]?.frame ?? 0));
    }
    // Samples share their stacks; 0: not yet known.
    const waiting = new Uint32Array(stacks.length);
    const off = (stack: number): number => {
      waiting[stack] ||= waitingStack(this.#placed(stack, stacks, frames));
      return numberAt(waiting, stack);
    };
    await this.recording.finish({ on: (stack) => numberAt(stacks, stack), off });
  }

  *#placed(stack: number, stacks: readonly number[], frames: readonly { readonly role: FrameRole }[]): Generator<PlacedFrame> {
    for (let at = stack; at !== 0; at = numberAt(this.#stacks.parents, at)) {
      yield { stack: numberAt(stacks, at), role: frames[numberAt(this.#stacks.frames, at)]?.role ?? 'native' };
    }
  }

  #sample(message: ProtoReader): void {
    let [atNs, tid, count, event] = [Number.NaN, -1, 0, 0];
    const chain: number[] = [];
    while (message.next()) {
      if (message.field === 1) atNs = message.unsigned();
      else if (message.field === 2) tid = message.unsigned();
      else if (message.field === 3) chain.push(this.#frame(message.message()));
      else if (message.field === 4) count = message.unsigned();
      else if (message.field === 5) event = message.unsigned();
    }
    message.expectWhole();
    if (tid < 0 || Number.isNaN(atNs)) {
      this.#task.report.skipped('samples without thread or time');
      return;
    }
    if (chain.length > MAX_STACK_DEPTH) this.#task.report.skipped(`frames deeper than ${MAX_STACK_DEPTH}`, chain.length - MAX_STACK_DEPTH);
    let stack = 0;
    for (const frame of chain.reverse().slice(0, MAX_STACK_DEPTH)) stack = this.#stacks.intern(stack, frame);
    const name = this.#events[event] ?? `event ${event}`;
    this.recording.sample(this.recording.thread(String(tid), { tid }), this.recording.event(name), atNs / 1e3, count, stack);
  }

  #frame(message: ProtoReader): number {
    let [address, file, symbol, kind] = [0, 0, -1, 0];
    while (message.next()) {
      if (message.field === 1) address = message.unsigned();
      else if (message.field === 2) file = message.unsigned();
      else if (message.field === 3) symbol = message.signed();
      else if (message.field === 4) kind = message.unsigned();
    }
    message.expectWhole();
    const key = `${file} ${symbol} ${address}`;
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    if (this.#frames.length > importLimits.frames) {
      this.#task.report.skipped('frames beyond the bound');
      return 0;
    }
    const id = this.#frames.push({ file, symbol, address, kind }) - 1;
    this.#byKey.set(key, id);
    return id;
  }

  #lost(message: ProtoReader): void {
    while (message.next()) if (message.field === 2) this.#task.report.skipped('samples that simpleperf lost', message.unsigned());
    message.expectWhole();
  }

  #file(message: ProtoReader): void {
    let [id, path] = [0, ''];
    const symbols: string[] = [];
    while (message.next()) {
      if (message.field === 1) id = message.unsigned();
      else if (message.field === 2) path = this.#text(message.bytes());
      else if (message.field === 3) {
        const symbol = this.#text(message.bytes());
        if (this.#hasRoom) symbols.push(symbol);
      }
    }
    message.expectWhole();
    if (this.#files.size < importLimits.images) this.#files.set(id, { path, symbols });
    else this.#task.report.skipped('libraries beyond the bound');
  }

  #thread(message: ProtoReader): void {
    let [tid, pid, name] = [0, 0, ''];
    while (message.next()) {
      if (message.field === 1) tid = message.unsigned();
      else if (message.field === 2) pid = message.unsigned();
      else if (message.field === 3) name = this.#text(message.bytes());
    }
    message.expectWhole();
    this.recording.thread(String(tid), { tid, pid, name });
  }

  #metaInfo(message: ProtoReader): void {
    const { builder } = this.#task;
    const events: string[] = [];
    while (message.next()) {
      if (message.field === 1 && events.length < MOST_EVENTS) events.push(this.#text(message.bytes()));
      else if (message.field === 2) this.recording.app = this.#text(message.bytes());
      else if (message.field === 4) builder.process({ system: 'android', apiLevel: Number(this.#text(message.bytes())) || 0 });
    }
    message.expectWhole();
    if (this.recording.app !== '') builder.process({ system: 'android' });
    this.#events = events;
  }

  #contextSwitch(message: ProtoReader): void {
    let [isOn, atNs, tid] = [0, Number.NaN, -1];
    while (message.next()) {
      if (message.field === 1) isOn = message.unsigned();
      else if (message.field === 2) atNs = message.unsigned();
      else if (message.field === 3) tid = message.unsigned();
    }
    message.expectWhole();
    if (tid < 0 || Number.isNaN(atNs)) {
      this.#task.report.skipped('switches without thread or time');
      return;
    }
    const thread = this.recording.thread(String(tid), { tid });
    if (isOn === 0) this.recording.off(thread, atNs / 1e3, 0);
    else this.recording.on(thread, atNs / 1e3);
  }

  #frameOf({ file, symbol, address, kind }: ReportedFrame): { readonly frame: number; readonly role: FrameRole } {
    const { builder } = this.#task;
    const { path = '', symbols = [] } = this.#files.get(file) ?? {};
    const name = symbols[symbol] ?? '';
    const isManaged = kind === INTERPRETED || kind === JIT;
    const parts: FrameFacts = name === '' ? { function: '' } : perfFrame(name, isManaged);
    const isNative = !isManaged && (parts.class ?? '') === '';
    const frame = builder.frame(isNative ? { ...parts, image: this.#image(path), address } : parts);
    return { frame, role: frameRole(parts, path) };
  }

  readonly #images = new Map<string, number>();

  #image(path: string): number {
    const known = this.#images.get(path);
    if (known !== undefined) return known;
    const image = this.#task.builder.image({ path });
    if (image !== 0) this.#images.set(path, image);
    return image;
  }

  get #hasRoom(): boolean {
    return this.#heldLetters <= importLimits.heldBytes;
  }

  #text(bytes: Uint8Array): string {
    const cut = bytes.subarray(0, importLimits.letters);
    this.#heldLetters += cut.length + TEXT_LETTERS;
    if (!this.#hasRoom) {
      this.#task.report.skipped('texts beyond the bound');
      return '';
    }
    return new TextDecoder().decode(cut);
  }
}

const NO_FRAME = { frame: 0, role: 'native' } as const;
/** ExecutionType. */
const INTERPRETED = 1;
const JIT = 2;
const MOST_EVENTS = 1_000;
/** Empty texts take room in lists, too. */
const TEXT_LETTERS = 16;
