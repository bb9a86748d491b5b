import { once } from 'node:events';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';

/** `O_PATH` of Linux' `asm-generic/fcntl.h`, which Node has no name for: a handle of a file that is not opened itself. */
const O_PATH = 0o10000000;

/**
 * Connects to a socket file that belongs to the user. The file that was checked is the one that is connected to:
 * a name in a folder of others may lead elsewhere a moment later. Throws Node's errors; the socket is the caller's to destroy.
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
