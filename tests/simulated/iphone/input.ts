import type { Readable } from 'node:stream';

/** The other side sent what the protocol does not allow; the connection is closed, as a device closes it. */
export class ProtocolError extends Error {}

/** The other side left, or the cable came out. */
export class StreamEnded extends Error {}

/**
 * Waits for so many bytes and takes exactly them; what comes after stays in the stream, for whoever reads it next.
 * @throws StreamEnded when the stream is over before
 */
export function exactly(stream: Readable, bytes: number): Promise<Buffer> {
  if (bytes === 0) return Promise.resolve(Buffer.alloc(0));
  return new Promise((resolve, reject) => {
    const over = (): void => {
      for (const event of EVENTS) stream.off(event, attempt);
    };
    const attempt = (): void => {
      const chunk: unknown = stream.read(bytes);
      // At its end a stream gives what it has left.
      if (chunk instanceof Buffer && chunk.length === bytes) resolve(chunk);
      else if (chunk !== null || stream.readableEnded || stream.destroyed) reject(new StreamEnded());
      else return;
      over();
    };
    // One listener until all is there: each new one would be told at once of bytes that are too few, for ever and before any input.
    for (const event of EVENTS) stream.on(event, attempt);
    attempt();
  });
}

const EVENTS = ['readable', 'end', 'close'] as const;

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
