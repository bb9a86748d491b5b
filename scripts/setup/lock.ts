import { open, readFile, rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

const ASK_AGAIN_MS = 200;

/** Runs `work` in one process per lock file at a time. A lock of an ended process is taken over. */
export async function oneAtATime<T>(lockFile: string, work: () => Promise<T>): Promise<T> {
  while (!(await take(lockFile))) await pause(ASK_AGAIN_MS);
  try {
    return await work();
  } finally {
    await rm(lockFile, { force: true });
  }
}

async function take(lockFile: string): Promise<boolean> {
  try {
    const file = await open(lockFile, 'wx');
    await file.writeFile(String(process.pid));
    await file.close();
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const holder = Number(await readFile(lockFile, 'utf8').catch(() => ''));
  // Empty: being written, or just removed.
  if (holder > 0 && !isRunning(holder)) await rm(lockFile, { force: true });
  return false;
}

/** A process of another user runs, too. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
