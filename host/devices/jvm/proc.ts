import { readFile, readlink, stat } from 'node:fs/promises';

/** What `/proc` tells about a process; each is undefined when the process is gone or may not be looked at. */
export interface ProcessFacts {
  readonly pid: number;
  /** Effective user and group. */
  readonly uid: number;
  readonly gid: number;
  /** Process id as the process itself sees it: another one inside a container. */
  readonly ownPid: number;
  /** Whether SIGQUIT would be handled instead of killing the process. */
  readonly catchesQuit: boolean;
  /** Ticks since boot at the process' start: tells a process from a later one with the same id. */
  readonly started: string;
  /** Path to put before the process' own absolute paths; empty when it sees the same files as we do. */
  readonly root: string;
}

const SIGQUIT_BIT = 1n << 2n;

/** Facts about a process; undefined when it is gone or belongs to someone whose processes we may not look at. */
export async function processFacts(pid: number): Promise<ProcessFacts | undefined> {
  try {
    const [status, started, root] = await Promise.all([readFile(`/proc/${pid}/status`, 'utf8'), startOf(pid), rootOf(pid)]);
    if (started === undefined || /^State:\s*Z/m.test(status)) return undefined;
    const ids = /^Uid:\s+\d+\s+(\d+)/m.exec(status)?.[1];
    const groups = /^Gid:\s+\d+\s+(\d+)/m.exec(status)?.[1];
    const caught = /^SigCgt:\s+([0-9a-f]+)/m.exec(status)?.[1];
    const ownPid = /^NSpid:.*?(\d+)\s*$/m.exec(status)?.[1];
    return {
      pid,
      uid: Number(ids ?? -1),
      gid: Number(groups ?? -1),
      ownPid: Number(ownPid ?? pid),
      catchesQuit: caught !== undefined && (BigInt(`0x${caught}`) & SIGQUIT_BIT) !== 0n,
      started,
      root,
    };
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

/** Whether the process of these facts still runs. */
export async function stillRuns(facts: Pick<ProcessFacts, 'pid' | 'started'>): Promise<boolean> {
  return (await startOf(facts.pid)) === facts.started;
}

/** True for errors that mean: the process ended, or we may not look at it. */
export function isGone(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOENT' || code === 'ESRCH' || code === 'EACCES' || code === 'EPERM';
}

/** Field 22 of `/proc/PID/stat` (proc(5)); undefined when the process is gone or only waits for its parent. */
async function startOf(pid: number): Promise<string | undefined> {
  try {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

async function rootOf(pid: number): Promise<string> {
  const [ours, theirs] = await Promise.all([readlink('/proc/self/ns/mnt'), readlink(`/proc/${pid}/ns/mnt`)]);
  if (ours === theirs) return '';
  await stat(`/proc/${pid}/root/tmp`);
  return `/proc/${pid}/root`;
}
