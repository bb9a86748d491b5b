import { posix } from 'node:path';
import { Readable, type Transform } from 'node:stream';
import { createGunzip, createInflateRaw } from 'node:zlib';
import { isCancel, LaglensError } from '../../../core/errors.ts';
import { phrase } from '../../../core/text/phrase.ts';
import { fileProblem } from '../../../host/file-problem.ts';
import type { ByteSource } from '../core/import/byte-source.ts';
import { importLimits } from '../core/import/import-limits.ts';
import { BEGIN_BYTES, isGzip } from '../core/recognise.ts';
import type { Entry } from './container.ts';

export const PIECE_BYTES = 256 << 10;
/** People pack what is packed. */
const MOST_LAYERS = 3;

/**
 * Bytes without gzip around them, however often they were packed.
 * @param name of the file, for errors
 * @param onCut for a cut packing, which gives what it has: readers of text see no cut
 * @throws LaglensError for too many bytes and damaged packing; AbortError of `stored`
 */
export async function* unpackedChunks(name: string, stored: AsyncIterable<Uint8Array>, onCut?: () => void): AsyncGenerator<Uint8Array> {
  let length = 0;
  try {
    for await (const piece of withoutGzip(stored, MOST_LAYERS)) {
      length += piece.length;
      if (length > importLimits.fileBytes) throw tooLarge(name);
      yield piece;
    }
  } catch (cause) {
    if (cause instanceof LaglensError || isCancel(cause)) throw cause;
    if (isCutPacking(cause) && length > 0) {
      onCut?.();
      return;
    }
    throw new LaglensError({
      code: 'format-unreadable',
      message: phrase`${name} cannot be read: ${fileProblem(cause)}.`,
      next: phrase`Copy or export the file again.`,
      cause,
    });
  }
}

/** The begin, for recognition. */
export async function beginOf(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of chunks) {
    pieces.push(piece);
    length += piece.length;
    if (length >= BEGIN_BYTES) break;
  }
  return Uint8Array.from(Buffer.concat(pieces).subarray(0, BEGIN_BYTES));
}

/** An entry's unpacked bytes. */
export function entrySource(entry: Entry, onCut?: () => void): ByteSource {
  const name = posix.basename(entry.name);
  return { name, size: entry.size, chunks: () => unpackedChunks(name, entry.stored(onCut), onCut) };
}

export function inflated(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  return through(packed, createInflateRaw({ chunkSize: PIECE_BYTES }));
}

async function* withoutGzip(pieces: AsyncIterable<Uint8Array>, layers: number): AsyncGenerator<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]();
  try {
    const first = await iterator.next();
    let begin = first.done === true ? new Uint8Array(0) : first.value;
    // A lone byte tells nothing.
    for (let next = first; next.done !== true && begin.length < 2; ) {
      next = await iterator.next();
      if (next.done !== true) begin = Uint8Array.from([...begin, ...next.value]);
    }
    const all = async function* (): AsyncGenerator<Uint8Array> {
      if (begin.length > 0) yield begin;
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
    };
    if (layers > 0 && isGzip(begin)) yield* withoutGzip(through(all(), createGunzip({ chunkSize: PIECE_BYTES })), layers - 1);
    else yield* all();
  } finally {
    await iterator.return?.();
  }
}

async function* through(packed: AsyncIterable<Uint8Array>, transform: Transform): AsyncGenerator<Uint8Array> {
  const stored = Readable.from(packed);
  stored.on('error', (error) => transform.destroy(error));
  stored.pipe(transform);
  try {
    yield* transform;
  } finally {
    stored.destroy();
    transform.destroy();
  }
}

function isCutPacking(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'Z_BUF_ERROR';
}

function tooLarge(name: string): LaglensError {
  return new LaglensError({
    code: 'format-too-large',
    message: phrase`${name} unpacks to more than ${importLimits.fileBytes / 2 ** 30} GiB.`,
    next: phrase`Record or export a shorter time.`,
  });
}
