import { access } from 'node:fs/promises';
import type { HeldFolder } from './held-folder.ts';
import type { ProcessFacts } from './proc.ts';

/** Only these names are ever removed. */
export const LIBRARY = 'liblaglens.so';
export const HOOK = 'laglens-hook.jar';
export const PREFIX = 'laglens-';
const folderName = /^laglens-[A-Za-z0-9]{6}$/;
const socketFolderName = /^socket-(\d+)$/;
const socketName = /^laglens-\d+-[0-9a-f]+\.sock$/;

export const socketFolder = (process: Pick<ProcessFacts, 'ownPid'>): string => `socket-${process.ownPid}`;

/** Removes folders of killed captures, if they are ours and their process ended. Never fails. */
export async function removeAbandoned(temporary: HeldFolder, process: ProcessFacts): Promise<void> {
  // A folder without list permission is still usable.
  const names = (await temporary.names().catch(() => [])).filter((name) => folderName.test(name));
  for (const name of names) await removeIfAbandoned(temporary, name, process.root);
}

/** Ignores errors: a foreign, vanished or filled folder stays. */
async function removeIfAbandoned(temporary: HeldFolder, name: string, root: string): Promise<void> {
  const folder = await temporary.enter(name).catch(() => undefined);
  if (folder === undefined) return;
  try {
    // Others could replace contents during the removal.
    if (!(await folder.isOnlyOurs(0o022))) return;
    const pids = (await folder.names()).flatMap((each) => socketFolderName.exec(each)?.[1] ?? []);
    const running = await Promise.all(pids.map((pid) => exists(`${root}/proc/${pid}`)));
    if (pids.length > 0 && !running.includes(true)) await removeDeployment(temporary, name, folder);
  } catch {
    // Left for its owner.
  } finally {
    await folder.close();
  }
}

/** Removes the deployment's files by name, then the folder. @throws ENOTEMPTY for other contents */
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
