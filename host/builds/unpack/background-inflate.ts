import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { numberAt } from '../../../core/columns/at.ts';
import { lastUpTo } from '../../../core/columns/sorted.ts';
import { background } from '../../../core/guarded.ts';
import type { UnpackedPart } from '../../../core/symbols/bytes/byte-source.ts';
import { detach } from './detach.ts';

const CHUNK_BYTES = 4 << 20;
/** A silent thread is dead after this time. */
const SILENCE_MS = 60_000;

/** The thread's program, as text because bundles have no file for it. Full chunks are transferred, partial ones copied. */
const program = `
const { closeSync, openSync, readSync } = require('node:fs');
const { createInflate } = require('node:zlib');
const { workerData: { path, offset, length, size, chunkBytes, port, progress } } = require('node:worker_threads');
const say = (message, transfer) => {
  port.postMessage(message, transfer);
  Atomics.add(progress, 0, 1);
  Atomics.notify(progress, 0);
};
const inflate = createInflate({ chunkSize: chunkBytes });
let unpacked = 0;
inflate.on('data', (chunk) => {
  unpacked += chunk.length;
  if (unpacked > size) return inflate.destroy(new Error('more than ' + size + ' bytes'));
  const whole = chunk.byteOffset === 0 && chunk.length === chunk.buffer.byteLength;
  const bytes = whole ? new Uint8Array(chunk.buffer) : new Uint8Array(chunk);
  say({ bytes }, [bytes.buffer]);
});
inflate.on('end', () => say({ end: true }));
inflate.on('error', (error) => say({ error: error.message }));
try {
  const file = openSync(path);
  let at = 0;
  const feed = () => {
    if (inflate.destroyed) return closeSync(file);
    const input = Buffer.allocUnsafeSlow(Math.min(8 << 20, length - at));
    const count = readSync(file, input, 0, input.length, offset + at);
    at += count;
    if (count === 0 || at === length) {
      closeSync(file);
      inflate.end(input.subarray(0, count));
    } else inflate.write(input.subarray(0, count), feed);
  };
  feed();
} catch (error) {
  say({ error: error.message });
}
`;

interface Message {
  readonly bytes?: Uint8Array;
  readonly end?: boolean;
  readonly error?: string;
}

/** Inflates a range of a file in a thread, from its begin on. Finished parts are available at once; later ones block. */
export class BackgroundInflate {
  readonly #chunks: Uint8Array[] = [];
  /** Offset of each chunk. */
  readonly #begins: number[] = [];
  readonly #port: MessagePort;
  readonly #progress = new Int32Array(new SharedArrayBuffer(4));
  readonly #worker: Worker;
  #filled = 0;
  #isOver = false;
  #error: string | undefined;

  /** @param size upper bound of the unpacked bytes */
  constructor(path: string, offset: number, length: number, size: number) {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    const workerData = { path, offset, length, size, chunkBytes: CHUNK_BYTES, port: port2, progress: this.#progress };
    this.#worker = new Worker(program, { eval: true, workerData, transferList: [port2], stdout: false, stderr: false });
    this.#worker.unref();
    // Messages are fetched on demand.
    port1.unref();
  }

  /**
   * @returns a copy, shorter where the data end early
   * @throws Error with zlib's words for damage before the part's end
   */
  part({ offset, length }: UnpackedPart): Uint8Array {
    if (length === 0) return new Uint8Array(0);
    const end = offset + length;
    while (this.#filled < end && !this.#isOver) this.#receive();
    if (this.#filled < end && this.#error !== undefined) throw new Error(this.#error);
    return this.#bytes(offset, Math.min(end, this.#filled));
  }

  /** Ends the thread and frees the bytes. */
  close(): void {
    this.#isOver = true;
    this.#error = 'closed';
    this.#port.close();
    background(this.#worker.terminate(), () => undefined);
    for (const chunk of this.#chunks.splice(0)) detach(chunk);
    this.#begins.length = 0;
    this.#filled = 0;
  }

  #receive(): void {
    const seen = Atomics.load(this.#progress, 0);
    const received: { readonly message: Message } | undefined = receiveMessageOnPort(this.#port);
    if (received === undefined) {
      if (Atomics.wait(this.#progress, 0, seen, SILENCE_MS) === 'timed-out') this.#finish(`nothing came for ${SILENCE_MS / 1000} s`);
      return;
    }
    const { bytes, error } = received.message;
    if (bytes !== undefined) {
      this.#chunks.push(bytes);
      this.#begins.push(this.#filled);
      this.#filled += bytes.length;
    } else this.#finish(error);
  }

  #finish(error: string | undefined): void {
    this.#isOver = true;
    this.#error = error;
    this.#port.close();
    background(this.#worker.terminate(), () => undefined);
  }

  #bytes(begin: number, end: number): Uint8Array {
    if (end <= begin) return new Uint8Array(0);
    let at = lastUpTo(this.#begins, begin);
    const inside = begin - numberAt(this.#begins, at);
    const joined = new Uint8Array(end - begin);
    let filled = 0;
    for (let from = inside; filled < joined.length; from = 0, at++) {
      const part = (this.#chunks[at] ?? joined).subarray(from, from + joined.length - filled);
      joined.set(part, filled);
      filled += part.length;
    }
    return joined;
  }
}
