import type { Duplex } from 'node:stream';
import { readExactly } from '../bytes/exact-bytes.ts';
import { withTimeout } from '../bytes/with-timeout.ts';
import { DeviceFailure } from '../device-failure.ts';
import { PlistError } from '../plist/value.ts';

/** Magic, whole length, length without data, number, operation. Source: libimobiledevice, src/afc.h. */
const MAGIC = 'CFA6LPAA';
const HEADER_BYTES = 40;
/** The requested bytes, or a folder's names. */
const MAX_ANSWER_BYTES = 16 << 20;
const PIECE_BYTES = 256 << 10;
/** A piece takes well below a second over a slow cable. */
const ANSWER_MS = 20_000;
const MAX_FILE_BYTES = 64 << 20;

const operation = { status: 1, readFolder: 3, makeFolder: 9, open: 13, read: 15, write: 16, close: 20, link: 28, removeAll: 34 } as const;
const mode = { read: 1, write: 3 } as const;
const SYMBOLIC_LINK = 2;
const NOT_FOUND = 8;

export class AfcFailure extends DeviceFailure {
  override readonly name = 'AfcFailure';
  readonly status: number;

  constructor(status: number, path: string) {
    super(status === NOT_FOUND ? `${path} is not on the device.` : `The device answered ${status} for ${path}.`);
    this.status = status;
  }

  get isNotFound(): boolean {
    return this.status === NOT_FOUND;
  }
}

interface Answer {
  readonly fields: Buffer;
  readonly data: Buffer;
}

/** Apple File Conduit: files of one part of a device, one call at a time. */
export class Afc {
  readonly #stream: Duplex;
  #number = 0;

  constructor(stream: Duplex) {
    this.#stream = stream;
  }

  /** @throws AfcFailure */
  async names(folder: string, signal: AbortSignal): Promise<readonly string[]> {
    const { data } = await this.#ask(operation.readFolder, text(folder), folder, signal);
    return data
      .toString('utf8')
      .split('\0')
      .filter((name) => name !== '' && name !== '.' && name !== '..');
  }

  async makeFolder(path: string, signal: AbortSignal): Promise<void> {
    await this.#ask(operation.makeFolder, text(path), path, signal);
  }

  /** Removes a file or a folder with its contents. Missing paths are fine. */
  async remove(path: string, signal: AbortSignal): Promise<void> {
    try {
      await this.#ask(operation.removeAll, text(path), path, signal);
    } catch (error) {
      if (!(error instanceof AfcFailure) || !error.isNotFound) throw error;
    }
  }

  async link(target: string, path: string, signal: AbortSignal): Promise<void> {
    await this.#ask(operation.link, Buffer.concat([number(SYMBOLIC_LINK), text(target), text(path)]), path, signal);
  }

  /** At most the first `mostBytes`. */
  async read(path: string, signal: AbortSignal, mostBytes: number = MAX_FILE_BYTES): Promise<Buffer> {
    const handle = await this.#open(path, mode.read, signal);
    const pieces: Buffer[] = [];
    for (let bytes = 0; bytes < mostBytes; ) {
      const wanted = number(Math.min(PIECE_BYTES, mostBytes - bytes));
      const { data } = await this.#ask(operation.read, Buffer.concat([handle, wanted]), path, signal);
      if (data.length === 0) break;
      bytes += data.length;
      pieces.push(data);
    }
    await this.#ask(operation.close, handle, path, signal);
    return Buffer.concat(pieces);
  }

  /** Replaces a file. */
  async write(path: string, content: AsyncIterable<Buffer> | Iterable<Buffer>, signal: AbortSignal): Promise<void> {
    const handle = await this.#open(path, mode.write, signal);
    for await (const piece of content) {
      for (let at = 0; at < piece.length; at += PIECE_BYTES) {
        await this.#ask(operation.write, handle, path, signal, piece.subarray(at, at + PIECE_BYTES));
      }
    }
    await this.#ask(operation.close, handle, path, signal);
  }

  close(): void {
    this.#stream.destroy();
  }

  async #open(path: string, how: number, signal: AbortSignal): Promise<Buffer> {
    const { fields } = await this.#ask(operation.open, Buffer.concat([number(how), text(path)]), path, signal);
    return fields.subarray(0, 8);
  }

  async #ask(what: number, fields: Buffer, path: string, signal: AbortSignal, data: Buffer = Buffer.alloc(0)): Promise<Answer> {
    const header = Buffer.alloc(HEADER_BYTES);
    header.write(MAGIC, 'latin1');
    [HEADER_BYTES + fields.length + data.length, HEADER_BYTES + fields.length, this.#number++, what].forEach((value, n) => {
      header.writeBigUInt64LE(BigInt(value), 8 + n * 8);
    });
    this.#stream.write(Buffer.concat([header, fields, data]));
    return await withTimeout(ANSWER_MS, `${path} by the device’s file service`, signal, (limited) => this.#answer(path, limited));
  }

  async #answer(path: string, signal: AbortSignal): Promise<Answer> {
    const header = await readExactly(this.#stream, HEADER_BYTES, signal);
    const [whole, head] = [Number(header.readBigUInt64LE(8)), Number(header.readBigUInt64LE(16))];
    const isSane =
      header.toString('latin1', 0, MAGIC.length) === MAGIC && head >= HEADER_BYTES && whole >= head && whole <= MAX_ANSWER_BYTES;
    if (!isSane) throw new PlistError('The device’s file service said what is no answer.');
    const fields = await readExactly(this.#stream, head - HEADER_BYTES, signal);
    const data = await readExactly(this.#stream, whole - head, signal);
    const status = Number(header.readBigUInt64LE(32)) === operation.status && fields.length >= 8 ? Number(fields.readBigUInt64LE(0)) : 0;
    if (status !== 0) throw new AfcFailure(status, path);
    return { fields, data };
  }
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

function text(value: string): Buffer {
  return Buffer.from(`${value}\0`, 'utf8');
}
