import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

/** Small, so that a slow link is smooth. */
const SLICE_BYTES = 4096;

/**
 * A link of limited speed before a socket.
 * @param bytesPerSecond asked for each slice, each way; undefined is no limit
 * @param cuts largest slice at any speed, and a callback for the bytes written to the socket
 */
export function throttled(
  socket: Socket,
  bytesPerSecond: () => number | undefined,
  cuts: { readonly sliceBytes?: () => number | undefined; readonly sent?: (bytes: number) => void } = {},
): Duplex {
  const pause = async (bytes: number): Promise<void> => {
    const speed = bytesPerSecond();
    if (speed !== undefined) await delay((bytes / speed) * 1000);
  };
  const slices = function* (chunk: Uint8Array): Generator<Uint8Array> {
    for (let at = 0; at < chunk.length; ) {
      const bytes = cuts.sliceBytes?.() ?? (bytesPerSecond() === undefined ? chunk.length : SLICE_BYTES);
      const slice = chunk.subarray(at, at + bytes);
      yield slice;
      at += slice.length;
    }
  };

  let wanted = (): void => {};
  const link = new Duplex({
    read: () => wanted(),
    write: (chunk: Uint8Array, _encoding, done) => {
      void (async () => {
        for (const slice of slices(chunk)) {
          if (socket.destroyed) break;
          await new Promise<void>((resolve) => socket.write(slice, () => resolve()));
          cuts.sent?.(slice.length);
          await pause(slice.length);
        }
        done();
      })();
    },
    final: (done) => {
      socket.end(done);
    },
    destroy: (error, done) => {
      socket.destroy();
      wanted();
      done(error);
    },
  });
  const carry = async (): Promise<void> => {
    for await (const chunk of socket) {
      for (const slice of slices(chunk)) {
        await pause(slice.length);
        if (link.destroyed) return;
        const more = new Promise<void>((resolve) => {
          wanted = resolve;
        });
        if (!link.push(slice)) await more;
      }
    }
    if (!link.destroyed) link.push(null);
  };
  // A reset link ends as any other.
  carry().catch(() => link.destroy());
  // "close" follows.
  socket.on('error', () => {});
  socket.on('close', () => link.destroy());
  socket.setNoDelay(true);
  return link;
}
