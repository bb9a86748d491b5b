import { once } from 'node:events';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';

/** From Linux' `asm-generic/fcntl.h`: a handle without opening the file. */
const O_PATH = 0o10000000;

/**
 * Connects to exactly the checked file, as names in others' folders may change. Throws Node's errors; the caller
 * destroys the socket.
 */
export async function connectToOwned(path: string, uid: number, signal?: AbortSignal): Promise<Socket> {
  const handle = await open(path, O_PATH | constants.O_NOFOLLOW);
  try {
    const found = await handle.stat();
    if (!found.isSocket() || found.uid !== uid) throw new Error(`${path} is not a socket of user ${uid}`);
    const socket = connect({ path: `/proc/self/fd/${handle.fd}` });
    try {
      await once(socket, 'connect', { ...(signal === undefined ? {} : { signal }) });
      return socket;
    } catch (error) {
      socket.destroy();
      throw error;
    }
  } finally {
    await handle.close();
  }
}
