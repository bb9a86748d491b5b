import { SymbolError } from './symbol-error.ts';

/** A path, or any name in memory. */
export type FileKey = string;

export interface ByteRequest {
  readonly file: FileKey;
  readonly offset: number;
  readonly length: number;
  /** The required time of modification, in seconds since 1970. */
  readonly modifiedAtS?: number;
  /**
   * The range is packed by zlib; the answer is a part of its contents. Only for drivers with `Unpackers.unpacksAside`. Length 0 starts
   * unpacking in the background.
   */
  readonly unpacked?: UnpackedPart;
}

export interface UnpackedPart {
  readonly size: number;
  readonly offset: number;
  readonly length: number;
}

/**
 * Work that needs bytes of files. Answers may be views, which readers don't change; only at the file's end they are short. A driver never
 * allocates more than the file has. For a missing, unreadable or changed file a `SymbolError` is thrown into the generator.
 */
export type Reading<T> = Generator<ByteRequest, T, Uint8Array>;

/** Bytes of known size: a section (unpacked), a file, a part of a file. */
export interface SectionBytes {
  readonly name: string;
  readonly size: number;
  /**
   * @returns exactly `length` bytes
   * @throws SymbolError outside `size`, or when the file has become shorter
   */
  read(offset: number, length: number): Reading<Uint8Array>;
}

/** Names without `.debug_` or `__debug_`. */
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

export interface DwarfSections {
  readonly littleEndian: true;
  readonly addressSize: 4 | 8;
  get(name: DwarfSectionName): SectionBytes | undefined;
}

/**
 * Provided by the driver: Node has zlib, pages do not.
 * @param size of the result; nothing more may be allocated
 * @throws any error for damaged bytes
 */
type Unpack = (packed: Uint8Array, size: number) => Uint8Array;

export interface Unpackers {
  readonly zlib: Unpack;
  readonly zstd: Unpack;
  readonly deflate: Unpack;
  /** From so many bytes on the driver unpacks zlib in the background. */
  readonly unpacksAside?: number;
  readonly memory?: UnpackedMemory;
}

/** A file of some kilobytes could fill any memory. */
export interface UnpackedMemory {
  /** @throws SymbolError when there are too many */
  claim(name: string, bytes: number): void;
  /** Kept until `free`. */
  made(plain: Uint8Array): void;
  /** All claimed bytes are unused. */
  free(): void;
}

/** `answer` returns the bytes, or throws a SymbolError that the reading may handle. */
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

/** For drivers that wait. */
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

interface MemoryFile {
  readonly bytes: Uint8Array;
  readonly modifiedAtS?: number;
}

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
 * @param found ends the sentence “found …”
 * @param next the next step, unless it is to build again
 */
export function missingFile(file: FileKey, cause?: unknown, found = 'none', next?: string): SymbolError {
  return new SymbolError({ reason: 'missing', file, offset: 0, expected: 'a file that can be read', found, next, cause });
}

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
