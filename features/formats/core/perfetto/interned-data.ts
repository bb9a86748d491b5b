import { TextTable } from '../held/text-table.ts';
import { namePartsOf } from '../import/frame-names.ts';
import { importLimits } from '../import/import-limits.ts';
import type { ImportTask } from '../import/profile-reader.ts';
import { ProtoReader } from '../protobuf/proto-reader.ts';
import { buildIdOf } from './build-id.ts';
import { SECTION_MAPPING } from './own/fact-names.ts';
import { type SampleCounter, type SampleTask, sampleCounterOf, sampleTaskOf } from './stack-sample.ts';
import { callstackField, frameField, internedField, mappingField, textField } from './tracks/trace-fields.ts';

/** Entries of all sequences together that wait for use. */
const MOST_ENTRIES = 1 << 20;
/** Limit for their texts. */
const MOST_BYTES = 64 << 20;

/** Producers may choose any 64 bits. */
type Iid = number | bigint;

interface Mapping {
  readonly path: string;
  readonly buildId: Iid;
}

/** Files of libraries by path and build id, for all sequences. */
export class TraceImages {
  readonly #byKey: TextTable<number>;
  readonly #task: ImportTask;
  entries = 0;
  bytes = 0;

  constructor(task: ImportTask) {
    this.#task = task;
    this.#byKey = new TextTable(task.builder.held, importLimits.images);
  }

  of(path: string, buildId: Uint8Array): number {
    const key = `${path}\n${buildId.join(' ')}`;
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const image = this.#task.builder.image({ path, buildId });
    this.#byKey.set(key, image);
    return image;
  }

  affords(): boolean {
    if (this.entries++ < MOST_ENTRIES) return true;
    this.#task.report.skipped('interned entries beyond the bound');
    return false;
  }

  affordsBytes(count: number): boolean {
    if (this.bytes + count <= MOST_BYTES) {
      this.bytes += count;
      return true;
    }
    this.#task.report.skipped('interned entries beyond the bound');
    return false;
  }
}

/** One sequence's entries by field and id. They hold until the sequence clears them. */
export class InternedData {
  readonly #texts = new Map<number, Map<Iid, Uint8Array>>();
  readonly #mappings = new Map<Iid, Mapping>();
  /** Handles of the builder. */
  readonly #frames = new Map<Iid, number>();
  readonly #stacks = new Map<Iid, number>();
  readonly #tasks = new Map<Iid, SampleTask>();
  readonly #counters = new Map<Iid, SampleCounter>();
  readonly #task: ImportTask;
  readonly #images: TraceImages;
  #count = 0;
  #bytes = 0;

  constructor(task: ImportTask, images: TraceImages) {
    this.#task = task;
    this.#images = images;
  }

  clear(): void {
    this.#texts.clear();
    this.#mappings.clear();
    this.#frames.clear();
    this.#stacks.clear();
    this.#tasks.clear();
    this.#counters.clear();
    this.#images.entries -= this.#count;
    this.#images.bytes -= this.#bytes;
    [this.#count, this.#bytes] = [0, 0];
  }

  text(field: number, iid: Iid): string | undefined {
    const bytes = this.#texts.get(field)?.get(iid);
    return bytes === undefined ? undefined : new TextDecoder().decode(bytes.subarray(0, 4_096));
  }

  /** A stack of the builder; undefined for an unknown id. */
  stack(iid: Iid): number | undefined {
    return this.#stacks.get(iid);
  }

  task(iid: Iid): SampleTask | undefined {
    return this.#tasks.get(iid);
  }

  counter(iid: Iid): SampleCounter | undefined {
    return this.#counters.get(iid);
  }

  /** Stacks name frames, frames name texts: those come first, whatever the order of fields. */
  add(bytes: Uint8Array): void {
    for (const step of ['texts', 'mappings', 'frames', 'stacks'] as const) {
      const reader = new ProtoReader(bytes);
      while (reader.next()) {
        if (step === 'mappings' && reader.field === internedField.mappings) this.#mapping(reader.message());
        else if (step === 'frames' && reader.field === internedField.frames) this.#frame(reader.message());
        else if (step === 'stacks' && reader.field === internedField.callstacks) this.#callstack(reader.message());
        else if (step === 'texts' && textFields.has(reader.field)) this.#text(reader.field, reader.message());
        else if (step === 'stacks' && reader.field === internedField.sampleTasks) this.#sampledTask(reader.message());
        else if (step === 'stacks' && reader.field === internedField.sampleCounters) this.#counter(reader.message());
      }
      reader.expectWhole();
    }
  }

  #affords(): boolean {
    const does = this.#images.affords();
    if (does) this.#count++;
    return does;
  }

