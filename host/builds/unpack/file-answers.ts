import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { type ByteRequest, changedFile, type FileKey, missingFile, type UnpackedPart } from '../../../core/symbols/bytes/byte-source.ts';
import { SymbolError } from '../../../core/symbols/bytes/symbol-error.ts';
import { BackgroundInflate } from './background-inflate.ts';

const MAX_OPEN = 64;

interface OpenFile {
  readonly descriptor: number;
  readonly size: number;
  readonly modifiedAtS: number;
}

/** Answers reads from the disk synchronously, for worker threads, the command line and tests. Keys are paths. */
export class FileAnswers {
  /** Least recently used first. */
  readonly #open = new Map<FileKey, OpenFile>();

  /** Background inflation by file and begin. */
  readonly #unpacking = new Map<FileKey, Map<number, BackgroundInflate>>();

  readonly answer = ({ file, offset, length, modifiedAtS, unpacked }: ByteRequest): Uint8Array => {
    const found = this.#file(file);
    if (modifiedAtS !== undefined && found.modifiedAtS !== modifiedAtS) throw changedFile(file, modifiedAtS, found.modifiedAtS);
    if (unpacked !== undefined) return this.#unpackedPart(file, offset, Math.min(length, found.size - offset), unpacked);
    // Damaged files ask for any length.
    const bytes = Buffer.allocUnsafeSlow(Math.max(0, Math.min(length, found.size - offset)));
    let filled = 0;
    while (filled < bytes.length) {
      const count = this.#read(file, found.descriptor, bytes, filled, offset + filled);
      if (count === 0) break;
      filled += count;
    }
    return bytes.subarray(0, filled);
  };

  /** Closes all files; later requests open them again. */
  close(): void {
    for (const { descriptor } of this.#open.values()) closeSync(descriptor);
    this.#open.clear();
    for (const file of this.#unpacking.keys()) this.forget(file);
  }

  /** Frees the file's background inflation. */
  forget(file: FileKey): void {
    for (const inflate of this.#unpacking.get(file)?.values() ?? []) inflate.close();
    this.#unpacking.delete(file);
  }

  #unpackedPart(file: FileKey, offset: number, length: number, part: UnpackedPart): Uint8Array {
    const ranges = this.#unpacking.get(file) ?? new Map<number, BackgroundInflate>();
    this.#unpacking.set(file, ranges);
    const inflate = ranges.get(offset) ?? new BackgroundInflate(file, offset, length, part.size);
    ranges.set(offset, inflate);
    try {
      return inflate.part(part);
    } catch (error) {
      const found = error instanceof Error ? error.message : 'others';
      throw new SymbolError({ reason: 'malformed', file, offset, expected: `${part.size} bytes packed by zlib`, found, cause: error });
    }
  }

  #read(file: FileKey, descriptor: number, bytes: Uint8Array, at: number, position: number): number {
    try {
      // One system call reads at most 2 GiB.
      return readSync(descriptor, bytes, at, Math.min(bytes.length - at, 2 ** 30), position);
    } catch (error) {
      throw unreadable(file, error);
    }
  }

  #file(file: FileKey): OpenFile {
    const known = this.#open.get(file);
    if (known !== undefined) {
      this.#open.delete(file);
      this.#open.set(file, known);
      return known;
    }
    const opened = openFile(file);
    this.#open.set(file, opened);
    const [oldest] = this.#open;
    if (this.#open.size > MAX_OPEN && oldest !== undefined) {
      closeSync(oldest[1].descriptor);
      this.#open.delete(oldest[0]);
      this.forget(oldest[0]);
    }
    return opened;
  }
}

/** Paths come from files: a pipe must not block, and a device is no build. */
function openFile(file: FileKey): OpenFile {
  let descriptor: number;
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    throw unreadable(file, error);
  }
  const stat = fstatSync(descriptor);
  if (stat.isFile()) return { descriptor, size: stat.size, modifiedAtS: Math.floor(stat.mtimeMs / 1000) };
  closeSync(descriptor);
  throw missingFile(file, undefined, stat.isDirectory() ? 'a folder' : 'a device or pipe');
}

/** Descriptions for people, by error code (errno(3)). */
const foundBy: Readonly<Record<string, string>> = {
  EACCES: 'one that your user may not read',
  EPERM: 'one that your user may not read',
  EISDIR: 'a folder',
  ELOOP: 'links that lead in a circle',
  EIO: 'a disk that fails',
};

/** Next steps by error code. */
const nextBy: Readonly<Record<string, string>> = {
  EACCES: 'Let your user read it, by "chmod u+r" with its path in a terminal, and by "chmod u+rx" with each folder that is closed.',
  // macOS guards folders such as Documents, whatever their modes.
  EPERM:
    'On a Mac, allow Full Disk Access to Visual Studio Code or to your terminal in System Settings, under Privacy & Security; then start it again.',
};

/** @param error of the system, which becomes the cause */
export function unreadable(file: FileKey, error: unknown): SymbolError {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  return missingFile(file, error, foundBy[code], nextBy[code]);
}
