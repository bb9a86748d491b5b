import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { joinBytes } from '../../core/join-bytes.ts';
import type { ReplayDriver } from '../../core/session/file/replay.ts';
import type { SessionSource } from '../../core/session/file/session-source.ts';
import { SessionWriter, type SessionWriterDriver } from '../../core/session/file/writer.ts';
import { Encoder } from '../../core/wire/encoder.ts';
import type { Message } from '../../core/wire/schema.ts';

/** A file in memory for writers and readers, with the system's deflate. */
export class MemoryFile implements SessionWriterDriver, ReplayDriver {
  bytes = new Uint8Array(0);
  /** Set to have writing fail. */
  failure: Error | undefined;

  deflate(bytes: Uint8Array): Uint8Array {
    return deflateRawSync(bytes);
  }

  inflate(stored: Uint8Array, rawLength: number): Uint8Array {
    return inflateRawSync(stored, { maxOutputLength: Math.max(1, rawLength) });
  }

  nowMs(): number {
    return performance.now();
  }

  async turn(): Promise<void> {}

  write(bytes: Uint8Array, offset: number): void {
    if (this.failure !== undefined) throw this.failure;
    const end = offset + bytes.length;
    if (end > this.bytes.length) {
      const larger = new Uint8Array(end);
      larger.set(this.bytes);
      this.bytes = larger;
    }
    this.bytes.set(bytes, offset);
  }
}

export function sourceOf(bytes: Uint8Array): SessionSource {
  return { size: bytes.length, read: (offset, length) => bytes.slice(offset, offset + length) };
}

/** Messages as the bytes of one stream. */
export function streamBytes(messages: Iterable<Message>): Uint8Array {
  const encoder = new Encoder();
  return joinBytes([...messages].map((message) => encoder.encode(message)));
}

/** A session file of streams, each flushed as a chunk. */
export async function sessionFile(pieces: readonly Uint8Array[], options: { readonly finish: boolean }): Promise<MemoryFile> {
  const file = new MemoryFile();
  const writer = new SessionWriter(file);
  for (const piece of pieces) {
    writer.append(piece);
    await writer.flush();
  }
  if (options.finish) await writer.finish();
  return file;
}

export async function sessionBytes(messages: Iterable<Message>): Promise<Uint8Array> {
  return (await sessionFile([streamBytes(messages)], { finish: true })).bytes;
}
