import { resolve } from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import { parseBegin } from './begin-line.ts';
import { earlyEnd, fileBegin, fileEnd, fileResult, hasReason, isFailure, isLive, isResult, isTest, type Result } from './test-events.ts';

export interface BatchListener {
  /** As of a process of the file's own. */
  emit(event: TestEvent): void;
  begun(file: string): void;
  /** All events of the file were emitted. @param ms of a processor, which do not grow beside other programs; of the last file by the clock */
  ended(file: string, ms: number, isPassed: boolean): void;
}

/** Turns events of a batch's process, in which each file is a suite, into those of a process for each file. */
export class BatchEvents {
  readonly #root: string;
  readonly #files: readonly string[];
  readonly #listener: BatchListener;
  readonly #begun: { readonly file: string; readonly atMs: number; readonly cpuMs: number }[] = [];
  readonly #left: Set<string>;
  /** Begun by an event, and not ended by one. */
  readonly #open = new Set<string>();
  /** Of the file that is reported next. */
  #held: TestEvent[] = [];
  #processFailure: Result = earlyEnd();
  #isSuccess = true;
  #hasFailed = false;

  /** @param root paths of files are relative to it */
  constructor(root: string, files: readonly string[], listener: BatchListener) {
    this.#root = root;
    this.#files = files;
    this.#left = new Set(files);
    this.#listener = listener;
  }

  take(event: TestEvent): void {
    const { type, data } = event;
    const begin = type === 'test:stderr' ? parseBegin(data.message) : undefined;
    if (begin !== undefined) this.#begin(begin.file, begin.cpuMs);
    else if (type === 'test:summary') this.#isSuccess &&= data.success;
    else if (type === 'test:stdout' || type === 'test:stderr') this.#held.push(event);
    else if (data !== undefined && 'nesting' in data && data.nesting > 0) {
      data.nesting--;
      // A file that could not be loaded.
      if ('name' in data && this.#files.includes(data.name)) Object.assign(data, { file: this.#pathOf(data.name), line: 1, column: 1 });
      if (isLive(event)) this.#listener.emit(event);
      else this.#held.push(event);
    } else if (data !== undefined && 'name' in data) this.#takeOuter(event, data.name);
    // The closing figures have no file.
    else if (type === 'test:diagnostic' && data.file !== undefined) this.#held.push(event);
  }

  /** The process has ended. @returns files that have to run still, as one before them ended it */
  finish(): readonly string[] {
    const last = this.#begun.at(-1)?.file ?? this.#files[0] ?? '';
    if (this.#left.has(last)) {
      // Events of earlier files may be lost, and those held be theirs: they run again.
      this.#held = this.#held.filter((event) => !('nesting' in (event.data ?? {})));
      this.#report(last, this.#processFailure);
    } else if (!this.#isSuccess && !this.#hasFailed) {
      this.#hold(this.#processFailure, `One of ${this.#files.join(', ')}`, last);
    }
    this.#flush();
    for (const file of this.#open) this.#listener.emit(fileEnd(file, this.#pathOf(file)));
    return this.#files.filter((file) => this.#left.has(file));
  }

  #begin(file: string, cpuMs: number): void {
    this.#begun.push({ file, atMs: performance.now(), cpuMs });
    this.#open.add(file);
    this.#listener.begun(file);
    // The suite's own event comes when its tests begin.
    this.#listener.emit(fileBegin(file, this.#pathOf(file)));
  }

  /** A file's own events, and those of the process. */
  #takeOuter(event: TestEvent, name: string): void {
    if (!this.#files.includes(name)) {
      if (event.type === 'test:fail') this.#processFailure = event;
    } else if (isResult(event)) this.#report(name, event);
    else if (event.type === 'test:complete' && name !== this.#files.at(-1)) {
      this.#open.delete(name);
      const data = { ...event.data, file: this.#pathOf(name), cpuMs: this.#cpuMsOf(name) };
      this.#listener.emit({ ...event, data });
    }
  }

  #report(file: string, result: Result): void {
    const isEmpty = !this.#held.some(isTest);
    // Node's test runner counts a file without a test as one.
    if (isEmpty || (result.type === 'test:fail' && !hasReason(result))) this.#hold(result, file, file);
    const isPassed = !isEmpty && !this.#held.some(isFailure);
    this.#flush();
    this.#left.delete(file);
    const nowMs = performance.now();
    const ms = this.#cpuMsOf(file) ?? nowMs - (this.#begun.find((begun) => begun.file === file)?.atMs ?? nowMs);
    this.#listener.ended(file, ms, isPassed);
  }

  #hold(result: Result, name: string, file: string): void {
    this.#held.push(...fileResult(result, name, this.#pathOf(file)));
  }

  #flush(): void {
    for (const event of this.#held) {
      this.#hasFailed ||= isFailure(event);
      this.#listener.emit(event);
    }
    this.#held = [];
  }

  /** Of processors; undefined until the next file has begun. The first one has the start of the process. */
  #cpuMsOf(file: string): number | undefined {
    const at = this.#begun.findIndex((begun) => begun.file === file);
    const next = this.#begun[at + 1];
    return next === undefined ? undefined : next.cpuMs - (at > 0 ? (this.#begun[at]?.cpuMs ?? 0) : 0);
  }

  #pathOf(file: string): string {
    return resolve(this.#root, file);
  }
}
