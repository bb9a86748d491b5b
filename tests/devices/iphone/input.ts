import type { Readable } from 'node:stream';

/** The other side sent what the protocol does not allow; the connection is closed, as a device closes it. */
export class ProtocolError extends Error {}

/** The other side left, or the cable came out. */
export class StreamEnded extends Error {}

/**
 * Waits for so many bytes and takes exactly them; what comes after stays in the stream, for whoever reads it next.
 * @throws StreamEnded when the stream is over before
 */
export async function exactly(stream: Readable, bytes: number): Promise<Buffer> {
  if (bytes === 0) return Buffer.alloc(0);
  for (;;) {
    const chunk: unknown = stream.read(bytes);
    if (chunk instanceof Buffer) {
      // At its end a stream gives what it has left.
      if (chunk.length === bytes) return chunk;
      throw new StreamEnded(`${chunk.length} of ${bytes} bytes came`);
    }
    if (stream.readableEnded || stream.destroyed) throw new StreamEnded();
    await oneOf(stream, ['readable', 'end', 'close', 'error']);
  }
}

function oneOf(stream: Readable, events: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      for (const event of events) stream.off(event, done);
      resolve();
    };
    for (const event of events) stream.on(event, done);
  });
}

/** Runs one conversation until one of both is done with it; only what this device itself does wrong comes out of it. */
export async function converse(stream: Readable, conversation: () => Promise<unknown>): Promise<void> {
  // "close" follows, and the reader sees that.
  stream.on('error', () => {});
  try {
    await conversation();
  } catch (error) {
    stream.destroy();
    if (!(error instanceof ProtocolError || error instanceof StreamEnded)) throw error;
  }
}