  #affordsBytes(count: number): boolean {
    const does = this.#images.affordsBytes(count);
    if (does) this.#bytes += count;
    return does;
  }

  #sampledTask(reader: ProtoReader): void {
    const task = sampleTaskOf(reader);
    if (this.#affords()) this.#tasks.set(task.iid, task);
  }

  #counter(reader: ProtoReader): void {
    const counter = sampleCounterOf(reader);
    if (this.#affords()) this.#counters.set(counter.iid, counter);
  }

  #text(field: number, reader: ProtoReader): void {
    let iid: Iid = 0;
    let bytes = new Uint8Array(0);
    while (reader.next()) {
      if (reader.field === textField.iid) iid = reader.id();
      else if (reader.field === textField.text) bytes = reader.bytes().slice(0, 4_096);
    }
    if (!this.#affordsBytes(bytes.length) || !this.#affords()) return;
    const known = this.#texts.get(field) ?? new Map<Iid, Uint8Array>();
    known.set(iid, bytes);
    this.#texts.set(field, known);
  }

  #mapping(reader: ProtoReader): void {
    let iid: Iid = 0;
    let buildId: Iid = 0;
    const paths: string[] = [];
    let letters = 0;
    while (reader.next()) {
      if (reader.field === mappingField.iid) iid = reader.id();
      else if (reader.field === mappingField.buildId) buildId = reader.id();
      else if (reader.field === mappingField.paths)
        reader.eachNumber(() => {
          const part = this.text(internedField.mappingPaths, reader.id()) ?? '';
          letters += part.length;
          if (paths.length < 64 && letters <= importLimits.letters) paths.push(part);
        });
    }
    const path = paths.join('/');
    if (this.#affordsBytes(path.length) && this.#affords())
      this.#mappings.set(iid, { path: paths.length > 1 && !path.startsWith('/') ? `/${path}` : path, buildId });
  }

  #frame(reader: ProtoReader): void {
    let [address, line] = [0, 0];
    let iid: Iid = 0;
    let named: Iid = 0;
    let mappingIid: Iid = 0;
    let source: Iid = 0;
    while (reader.next()) {
      if (reader.field === frameField.iid) iid = reader.id();
      else if (reader.field === frameField.functionName) named = reader.id();
      else if (reader.field === frameField.mapping) mappingIid = reader.id();
      else if (reader.field === frameField.address) address = reader.unsigned();
      else if (reader.field === frameField.sourcePath) source = reader.id();
      else if (reader.field === frameField.line) line = reader.unsigned();
    }
    if (!this.#affords()) return;
    const mapping = this.#mappings.get(mappingIid);
    const name = this.text(internedField.functionNames, named) ?? '';
    const file = this.text(internedField.sourcePaths, source) ?? '';
    // Managed code has names, and its address says nothing to local builds.
    const isNative = namePartsOf(name).class === '' && address > 0 && mapping !== undefined && mapping.path !== '';
    const { builder } = this.#task;
    if (mapping?.path === SECTION_MAPPING) {
      this.#frames.set(iid, builder.frame({ class: '', function: name, file, line, isAppSection: true }));
      return;
    }
    if (!isNative) {
      const unnamed = mapping === undefined || mapping.path === '' ? '(unknown)' : `${mapping.path.split('/').at(-1) ?? ''}`;
      this.#frames.set(iid, builder.frame(name === '' ? { class: '', function: unnamed, file, line } : { function: name, file, line }));
      return;
    }
    const id = this.#texts.get(internedField.buildIds)?.get(mapping.buildId) ?? new Uint8Array(0);
    this.#frames.set(iid, builder.frame({ function: name, file, line, image: this.#images.of(mapping.path, buildIdOf(id)), address }));
  }

  #callstack(reader: ProtoReader): void {
    let iid: Iid = 0;
    let stack = 0;
    while (reader.next()) {
      if (reader.field === callstackField.iid) iid = reader.id();
      // Outermost first.
      else if (reader.field === callstackField.frames)
        reader.eachNumber(() => {
          const frame = this.#frames.get(reader.id());
          if (frame === undefined) this.#task.report.skipped('frames of stacks that the trace does not describe');
          else stack = this.#task.builder.stack(stack, frame);
        });
    }
    if (this.#affords()) this.#stacks.set(iid, stack);
  }
}

const textFields: ReadonlySet<number> = new Set([
  internedField.categories,
  internedField.eventNames,
  internedField.annotationNames,
  internedField.functionNames,
  internedField.buildIds,
  internedField.mappingPaths,
  internedField.sourcePaths,
]);
