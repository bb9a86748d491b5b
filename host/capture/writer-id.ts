import { createHash } from 'node:crypto';
import { readFile, readlink } from 'node:fs/promises';
import { hostname, uptime } from 'node:os';

/** A process, told apart from every other one that may reach the same folder. All parts may stand in file names. */
export interface WriterId {
  /** 8 hexadecimal digits of a hash: the computer's name stays private. */
  readonly host: string;
  /** On Linux 8 digits of the kernel's boot id; elsewhere `t` and the second of the boot. */
  readonly boot: string;
  /** Inode of the pid namespace on Linux; 0 where there is none. */
  readonly namespace: string;
  readonly pid: number;
  /** Clock ticks between boot and start, as `/proc` tells them; 0 where they are unknown. */
  readonly start: string;
}

/** How sure it is that a writer has ended. Of an `unknown` one only its file can tell. */
export type WriterState = 'running' | 'ended' | 'unknown';

/** A clock that was set in between moves the computed boot time. */
const BOOT_TOLERANCE_S = 60;

let own: Promise<WriterId> | undefined;

/** This process. */
export function thisWriter(): Promise<WriterId> {
  own ??= identify();
  return own;
}

/** Judges a writer by its process id, when it is of this host, boot and pid namespace. */
export async function stateOfWriter(writer: WriterId, me: WriterId): Promise<WriterState> {
  if (writer.host !== me.host || writer.namespace !== me.namespace || !isSameBoot(writer.boot, me.boot)) return 'unknown';
  // Where start times are unknown, at least this process knows itself.
  if (writer.pid === me.pid && writer.start === me.start) return 'running';
  if (!isRunning(writer.pid)) return 'ended';
  const { start, isZombie } = await facts(writer.pid);
  if (isZombie) return 'ended';
  if (start === '0' || writer.start === '0') return 'unknown';
  return start === writer.start ? 'running' : 'ended';
}

async function identify(): Promise<WriterId> {
  return {
    host: createHash('sha256').update(`laglens journal ${hostname()}`).digest('hex').slice(0, 8),
    boot: await bootId(),
    namespace: await pidNamespace(),
    pid: process.pid,
    start: (await facts(process.pid)).start,
  };
}

/** random(4): the kernel makes a new id at each boot, and containers see that of their host. */
async function bootId(): Promise<string> {
  const id = process.platform === 'linux' ? await readFile('/proc/sys/kernel/random/boot_id', 'latin1').catch(() => '') : '';
  const digits = id.replaceAll('-', '').slice(0, 8);
  return /^[0-9a-f]{8}$/.test(digits) ? digits : `t${Math.round(Date.now() / 1_000 - uptime())}`;
}

function isSameBoot(one: string, other: string): boolean {
  if (one === other) return true;
  return one.startsWith('t') && other.startsWith('t') && Math.abs(Number(one.slice(1)) - Number(other.slice(1))) <= BOOT_TOLERANCE_S;
}

/** pid_namespaces(7): the link reads `pid:[INODE]`. */
async function pidNamespace(): Promise<string> {
  const link = process.platform === 'linux' ? await readlink('/proc/self/ns/pid').catch(() => '') : '';
  return /\d+/.exec(link)?.[0] ?? '0';
}

/**
 * Third and 22nd field of proc_pid_stat(5). The program's name before them may hold anything, so counting begins behind it. A zombie has
 * ended; in containers nobody may ever ask for its exit code.
 */
async function facts(pid: number): Promise<{ readonly start: string; readonly isZombie: boolean }> {
  const stat = process.platform === 'linux' ? await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '') : '';
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields[22 - 3] ?? '';
  return { start: /^\d+$/.test(ticks) ? ticks : '0', isZombie: fields[0] === 'Z' || fields[0] === 'X' };
}

/** A process that we may not signal runs, too. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
