import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A port of 127.0.0.1 on which nobody listens now. */
export async function freePort(signal: AbortSignal): Promise<number> {
  const server = createServer();
  try {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening', { signal });
    const address = server.address();
    if (typeof address !== 'object' || address === null) throw new Error('A TCP server without an address');
    return address.port;
  } finally {
    server.close();
  }
}

/** A connection to the port; undefined when nobody listens there. */
export async function connectedTo(port: number, signal: AbortSignal): Promise<Socket | undefined> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  try {
    await once(socket, 'connect', { signal });
    return socket;
  } catch (error) {
    socket.destroy();
    signal.throwIfAborted();
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}
