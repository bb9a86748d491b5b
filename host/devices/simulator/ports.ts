import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { KEEP_ALIVE_MS, timeoutSignal } from '../../time-limits.ts';

/** On 127.0.0.1. */
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

/** Local ports answer in milliseconds unless the program is stopped. */
const CONNECT_MS = 3_000;

/** Undefined without a listener. */
export async function connectedTo(port: number, signal: AbortSignal): Promise<Socket | undefined> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS });
  try {
    await once(socket, 'connect', { signal: AbortSignal.any([signal, timeoutSignal(CONNECT_MS)]) });
    return socket;
  } catch (error) {
    socket.destroy();
    signal.throwIfAborted();
    // Other aborts come from the limit.
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}
