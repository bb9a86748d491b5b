import { field, listField, numberField } from '../../../../core/text/json-fields.ts';
import { namePartsOf } from '../import/frame-names.ts';
import type { NamedFunctions } from '../import/named-functions.ts';
import type { ImportTask } from '../import/profile-reader.ts';
import { Column, textAt } from './column.ts';
import type { MappedLibraries } from './gecko-libraries.ts';
import { geckoLocation } from './gecko-location.ts';
import { StackCategories } from './stack-categories.ts';
import type { ThreadStacks } from './thread-samples.ts';

const STEP = 4_096;
/** Labels of a process' begin: without native frames below them, no code with a label ran. */
const FIRST_LABELS: ReadonlySet<string> = new Set(['(root)', 'XRE_Main', 'Startup::XRE_Main', 'XRE_InitChildProcess']);

/** Stacks of a raw profile's thread, made when a sample needs them. */
export class GeckoStacks implements ThreadStacks {
  readonly #builder: ImportTask['builder'];
  readonly #frames: GeckoFrames;
  readonly #frame: Column;
  /** Handles of the stacks as callers, by row. */
  readonly #callers: number[] = [];
  readonly #prefix: Column;

  readonly #categories: StackCategories;
  /** Only labels and scripts: native code is on no stack. */
  readonly #isLabelled: boolean;

  private constructor(task: ImportTask, thread: unknown, frames: GeckoFrames, meta: unknown) {
    const table = field(thread, 'stackTable');
    this.#builder = task.builder;
    this.#frames = frames;
    this.#frame = new Column(table, 'frame');
    this.#prefix = new Column(table, 'prefix');
    this.#categories = new StackCategories(thread, meta);
    this.#isLabelled = numberField(meta, 'stackwalk') === 0;
  }

  /** @param meta of the profile */
  static async of(task: ImportTask, thread: unknown, frames: GeckoFrames, meta: unknown): Promise<GeckoStacks> {
    const stacks = new GeckoStacks(task, thread, frames, meta);
    for (let row = 0; row < stacks.#frame.length; row++) {
      const parent = stacks.#prefix.at(row);
      if (parent !== undefined && stacks.#callers[parent] === undefined)
        task.report.skipped('callers that do not stand before their stacks');
      const caller = stacks.#callerOf(parent);
      const frame = frames.handleOf(stacks.#frame.at(row), true);
      if (frame === undefined) task.report.skipped('frames that the file does not list');
      stacks.#callers.push(frame === undefined ? caller : task.builder.stack(caller, frame));
      if (row % STEP === 0) await task.turns.pause();
    }
    return stacks;
  }

  /** A stack's handle, whose innermost frame is no return address. Undefined for a row that is not there. */
  of(row: number): number | undefined {
    const whole = this.#callers[row];
    const frame = this.#frames.handleOf(this.#frame.at(row), false);
    if (whole === undefined || frame === undefined) return whole;
    const parent = this.#prefix.at(row);
    return this.#builder.stack(this.#callerOf(parent), frame);
  }

  /** 0 for the outermost frame, and for a caller that does not stand before its stack. */
  #callerOf(parent: number | undefined): number {
    return (parent === undefined ? undefined : this.#callers[parent]) ?? 0;
  }

  isRest(row: number): boolean {
    return this.#categories.isRest(row) || (this.#isLabelled && FIRST_LABELS.has(this.#frames.textOf(this.#frame.at(row))));
  }

  isOffCpu(row: number): boolean {
    return this.#categories.isOffCpu(row);
  }
}

/** Frames of a thread, each made once. */
export class GeckoFrames {
  readonly #task: ImportTask;
  readonly #texts: readonly unknown[];
  readonly #mapped: MappedLibraries;
  readonly #named: NamedFunctions;
  readonly #known = new Map<number, number>();
  readonly #location: Column;
  readonly #line: Column;

  constructor(task: ImportTask, thread: unknown, mapped: MappedLibraries, named: NamedFunctions) {
    this.#task = task;
    this.#texts = listField(thread, 'stringTable');
    this.#mapped = mapped;
    this.#named = named;
    const table = field(thread, 'frameTable');
    this.#location = new Column(table, 'location');
    this.#line = new Column(table, 'line');
  }

  /** @param isCaller its address is the one behind a call */
  handleOf(row: number | undefined, isCaller: boolean): number | undefined {
    const index = this.#location.at(row);
    if (row === undefined || index === undefined) return undefined;
    const key = row * 2 + (isCaller ? 1 : 0);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const handle = this.#make(textAt(this.#texts, index), this.#line.at(row), isCaller);
    this.#known.set(key, handle);
    return handle;
  }

  /** The file's own text. */
  textOf(row: number | undefined): string {
    return textAt(this.#texts, this.#location.at(row));
  }

  #make(text: string, line: number | undefined, isCaller: boolean): number {
    const { builder } = this.#task;
    const location = geckoLocation(text);
    if (location.address !== undefined) {
      const place = this.#mapped.placeOf(location.address);
      // The call stands before the return address.
      const back = isCaller && place !== undefined && place.address > 0 ? 1 : 0;
      return builder.frame(place === undefined ? { function: text } : { function: '', image: place.image, address: place.address - back });
    }
    const isNative = location.library !== undefined && namePartsOf(location.function).class === '';
    if (location.library !== undefined && isNative) return this.#named.frame(location.library, location.function);
    return builder.frame({ function: location.function, file: location.file ?? '', line: line ?? location.line ?? 0 });
  }
}
