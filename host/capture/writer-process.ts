import { readFile } from 'node:fs/promises';
import { uptime } from 'node:os';
import { isRunning } from './writer-id.ts';

/** Linux tells start times in these, whatever the kernel's own clock is: sysconf(_SC_CLK_TCK) in proc_pid_stat(5). */
const TICKS_PER_SECOND = 100;
/** File systems and clocks are not finer than this. */
const TOLERANCE_MS = 2_000;

/**
 * True when the process runs and may have written a file at that time. The id alone does not tell: after a restart of the computer
 * it may be another program's.
 * @param lastWrittenMs wall clock of the last write
 */
export async function mayBeWriter(pid: number, lastWrittenMs: number): Promise<boolean> {
  return isRunning(pid) && (await earliestStartMs(pid)) <= lastWrittenMs + TOLERANCE_MS;
}

/** Wall clock before which the process did not run: its start where that can be known, else the computer's. */
async function earliestStartMs(pid: number): Promise<number> {
  const bootMs = Date.now() - uptime() * 1_000;
  const stat = process.platform === 'linux' ? await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '') : '';
  // Behind the program's name, which may hold anything, the third field comes first; the start is the 22nd.
  const ticks = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[22 - 3]);
  return Number.isFinite(ticks) ? bootMs + (ticks / TICKS_PER_SECOND) * 1_000 : bootMs;
}
