import { readFile } from 'node:fs/promises';
import { uptime } from 'node:os';
import { isRunning } from './writer-id.ts';

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
  const stat = process.platform === 'linux' ? await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '') : '';
  // Counted behind the program's name: the third field is first, the start is the 22nd.
  const ticks = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[22 - 3]);
  return Number.isFinite(ticks) ? bootMs + (ticks / TICKS_PER_SECOND) * 1_000 : bootMs;
}
