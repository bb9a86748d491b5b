import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below are ports for root; from 32,768 on the kernel's own for outgoing connections (ip(7), ip_local_port_range). */
const FIRST = 16_384;
const END = 32_768;

/**
 * A free port of 127.0.0.1, outside the kernel's own range: otherwise any process' connection could take it meanwhile, or one to the port
 * could be connected to itself.
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
