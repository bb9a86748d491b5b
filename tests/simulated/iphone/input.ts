import type { Readable } from 'node:stream';

/** A violation of the protocol, which closes the connection, as on a device. */
export class ProtocolError extends Error {}

/** The other side left, or the cable was unplugged. */
export class StreamEnded extends Error {}

/** Takes exactly this many bytes; later ones stay in the stream. @throws StreamEnded if it ends before */
export function exactly(stream: Readable, bytes: number): Promise<Buffer> {
  if (bytes === 0) return Promise.resolve(Buffer.alloc(0));
  return new Promise((resolve, reject) => {
    const over = (): void => {
      for (const event of EVENTS) stream.off(event, attempt);
    };
    const attempt = (): void => {
      const chunk: unknown = stream.read(bytes);
      // At its end a stream gives the rest.
      if (chunk instanceof Buffer && chunk.length === bytes) resolve(chunk);
      else if (chunk !== null || stream.readableEnded || stream.destroyed) reject(new StreamEnded());
      else return;
      over();
    };
    // One listener until all is there: a new one would be called at once for too few bytes, forever.
    for (const event of EVENTS) stream.on(event, attempt);
    attempt();
  });
}

const EVENTS = ['readable', 'end', 'close'] as const;

/** Runs one conversation until either side ends it; throws only this device's own errors. */
export async function converse(stream: Readable, conversation: () => Promise<unknown>): Promise<void> {
  // "close" follows, which the reader sees.
  stream.on('error', () => {});
  try {
    await conversation();
  } catch (error) {
    stream.destroy();
    if (!(error instanceof ProtocolError || error instanceof StreamEnded)) throw error;
  }
}
