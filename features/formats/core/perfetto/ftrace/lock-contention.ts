/** Slices of Android's runtime while a thread waits for a lock (art/runtime: monitor.cc, base/mutex.cc); tids of the owner. */
const CONTENTIONS = [
  /^monitor contention with owner .{0,200} \((\d{1,10})\) at /s,
  /^Lock contention on .{0,200} \(owner tid: (\d{1,10})\)/s,
];

/** The thread id of a lock's owner; undefined for other slices. */
export function lockOwnerOf(name: string): number | undefined {
  for (const contention of CONTENTIONS) {
    const tid = contention.exec(name)?.[1];
    if (tid !== undefined) return Number(tid);
  }
  return undefined;
}

/** The frame of a slice; one that waits for a lock is known by its owner. */
export function ownedFrame(frame: number, name: string, owners: Map<number, number>): number {
  const owner = lockOwnerOf(name);
  if (owner !== undefined) owners.set(frame, owner);
  return frame;
}
