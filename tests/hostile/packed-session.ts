import { deflateRawSync } from 'node:zlib';
import { joinBytes } from '../../core/join-bytes.ts';
import { crc32 } from '../../core/session/file/crc32.ts';
import { chunkHeader, chunkType, fileHeader } from '../../core/session/file/file-layout.ts';
import { Encoder } from '../../core/wire/encoder.ts';
import type { Message } from '../../core/wire/schema.ts';
import { helloMessage, processMessage } from '../core/sample-stream.ts';

/** A chunk's most raw bytes, less room for one message. */
export const CHUNK_BYTES = (8 << 20) - (128 << 10);

/** A run after the agent's hello. */
export const beginning: readonly Message[] = [
  { type: 'session', version: 1, createdUs: 0, host: 'x' },
  processMessage(0),
  helloMessage(5_000),
];

/** A session file that is small on disk: full chunks from possibly endless generators. */
export function packedSession(chunks: readonly Iterable<Message>[]): Uint8Array {
  return joinBytes([fileHeader(), ...chunks.flatMap((messages) => chunkOf(messages))]);
}

function chunkOf(messages: Iterable<Message>): readonly Uint8Array[] {
  const encoder = new Encoder();
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for (const message of messages) {
    const piece = encoder.encode(message);
    pieces.push(piece);
    bytes += piece.length;
    if (bytes > CHUNK_BYTES) break;
  }
  return packedChunk(joinBytes(pieces));
}

/** A session file of raw chunks, each of which decodes on its own. */
export function packedBytes(chunks: readonly Uint8Array[]): Uint8Array {
  return joinBytes([fileHeader(), ...chunks.flatMap(packedChunk)]);
}

function packedChunk(raw: Uint8Array): readonly Uint8Array[] {
  const stored = deflateRawSync(raw);
  const sizes = { rawLength: raw.length, storedLength: stored.length, crc32: crc32(stored) };
  return [chunkHeader({ type: chunkType.messages, ...sizes, firstUs: 0, lastUs: 0 }), stored];
}
