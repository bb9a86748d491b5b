import type { Duplex } from 'node:stream';
import { Deferred } from '../../../../deferred.ts';
import { DeviceFailure } from '../device-failure.ts';

/** The connection ended within an answer. */
export class ConnectionEnded extends DeviceFailure {
  override readonly name = 'ConnectionEnded';
}

const events = ['readable', 'end', 'close', 'error'] as const;

/**
 * Leaves later bytes in the stream; nobody else may read it meanwhile. An abort destroys the stream, as the rest would
 * count as the next answer.
 */
export async function readExactly(stream: Duplex, length: number, signal: AbortSignal): Promise<Buffer> {
  let happened = new Deferred<void>();
  const wake = (): void => happened.resolve(undefined);
  // Listeners must stay between waits: new ones would fire at once and stop further reads.
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
