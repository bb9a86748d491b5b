import { SymbolError } from './symbol-error.ts';

/** Names a file for the driver: a path on a computer, any name in memory. Readers only make new ones from names found in files. */
export type FileKey = string;

/** A reader asks for a range of a file by yielding this. */
export interface ByteRequest {
  readonly file: FileKey;
  /** Bytes from the file's begin. */
  readonly offset: number;
  readonly length: number;
  /** Seconds since 1970 that the file must have as its time of modification; not checked when absent. */
  readonly modifiedAtS?: number;
  /**
   * The range is packed by zlib, and the answer is a part of what it holds. Only drivers that say so are asked this way
   * (`Unpackers.unpacksAside`): they unpack in the background, and a length of 0 tells them to begin.
   */
  readonly unpacked?: UnpackedPart;
}

/** A part of the bytes that come out of packed ones. */
export interface UnpackedPart {
  /** How many bytes come out in all. */
  readonly size: number;
  readonly offset: number;
  readonly length: number;
}

/**
 * Work that needs bytes of files. Each yielded request is answered with the bytes there are: fewer than asked for at the file's
 * end, none behind it; a driver never allocates more than the file has. The answer may be a view and is not changed by the reader. A file that is missing, unreadable or not of
 * the wanted time is answered by throwing a `SymbolError` into the generator.
 */
export type Reading<T> = Generator<ByteRequest, T, Uint8Array>;

/** Bytes with a known size, of which slices can be had: a section (inflated if it was compressed), a file, a part of a file. */
export interface SectionBytes {
  /** For error messages: the file, then the section. */
  readonly name: string;
  readonly size: number;
  /** @returns exactly `length` bytes; throws SymbolError when the range isn't inside `size` or the file has become shorter */
  read(offset: number, length: number): Reading<Uint8Array>;
}

/** DWARF's sections by their name without `.debug_` or `__debug_`. */
export type DwarfSectionName =
  | 'info'
  | 'abbrev'
  | 'line'
  | 'str'
  | 'line_str'
  | 'ranges'
  | 'rnglists'
  | 'addr'
  | 'str_offsets'
  | 'aranges'
  | 'types';

/** What a debug file offers to the DWARF reader. */
export interface DwarfSections {
  readonly littleEndian: true;
  readonly addressSize: 4 | 8;
  get(name: DwarfSectionName): SectionBytes | undefined;
}

/**
 * Turns packed bytes into plain ones. Given by whoever drives, because Node has zlib and pages do not.
 * @param size how many bytes must come out; nothing beyond that may be allocated
 * @returns the plain bytes, or throws any error when the packed ones are damaged
 */
export type Unpack = (packed: Uint8Array, size: number) => Uint8Array;

export interface Unpackers {
  readonly zlib: Unpack;
  readonly zstd: Unpack;
  /** Raw deflate, as in zip files. */
  readonly deflate: Unpack;
  /** From how many bytes on the driver unpacks zlib's itself, in the background; never, when absent. */
  readonly unpacksAside?: number;
  /** Who counts the plain bytes that are kept; nobody, when absent. */
  readonly memory?: UnpackedMemory;
}

/** Counts plain bytes, by which a file of some kilobytes could fill any memory. */
export interface UnpackedMemory {
  /**
   * Asked before so many bytes are made.
   * @param name of the section, for errors
   * @throws SymbolError when they are too many
   */
  claim(name: string, bytes: number): void;
  /** These were made, and are kept until `free`. */
  made(plain: Uint8Array): void;
  /** Nothing that was claimed is used any more. */
  free(): void;
}

/** Runs a reading to its end; `answer` gives the bytes at once, or throws a SymbolError that the reading may deal with. */
export function runReading<T>(reading: Reading<T>, answer: (request: ByteRequest) => Uint8Array): T {
  let step = reading.next();
  while (!step.done) {
    let bytes: Uint8Array;
    try {
      bytes = answer(step.value);
    } catch (error) {
      step = reading.throw(error);
      continue;
    }
    step = reading.next(bytes);
  }
  return step.value;
}

/** Like `runReading`, for drivers that have to wait. */
export async function runReadingAsync<T>(reading: Reading<T>, answer: (request: ByteRequest) => Promise<Uint8Array>): Promise<T> {
  let step = reading.next();
  while (!step.done) {
    let bytes: Uint8Array;
    try {
      bytes = await answer(step.value);
    } catch (error) {
      step = reading.throw(error);
      continue;
    }
    step = reading.next(bytes);
  }
  return step.value;
}

/** A file in memory. */
export interface MemoryFile {
  readonly bytes: Uint8Array;
  readonly modifiedAtS?: number;
}

/** Answers requests from files in memory, with views of them. */
export function answerFromMemory(files: ReadonlyMap<FileKey, Uint8Array | MemoryFile>): (request: ByteRequest) => Uint8Array {
  return ({ file, offset, length, modifiedAtS }) => {
    const found = files.get(file);
    if (found === undefined) throw missingFile(file);
    const { bytes, modifiedAtS: actual } = found instanceof Uint8Array ? { bytes: found, modifiedAtS: undefined } : found;
    if (modifiedAtS !== undefined && actual !== modifiedAtS) throw changedFile(file, modifiedAtS, actual);
    return bytes.subarray(offset, offset + length);
  };
}

/**
 * What a driver throws for a file that isn't there or can't be read.
 * @param found what is there instead, as the end of a sentence
 * @param next what to do about it, where that isn't to build again
 */
export function missingFile(file: FileKey, cause?: unknown, found = 'none', next?: string): SymbolError {
  return new SymbolError({ reason: 'missing', file, offset: 0, expected: 'a file that can be read', found, next, cause });
}

/** What a driver throws for a file whose time of modification isn't the one that was asked for. */
export function changedFile(file: FileKey, wantedS: number, actualS: number | undefined): SymbolError {
  const words = (s: number | undefined): string => (s === undefined ? 'an unknown time' : new Date(s * 1000).toISOString());
  return new SymbolError({
    reason: 'changed',
    file,
    offset: 0,
    expected: `a file of ${words(wantedS)}`,
    found: `one of ${words(actualS)}`,
  });
}
