import type { Duplex } from 'node:stream';
import { Deferred } from '../../../../deferred.ts';
import { DeviceFailure } from '../device-failure.ts';

/** The other side closed the connection, or it broke, before all of an answer had come. */
export class ConnectionEnded extends DeviceFailure {
  override readonly name = 'ConnectionEnded';
}

const events = ['readable', 'end', 'close', 'error'] as const;

/**
 * Reads exactly so many bytes and leaves what follows in the stream, for whoever reads it next. Only for streams that nobody reads
 * from in another way. Destroys the stream when the signal aborts, as the rest of an answer would be taken for the next one.
 */
export async function readExactly(stream: Duplex, length: number, signal: AbortSignal): Promise<Buffer> {
  let happened = new Deferred<void>();
  const wake = (): void => happened.resolve(undefined);
  // Listening begins with an event when anything is there at all: begun anew for each wait, it would never let more come.
  for (const event of events) stream.on(event, wake);
  signal.addEventListener('abort', wake, { once: true });
  try {
    for (;;) {
      if (signal.aborted) stream.destroy();
      signal.throwIfAborted();
      const bytes: unknown = length === 0 ? Buffer.alloc(0) : stream.read(length);
      if (Buffer.isBuffer(bytes) && bytes.length === length) return bytes;
      const isOver = bytes !== null || stream.readableEnded || stream.destroyed;
      if (isOver) throw new ConnectionEnded(stream.errored?.message ?? 'The connection was closed.');
      await happened.promise;
      happened = new Deferred<void>();
    }
  } finally {
    for (const event of events) stream.off(event, wake);
    signal.removeEventListener('abort', wake);
  }
}
