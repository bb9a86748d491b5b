import { LaglensError } from '../../../core/errors.ts';
import { phrase } from '../../../core/text/phrase.ts';
import { allBytes, type ByteSource } from '../core/import/byte-source.ts';
import { unreadable } from '../core/import/import-errors.ts';
import { importLimits } from '../core/import/import-limits.ts';
import type { StoredFile } from './container.ts';
import { beginOf, PIECE_BYTES } from './unpacked-chunks.ts';

/** All bytes of a file in another one. Rejects with LaglensError for more than an import holds. */
export async function heldBytes(source: ByteSource, name: string): Promise<Uint8Array> {
  try {
    return await allBytes(source, importLimits.heldBytes);
  } catch (cause) {
    if (!(cause instanceof LaglensError) || cause.code !== 'format-too-large') throw cause;
    const message = phrase`${name} unpacks to more than ${importLimits.heldBytes >> 20} MiB, too much to be read inside another file.`;
    throw unreadable('format-too-large', message, phrase`Unpack it, and open it then.`, cause);
  }
}

/** A file in another one, in memory, as its places are read in any order. Rejects as `heldBytes`. @param name for people */
export async function heldFile(source: ByteSource, name: string): Promise<StoredFile> {
  const bytes = await heldBytes(source, name);
  const stored = async function* (from: number, length: number): AsyncGenerator<Uint8Array> {
    const end = Math.min(bytes.length, from + length);
    for (let at = from; at < end; at += PIECE_BYTES) yield bytes.subarray(at, Math.min(end, at + PIECE_BYTES));
  };
  const chunks = (): AsyncGenerator<Uint8Array> => stored(0, bytes.length);
  return { name, size: bytes.length, isCut: false, stored, chunks, begin: () => beginOf(chunks()) };
}

/** The same file, whose reading ends with the signal. */
export function abortable(file: StoredFile, signal: AbortSignal): StoredFile {
  return {
    name: file.name,
    size: file.size,
    get isCut() {
      return file.isCut;
    },
    begin: () => beginOf(until(signal, file.chunks())),
    chunks: () => until(signal, file.chunks()),
    stored: (from, length) => until(signal, file.stored(from, length)),
  };
}

async function* until(signal: AbortSignal, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  signal.throwIfAborted();
  for await (const chunk of chunks) {
    yield chunk;
    signal.throwIfAborted();
  }
}
