/** CPU time that a piece of work takes on this thread, in milliseconds: what else the computer does in the meantime does not count. */
export function cpuMsOf(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
