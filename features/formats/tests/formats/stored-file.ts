import type { StoredFile } from '../../host/container.ts';
import { beginOf, unpackedChunks } from '../../host/unpacked-chunks.ts';

/** @param pieceBytes of the file's chunks */
export function storedFile(name: string, bytes: Uint8Array, pieceBytes = 1_000): StoredFile {
  async function* stored(from = 0, length = bytes.length): AsyncGenerator<Uint8Array> {
    const end = Math.min(bytes.length, from + length);
    for (let at = from; at < end; at += pieceBytes) yield bytes.subarray(at, Math.min(end, at + pieceBytes));
  }
  let isCut = false;
  const chunks = (): AsyncIterable<Uint8Array> =>
    unpackedChunks(name, stored(), () => {
      isCut = true;
    });
  return {
    name,
    size: bytes.length,
    stored,
    chunks,
    begin: () => beginOf(chunks()),
    get isCut() {
      return isCut;
    },
  };
}
