import { statSync } from 'node:fs';
import { changedFile, type Reading, runReading } from '../../core/symbols/bytes/byte-source.ts';
import { SymbolError } from '../../core/symbols/bytes/symbol-error.ts';
import { ImageFrames } from '../../core/symbols/image/image-frames.ts';
import { openDebugFile } from '../../core/symbols/image/open.ts';
import { type Mapping, openMapping } from '../../core/symbols/retrace/mapping.ts';
import type { CandidateKind } from '../folders/finder.ts';
import { ClassFolders } from './class-folders.ts';
import { identifyFile } from './identify-file.ts';
import type { FileFacts, FileVersion } from './symbol-questions.ts';
import { FileAnswers, unreadable } from './unpack/file-answers.ts';
import { type FileMemory, SymbolMemory, type SymbolMemoryLimits } from './unpack/symbol-memory.ts';
import { nodeUnpackers } from './unpack/unpackers.ts';

/** Files may be written anew after so long without a question: some systems don't let a build replace what is open. */
const CLOSE_AFTER_MS = 3_000;

interface OpenFile {
  readonly stamp: string;
  readonly memory: FileMemory;
  readonly symbols: Mapping | ImageFrames;
}

/** Maps and debug files that are kept open in a worker; the ones used last, as far as they fit into its memory. */
export class OpenSymbols {
  readonly #files = new FileAnswers();
  readonly #memory: SymbolMemory;
  readonly #open = new Map<string, OpenFile>();
  /** Of the mapping that was asked for last. */
  #folders: { readonly key: string; readonly folders: ClassFolders } | undefined;
  #closing: NodeJS.Timeout | undefined;

  /** @param limits the file used last is kept even when its own bytes are more */
  constructor(limits: SymbolMemoryLimits) {
    this.#memory = new SymbolMemory(limits);
  }

  /** What is unpacked from now on is for another question. */
  beginQuestion(): void {
    this.#memory.beginQuestion();
  }

  /** Reads what a file says it is, and keeps nothing of it. @throws SymbolError */
  identify(path: string, kind: CandidateKind): readonly FileFacts[] {
    const memory = this.#memory.file(() => undefined);
    try {
      return this.run(identifyFile(path, kind, { ...nodeUnpackers, memory }));
    } finally {
      memory.free();
      this.#files.forget(path);
    }
  }

  /** @throws SymbolError */
  run<T>(reading: Reading<T>): T {
    clearTimeout(this.#closing);
    this.#closing = setTimeout(() => this.#files.close(), CLOSE_AFTER_MS);
    this.#closing.unref();
    return runReading(reading, this.#files.answer);
  }

  /** @throws SymbolError, also when the file is no longer the one that is meant */
  mapping(path: string, { size, modifiedMs }: FileVersion): Mapping {
    const found = stampOf(path);
    if (found.stamp !== `${size} ${modifiedMs}`) throw changedFile(path, modifiedMs / 1000, found.modifiedMs / 1000);
    const symbols = this.#opened(path, path, () => this.run(openMapping(path)));
    if (symbols instanceof ImageFrames) throw new SymbolError({ reason: 'unsupported', file: path, offset: 0, expected: 'a mapping' });
    return symbols;
  }

  /** Classes that were compiled for a mapping; looked at anew when the mapping has changed. */
  classFolders(mapping: string): ClassFolders {
    const { stamp } = stampOf(mapping);
    if (this.#folders?.key !== `${mapping}\n${stamp}`) this.#folders = { key: `${mapping}\n${stamp}`, folders: new ClassFolders(mapping) };
    return this.#folders.folders;
  }

  /**
   * @param entry inside an archive, '' for a file of its own
   * @param id of the image that is wanted: a file of several architectures holds several
   * @throws SymbolError
   */
  native(path: string, entry: string, id: string): ImageFrames {
    const symbols = this.#opened(`${path}\n${entry}\n${id}`, path, (memory) => {
      const file = this.run(openDebugFile(path, { unpackers: { ...nodeUnpackers, memory }, ...(entry === '' ? {} : { entry }) }));
      const image = file.images.find((one) => one.id === id);
      if (image !== undefined) return new ImageFrames(image);
      const found = file.images.map((one) => one.id ?? 'no id').join(', ');
      throw new SymbolError({ reason: 'changed', file: path, offset: 0, expected: `the build ${id}`, found });
    });
    if (!(symbols instanceof ImageFrames)) throw new SymbolError({ reason: 'unsupported', file: path, offset: 0, expected: 'a program' });
    return symbols;
  }

  /** The open file, unless it has been written anew since. */
  #opened(key: string, path: string, open: (memory: FileMemory) => Mapping | ImageFrames): Mapping | ImageFrames {
    const { stamp, bytes } = stampOf(path);
    const known = this.#open.get(key);
    if (known?.stamp === stamp) {
      known.memory.used();
      return known.symbols;
    }
    if (known !== undefined) {
      this.#open.delete(key);
      known.memory.free();
      // Its old bytes may be held open.
      this.#files.close();
    }
    const memory = this.#memory.file(() => {
      this.#open.delete(key);
      this.#files.forget(path);
    });
    memory.open(bytes);
    try {
      const symbols = open(memory);
      this.#open.set(key, { stamp, memory, symbols });
      return symbols;
    } catch (error) {
      memory.free();
      throw error;
    }
  }
}

function stampOf(path: string): { readonly stamp: string; readonly bytes: number; readonly modifiedMs: number } {
  try {
    const { size, mtimeMs } = statSync(path);
    return { stamp: `${size} ${mtimeMs}`, bytes: size, modifiedMs: mtimeMs };
  } catch (error) {
    throw unreadable(path, error);
  }
}
