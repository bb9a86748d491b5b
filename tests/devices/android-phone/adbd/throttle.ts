import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** How much passes at once: small enough that a slow link is smooth rather than jerky. */
const SLICE_BYTES = 4096;

/**
 * A link of limited speed in front of a socket.
 * @param bytesPerSecond asked for each slice, each way; undefined is no limit
 */
export function throttled(socket: Socket, bytesPerSecond: () => number | undefined): Duplex {
  const pause = (bytes: number, then: () => void): void => {
    const speed = bytesPerSecond();
    if (speed === undefined) then();
    else setTimeout(then, (bytes / speed) * 1000);
  };
  const link = new Duplex({
    read: () => socket.resume(),
    write: (chunk: Uint8Array, _encoding, done) => {
      const next = (at: number): void => {
        if (at >= chunk.length || socket.destroyed) {
          done();
          return;
        }
        const slice = bytesPerSecond() === undefined ? chunk.subarray(at) : chunk.subarray(at, at + SLICE_BYTES);
        socket.write(slice, () => pause(slice.length, () => next(at + slice.length)));
      };
      next(0);
    },
    final: (done) => {
      socket.end(done);
    },
    destroy: (error, done) => {
      socket.destroy();
      done(error);
    },
  });
  socket.on('data', (chunk) => {
    if (bytesPerSecond() === undefined) {
      if (!link.push(chunk)) socket.pause();
      return;
    }
    socket.pause();
    pause(chunk.length, () => {
      if (!link.destroyed && link.push(chunk)) socket.resume();
    });
  });
  socket.on('end', () => link.push(null));
  // A reset link is a cut cable; "close" follows and does the rest.
  socket.on('error', () => {});
  socket.on('close', () => link.destroy());
  socket.setNoDelay(true);
  return link;
}
