import { readdir, readFile } from 'node:fs/promises';

/** CPU milliseconds of work on this thread, independent of other load. */
export function cpuMsOf(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** Microseconds a thread was runnable without a processor, since its start: the second number of its schedstat, in nanoseconds. */
export async function processorWaitUs(pid: number, tid: number): Promise<number> {
  return Number((await readFile(`/proc/${pid}/task/${tid}/schedstat`, 'utf8')).split(' ')[1]) / 1000;
}

/** The same of each thread that a process has now. */
async function processorWaitsUs(pid: number): Promise<ReadonlyMap<string, number>> {
  const threads = await readdir(`/proc/${pid}/task`);
  // A thread may end meanwhile.
  return new Map(await Promise.all(threads.map(async (tid) => [tid, await processorWaitUs(pid, Number(tid)).catch(() => 0)] as const)));
}

/** The agent ticks every 50 ms: a thread that misses three ticks may leave a lag without a stack. */
const KEPT_US = 150_000;
/** Of a shorter time: three quarters with processors leave no doubt about a culprit. */
const KEPT_SHARE = 0.25;

/** Acts; true if a thread of the process was kept from processors for so long meanwhile that a wrong result may be the computer's. */
export async function isKeptWaiting(pid: number, act: () => Promise<void>): Promise<boolean> {
  const beganMs = performance.now();
  const before = await processorWaitsUs(pid);
  await act();
  const after = await processorWaitsUs(pid);
  // A sum over threads would be long without any thread being late, and shorter after a thread has ended.
  const keptUs = Math.max(...[...after].map(([tid, waitUs]) => waitUs - (before.get(tid) ?? 0)));
  return keptUs > Math.min(KEPT_US, KEPT_SHARE * 1000 * (performance.now() - beganMs));
}
