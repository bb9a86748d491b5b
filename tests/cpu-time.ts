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

/** The same of all threads that a process has now. */
async function processorWaitsUs(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`);
  // A thread may end meanwhile.
  const waits = await Promise.all(threads.map((tid) => processorWaitUs(pid, Number(tid)).catch(() => 0)));
  return waits.reduce((sum, waitUs) => sum + waitUs, 0);
}

/** The agent ticks every 50 ms: a thread that misses three ticks may leave a lag without a stack. */
const KEPT_US = 150_000;
/** Of a shorter time: three quarters with processors leave no doubt about a culprit. */
const KEPT_SHARE = 0.25;

/** Acts; true if the process' threads were kept from processors for so long meanwhile that a wrong result may be the computer's. */
export async function isKeptWaiting(pid: number, act: () => Promise<void>): Promise<boolean> {
  const beganMs = performance.now();
  const beforeUs = await processorWaitsUs(pid);
  await act();
  const keptUs = (await processorWaitsUs(pid)) - beforeUs;
  return keptUs > Math.min(KEPT_US, KEPT_SHARE * 1000 * (performance.now() - beganMs));
}
