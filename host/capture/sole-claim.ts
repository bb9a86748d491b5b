import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { errorCode } from '../error-code.ts';

/**
 * Runs work on a file that only one program of this computer may do. Windows' rename gives a file to two programs at once: whoever has opened
 * it renames it again under its next name. There the work holds a pipe's name, which has one server and is free when its process ends.
 * @returns undefined while another program does it
 */
export async function solely<T>(path: string, work: () => Promise<T>): Promise<T | undefined> {
  if (process.platform !== 'win32') return work();
  const server = createServer();
  server.unref();
  // Names of files and drives have no case there.
  server.listen(`\\\\.\\pipe\\laglens-${createHash('sha256').update(path.toLowerCase()).digest('hex').slice(0, 32)}`);
  try {
    await once(server, 'listening');
  } catch (error) {
    if (errorCode(error) === 'EADDRINUSE') return undefined;
    throw error;
  }
  try {
    return await work();
  } finally {
    server.close();
  }
}
