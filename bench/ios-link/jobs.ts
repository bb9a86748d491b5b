/** Jobs of both clients in order, each from its first connection to its answer. */
export const jobs = {
  list: 'list the devices',
  info: 'read the device’s values',
  install: 'copy and install an app',
  push: 'push 20 MB into an app’s folder',
  start: 'start a process with variables',
} as const;

export type Job = keyof typeof jobs;
export const jobNames: readonly Job[] = ['list', 'info', 'install', 'push', 'start'];

/** Printed by a client: milliseconds of loading and of each job, by rounds. */
export interface ClientTimes {
  readonly loadMs: number;
  readonly rounds: readonly Readonly<Record<Job, number>>[];
}

export function isClientTimes(value: unknown): value is ClientTimes {
  if (typeof value !== 'object' || value === null || !('loadMs' in value) || !('rounds' in value)) return false;
  return typeof value.loadMs === 'number' && Array.isArray(value.rounds) && value.rounds.length > 0 && value.rounds.every(isRound);
}

function isRound(round: unknown): boolean {
  const times = new Map(Object.entries(Object(round)));
  return jobNames.every((job) => typeof times.get(job) === 'number');
}
