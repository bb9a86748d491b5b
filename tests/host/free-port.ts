import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below these lie the ports that only root may take; from 32,768 on the kernel takes them for connections that go out (ip(7), ip_local_port_range). */
const FIRST = 16_384;
const END = 32_768;

/**
 * A port of 127.0.0.1 on which nobody listens. None that the kernel gives away by itself: until whoever it is for listens there, any
 * connection of any process could take it, and one that is made to the port could be connected to itself.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, END);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => ('code' in error && error.code === 'EADDRINUSE' ? resolve(false) : reject(error)));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
