import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { KEEP_ALIVE_MS, timeoutSignal } from '../../time-limits.ts';

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

/** A port of this computer answers in milliseconds, or its program is stopped with a full queue. */
const CONNECT_MS = 3_000;

/** A connection to the port; undefined when nobody listens there. */
export async function connectedTo(port: number, signal: AbortSignal): Promise<Socket | undefined> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS });
  try {
    await once(socket, 'connect', { signal: AbortSignal.any([signal, timeoutSignal(CONNECT_MS)]) });
    return socket;
  } catch (error) {
    socket.destroy();
    signal.throwIfAborted();
    // An abort that is not the signal's is that of the limit.
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}
