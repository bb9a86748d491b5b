import type { ChunkEntry } from './chunk-index.ts';
import { CHUNK_HEADER_BYTES, chunkType, FILE_HEADER_BYTES, parseChunkHeader, parseTrailer, TRAILER_BYTES } from './file-layout.ts';
import type { WindowedSource } from './session-source.ts';

/** Result of one step without an index. */
export type ScanStep = ChunkEntry | 'damaged' | 'truncated';

const SEARCH_BYTES = 64 << 10;

/**
 * Finds chunks of messages in sequence, as in a journal. After damage it searches the next valid header; a partial chunk at the end
 * means a cut file.
 */
export async function* scanChunks(source: WindowedSource): AsyncGenerator<ScanStep> {
  let offset = FILE_HEADER_BYTES;
  while (offset < source.size) {
    const header = parseChunkHeader(await source.read(offset, CHUNK_HEADER_BYTES), 0);
    if (header === undefined) {
      if (offset + TRAILER_BYTES === source.size && parseTrailer(await source.read(offset, TRAILER_BYTES)) !== undefined) return;
      const next = await nextHeader(source, offset + 1);
      yield next === undefined ? 'truncated' : 'damaged';
      if (next === undefined) return;
      offset = next;
    } else {
      const end = offset + CHUNK_HEADER_BYTES + header.storedLength;
      if (end > source.size) {
        yield 'truncated';
        return;
      }
      if (header.type === chunkType.messages) {
        yield { offset, storedLength: header.storedLength, firstUs: header.firstUs, lastUs: header.lastUs };
      }
      offset = end;
    }
  }
}

/** The next valid chunk header from `from` on. */
async function nextHeader(source: WindowedSource, from: number): Promise<number | undefined> {
  for (let offset = from; offset + CHUNK_HEADER_BYTES <= source.size; offset += SEARCH_BYTES) {
    const bytes = await source.read(offset, SEARCH_BYTES + CHUNK_HEADER_BYTES);
    for (let at = 0; at < SEARCH_BYTES; at++) if (parseChunkHeader(bytes, at) !== undefined) return offset + at;
  }
  return undefined;
}
