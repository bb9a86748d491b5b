import { readFile } from 'node:fs/promises';

/** CPU time that a piece of work takes on this thread, in milliseconds: what else the computer does in the meantime does not count. */
export function cpuMsOf(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** How long a thread was ready to run while others had the processors, since its start: the second number of its schedstat, ns. */
export async function processorWaitUs(pid: number, tid: number): Promise<number> {
  return Number((await readFile(`/proc/${pid}/task/${tid}/schedstat`, 'utf8')).split(' ')[1]) / 1000;
}
