import { readFile } from 'node:fs/promises';

/** CPU milliseconds of work on this thread, independent of other load. */
export function cpuMsOf(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** Nanoseconds a thread was runnable without a processor, since its start: the second number of its schedstat. */
export async function processorWaitUs(pid: number, tid: number): Promise<number> {
  return Number((await readFile(`/proc/${pid}/task/${tid}/schedstat`, 'utf8')).split(' ')[1]) / 1000;
}
