import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { type ByteRequest, changedFile, type FileKey, missingFile } from '../../core/symbols/byte-source.ts';

const MAX_OPEN = 64;

interface OpenFile {
  readonly descriptor: number;
  readonly size: number;
  readonly modifiedAtS: number;
}

/** Answers readings from the disk, at once: for worker threads, the command line and tests. Keys are paths. */
export class FileAnswers {
  /** By use, the latest last. */
  readonly #open = new Map<FileKey, OpenFile>();

  /** For `runReading`. */
  readonly answer = ({ file, offset, length, modifiedAtS }: ByteRequest): Uint8Array => {
    const found = this.#file(file);
    if (modifiedAtS !== undefined && found.modifiedAtS !== modifiedAtS) throw changedFile(file, modifiedAtS, found.modifiedAtS);
    // Not more than there is: a damaged file asks for any length.
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
  }

  #read(file: FileKey, descriptor: number, bytes: Uint8Array, at: number, position: number): number {
    try {
      // One system call reads at most 2 GiB.
      return readSync(descriptor, bytes, at, Math.min(bytes.length - at, 2 ** 30), position);
    } catch (error) {
      throw missingFile(file, error);
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
    }
    return opened;
  }
}

/** Paths come out of files, so anything may be there: opening a pipe must not wait, and a device is nobody's build. */
function openFile(file: FileKey): OpenFile {
  let descriptor: number;
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    throw missingFile(file, error);
  }
  const stat = fstatSync(descriptor);
  if (stat.isFile()) return { descriptor, size: stat.size, modifiedAtS: Math.floor(stat.mtimeMs / 1000) };
  closeSync(descriptor);
  throw missingFile(file);
}
