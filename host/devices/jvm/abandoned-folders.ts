import { access } from 'node:fs/promises';
import type { HeldFolder } from './held-folder.ts';
import type { ProcessFacts } from './proc.ts';

/** Names that a deployment gives; nothing else is ever removed. */
export const LIBRARY = 'liblaglens.so';
export const HOOK = 'laglens-hook.jar';
export const PREFIX = 'laglens-';
const folderName = /^laglens-[A-Za-z0-9]{6}$/;
const socketFolderName = /^socket-(\d+)$/;
const socketName = /^laglens-\d+-[0-9a-f]+\.sock$/;

export const socketFolder = (process: Pick<ProcessFacts, 'ownPid'>): string => `socket-${process.ownPid}`;

/** Removes folders that killed captures left in the temporary folder: our user's, of processes that have ended. Never fails. */
export async function removeAbandoned(temporary: HeldFolder, process: ProcessFacts): Promise<void> {
  // A folder that may be entered and not listed is fit for the new one all the same.
  const names = (await temporary.names().catch(() => [])).filter((name) => folderName.test(name));
  for (const name of names) await removeIfAbandoned(temporary, name, process.root);
}

/**
 * Whatever goes wrong here must not stop a capture: the folder is another user's, gone by now, or holds what we never put there.
 * It is left as it is then.
 */
async function removeIfAbandoned(temporary: HeldFolder, name: string, root: string): Promise<void> {
  const folder = await temporary.enter(name).catch(() => undefined);
  if (folder === undefined) return;
  try {
    // Where others may write, they could put something in its place while it is emptied.
    if (!(await folder.isOnlyOurs(0o022))) return;
    const pids = (await folder.names()).flatMap((each) => socketFolderName.exec(each)?.[1] ?? []);
    const running = await Promise.all(pids.map((pid) => exists(`${root}/proc/${pid}`)));
    if (pids.length > 0 && !running.includes(true)) await removeDeployment(temporary, name, folder);
  } catch {
    // Left for its owner; see above.
  } finally {
    await folder.close();
  }
}

/** Removes what a deployment places, by name, then the empty folder. Throws `ENOTEMPTY` when there is more in it. */
export async function removeDeployment(temporary: HeldFolder, name: string, folder: HeldFolder): Promise<void> {
  for (const each of await folder.names()) {
    if (each === LIBRARY || each === HOOK) await folder.removeFile(each);
    if (socketFolderName.test(each)) await removeSockets(folder, each);
  }
  await temporary.removeFolder(name);
}

async function removeSockets(folder: HeldFolder, name: string): Promise<void> {
  const sockets = await folder.enter(name);
  try {
    for (const each of await sockets.names()) if (socketName.test(each)) await sockets.removeFile(each);
  } finally {
    await sockets.close();
  }
  await folder.removeFolder(name);
}

async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}
