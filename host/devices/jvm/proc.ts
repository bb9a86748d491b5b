import { readFile, readlink, stat } from 'node:fs/promises';

/** Facts from `/proc`. */
export interface ProcessFacts {
  readonly pid: number;
  /** Effective. */
  readonly uid: number;
  readonly gid: number;
  /** Differs inside a container. */
  readonly ownPid: number;
  /** Otherwise SIGQUIT kills the process. */
  readonly catchesQuit: boolean;
  /** Ticks since boot, which distinguish reused ids. */
  readonly started: string;
  /** Prefix of the process' absolute paths; empty outside containers. */
  readonly root: string;
}

const SIGQUIT_BIT = 1n << 2n;

/** Undefined when gone or inaccessible. */
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

export async function stillRuns(facts: Pick<ProcessFacts, 'pid' | 'started'>): Promise<boolean> {
  return (await startOf(facts.pid)) === facts.started;
}

/** Gone or inaccessible. */
export function isGone(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOENT' || code === 'ESRCH' || code === 'EACCES' || code === 'EPERM';
}

/** `/proc/PID/stat`, field 22 (proc(5)); undefined for ended processes and zombies. */
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
