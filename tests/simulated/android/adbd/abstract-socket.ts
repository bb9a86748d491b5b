import { connect, type Socket } from 'node:net';
import { BrokenPipe } from '../shell/byte-pipe.ts';
import type { AdbdStream } from './adbd-stream.ts';

/**
 * `localabstract:NAME`: a socket of this computer's abstract namespace. Undefined without a listener.
 * @param name without the leading zero byte; Node 24 connects to exactly this name, older ones pad it
 */
export function connectAbstract(name: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ path: `\0${name}` });
    const refused = (): void => resolve(undefined);
    socket.once('error', refused);
    socket.once('connect', () => {
      socket.off('error', refused);
      // A dead app resets the connection: "close" follows.
      socket.on('error', () => {});
      resolve(socket);
    });
  });
}

/** Carries bytes both ways until one side ends. */
export async function joinSocket(socket: Socket, stream: AdbdStream): Promise<void> {
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  stream.gone.addEventListener('abort', () => socket.end());
  void (async () => {
    for (let bytes = await stream.input.read(); bytes; bytes = await stream.input.read()) {
      if (!socket.write(bytes) && !socket.destroyed) {
        await new Promise<void>((resolve) => {
          socket.once('drain', resolve);
          socket.once('close', resolve);
        });
      }
    }
    socket.end();
  })();
  try {
    for await (const bytes of socket) await stream.write(bytes);
  } catch (error) {
    // A reset by the app ends the stream, too.
    if (!(error instanceof BrokenPipe) && !(error instanceof Error && 'code' in error)) throw error;
  }
  socket.destroy();
  await closed;
}
