import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

const GRACE_MS = 5_000;

/** Processes that a process has started, and those that they have; none where there is no /proc. */
export async function descendants(pid: number): Promise<readonly number[]> {
  const children = new Map<number, number[]>();
  for (const name of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(name)) continue;
    // It may have ended meanwhile.
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    // proc(5): the parent comes behind the state; the program's name, in brackets, may hold anything.
    const parent = Number(/^.*\) \S (\d+)/s.exec(stat)?.[1] ?? 0);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const below = (parent: number): readonly number[] => (children.get(parent) ?? []).flatMap((child) => [child, ...below(child)]);
  return below(pid);
}

/** Ends processes with a request, those that remain without. */
export async function endProcesses(pids: readonly number[]): Promise<void> {
  for (const pid of pids) signal(pid, 'SIGTERM');
  const endMs = Date.now() + GRACE_MS;
  while (Date.now() < endMs && pids.some((pid) => signal(pid, 0))) await pause(50);
  for (const pid of pids) signal(pid, 'SIGKILL');
}

/** @returns whether the process was there */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
    throw error;
  }
}
