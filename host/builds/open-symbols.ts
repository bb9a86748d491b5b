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

/** Closes idle files: some systems do not let builds replace open ones. */
const CLOSE_AFTER_MS = 3_000;

interface OpenFile {
  readonly stamp: string;
  readonly memory: FileMemory;
  readonly symbols: Mapping | ImageFrames;
}

/** A worker's open maps and debug files, the most recent within a memory limit. */
export class OpenSymbols {
  readonly #files = new FileAnswers();
  readonly #memory: SymbolMemory;
  readonly #open = new Map<string, OpenFile>();
  /** Folders of the last mapping. */
  #folders: { readonly key: string; readonly folders: ClassFolders } | undefined;
  #closing: NodeJS.Timeout | undefined;

  /** @param limits the last file is kept even if it exceeds them */
  constructor(limits: SymbolMemoryLimits) {
    this.#memory = new SymbolMemory(limits);
  }

  /** Unpacked bytes count for the next question. */
  beginQuestion(): void {
    this.#memory.beginQuestion();
  }

  /** Reads a file's identities without keeping it. @throws SymbolError */
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

  /** @throws SymbolError, also when the file is another version */
  mapping(path: string, { size, modifiedMs }: FileVersion): Mapping {
    const found = stampOf(path);
    if (found.stamp !== `${size} ${modifiedMs}`) throw changedFile(path, modifiedMs / 1000, found.modifiedMs / 1000);
    const symbols = this.#opened(path, path, () => this.run(openMapping(path)));
    if (symbols instanceof ImageFrames) throw new SymbolError({ reason: 'unsupported', file: path, offset: 0, expected: 'a mapping' });
    return symbols;
  }

  /** Classes compiled for a mapping, read again after changes of the mapping. */
  classFolders(mapping: string): ClassFolders {
    const { stamp } = stampOf(mapping);
    if (this.#folders?.key !== `${mapping}\n${stamp}`) this.#folders = { key: `${mapping}\n${stamp}`, folders: new ClassFolders(mapping) };
    return this.#folders.folders;
  }

  /**
   * @param entry inside an archive, '' for a plain file
   * @param id of the wanted image, as a file may hold several architectures
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

  /** Opens the file again after a change. */
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
      // The old bytes may still be open.
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
