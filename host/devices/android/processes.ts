/** Ids of one Android user's apps; appId + 100000 * user. Source: AOSP UserHandle.PER_USER_RANGE. */
const USER_RANGE = 100_000;
/** Lower ids are the system's. Source: AOSP Process.FIRST_APPLICATION_UID. */
const FIRST_APP = 10_000;

/** A process of the device. */
export interface DeviceProcess {
  readonly pid: number;
  readonly user: number;
  readonly isApp: boolean;
  readonly name: string;
}

export const processesCommand = 'ps -A -o PID=,UID=,NAME=';

/** Parses the output of `processesCommand`; also when a `ps` prints headers all the same. */
export function parseProcesses(text: string): readonly DeviceProcess[] {
  return text.split('\n').flatMap((line) => {
    // Trimmed first: an app chooses its name, and an expression that ends in any number of blanks starts over at each of them.
    const [, pid, uid, name] = /^(\d+)\s+(\d+)\s+(\S.*)$/.exec(line.trim()) ?? [];
    if (name === undefined) return [];
    return { pid: Number(pid), user: Math.floor(Number(uid) / USER_RANGE), isApp: Number(uid) % USER_RANGE >= FIRST_APP, name };
  });
}
