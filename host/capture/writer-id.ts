import { createHash, randomInt } from 'node:crypto';
import { readFile, readlink } from 'node:fs/promises';
import { hostname, uptime } from 'node:os';

/** Unique among all processes that may reach a folder, in characters for file names. */
export interface WriterId {
  /** A hash of 8 hexadecimal digits keeps the computer's name private. */
  readonly host: string;
  /** 8 digits of Linux's boot id; elsewhere `t` and the second of the boot. */
  readonly boot: string;
  /** Inode of Linux's pid namespace, else 0. */
  readonly namespace: string;
  readonly pid: number;
  /** Clock ticks from boot to start in `/proc`; elsewhere a number of its own, as Windows gives a process id again soon. */
  readonly start: string;
}

/** Only the file shows whether an `unknown` writer lives. */
type WriterState = 'running' | 'ended' | 'unknown';

/** Setting the clock moves the computed boot time. */
const BOOT_TOLERANCE_S = 60;

let own: Promise<WriterId> | undefined;

export function thisWriter(): Promise<WriterId> {
  own ??= identify();
  return own;
}

/** By process id, within the same host, boot and pid namespace. */
export async function stateOfWriter(writer: WriterId, me: WriterId): Promise<WriterState> {
  if (writer.host !== me.host || writer.namespace !== me.namespace || !isSameBoot(writer.boot, me.boot)) return 'unknown';
  // Without start times a process knows only itself.
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
    start: process.platform === 'linux' ? (await facts(process.pid)).start : String(randomInt(1, 2 ** 32)),
  };
}

/** random(4): new at each boot, and shared by containers and host. */
async function bootId(): Promise<string> {
  const id = process.platform === 'linux' ? await readFile('/proc/sys/kernel/random/boot_id', 'latin1').catch(() => '') : '';
  const digits = id.replaceAll('-', '').slice(0, 8);
  return /^[0-9a-f]{8}$/.test(digits) ? digits : `t${Math.round(Date.now() / 1_000 - uptime())}`;
}

function isSameBoot(one: string, other: string): boolean {
  if (one === other) return true;
  return one.startsWith('t') && other.startsWith('t') && Math.abs(Number(one.slice(1)) - Number(other.slice(1))) <= BOOT_TOLERANCE_S;
}

/** pid_namespaces(7): `pid:[INODE]`. */
async function pidNamespace(): Promise<string> {
  const link = process.platform === 'linux' ? await readlink('/proc/self/ns/pid').catch(() => '') : '';
  return /\d+/.exec(link)?.[0] ?? '0';
}

/** proc_pid_stat(5), fields 3 and 22. The program's name may hold anything, so counting begins behind it. Zombies have ended. */
async function facts(pid: number): Promise<{ readonly start: string; readonly isZombie: boolean }> {
  const stat = process.platform === 'linux' ? await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '') : '';
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields[22 - 3] ?? '';
  return { start: /^\d+$/.test(ticks) ? ticks : '0', isZombie: fields[0] === 'Z' || fields[0] === 'X' };
}

/** A process of another user runs, too. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

/** sysconf(_SC_CLK_TCK) in proc_pid_stat(5), independent of the kernel's clock. */
const TICKS_PER_SECOND = 100;
/** The resolution of file systems and clocks. */
const TOLERANCE_MS = 2_000;

/**
 * A restart may reuse the id, so the start is compared.
 * @param lastWrittenMs wall clock
 */
export async function mayBeWriter(pid: number, lastWrittenMs: number): Promise<boolean> {
  return isRunning(pid) && (await earliestStartMs(pid)) <= lastWrittenMs + TOLERANCE_MS;
}

/** The process' start, else the computer's. */
async function earliestStartMs(pid: number): Promise<number> {
  const bootMs = Date.now() - uptime() * 1_000;
  return bootMs + (Number((await facts(pid)).start) / TICKS_PER_SECOND) * 1_000;
}
