/** Ids of one Android user's apps; appId + 100000 * user. Source: AOSP UserHandle.PER_USER_RANGE. */
const USER_RANGE = 100_000;
/** Lower ids are the system's. Source: AOSP Process.FIRST_APPLICATION_UID. */
const FIRST_APP = 10_000;
/** Ids of isolated services from here on. Source: AOSP Process.FIRST_APP_ZYGOTE_ISOLATED_UID, LAST_ISOLATED_UID. */
const FIRST_ISOLATED = 90_000;

/** A process of the device. */
export interface DeviceProcess {
  readonly pid: number;
  /** With the Android user's part. */
  readonly uid: number;
  readonly user: number;
  /** An isolated service: it has a user id of its own, which gets neither into the app's folder nor anybody into it. */
  readonly isIsolated: boolean;
  readonly name: string;
}

/** Whose processes are looked for. An app may name its processes as it likes, so its user id decides. */
export interface ProcessOwner {
  /** Application id. */
  readonly name: string;
  readonly uid: number;
  /** Other packages with the same user id (`android:sharedUserId`). */
  readonly siblings: readonly string[];
}

export function uidOf(appId: number, user: number): number {
  return user * USER_RANGE + appId;
}

/** Processes of an app, the main one first: it is named after the app, or has a name without a suffix. */
export function processesOf({ name, uid, siblings }: ProcessOwner, processes: readonly DeviceProcess[]): readonly DeviceProcess[] {
  const rank = (each: DeviceProcess): number => (each.name === name ? 0 : each.name.includes(':') ? 2 : 1);
  return processes
    .filter((each) => each.uid === uid && !siblings.includes(baseName(each)))
    .sort((a, b) => rank(a) - rank(b) || a.name.length - b.name.length);
}

/** Isolated processes of an app, which are known by their names only. */
export function isolatedOf(name: string, user: number, processes: readonly DeviceProcess[]): readonly DeviceProcess[] {
  return processes.filter((each) => each.isIsolated && each.user === user && baseName(each) === name);
}

/** Processes that are named as an app's usually are, whoever runs them. */
export function namesakesOf(name: string, user: number, processes: readonly DeviceProcess[]): readonly DeviceProcess[] {
  return processes.filter((each) => isApp(each) && !each.isIsolated && each.user === user && baseName(each) === name);
}

function isApp({ uid }: DeviceProcess): boolean {
  return uid % USER_RANGE >= FIRST_APP;
}

/** Without the `:suffix`. */
function baseName({ name }: DeviceProcess): string {
  return name.split(':', 1)[0] ?? name;
}

export const processesCommand = 'ps -A -o PID=,UID=,NAME=';

/** Parses the output of `processesCommand`; also when a `ps` prints headers all the same. */
export function parseProcesses(text: string): readonly DeviceProcess[] {
  return text.split('\n').flatMap((line) => {
    // Trimmed first: an app chooses its name, and an expression that ends in any number of blanks starts over at each of them.
    const [, pid, uid, name] = /^(\d+)\s+(\d+)\s+(\S.*)$/.exec(line.trim()) ?? [];
    if (name === undefined) return [];
    const user = Math.floor(Number(uid) / USER_RANGE);
    return { pid: Number(pid), uid: Number(uid), user, isIsolated: Number(uid) % USER_RANGE >= FIRST_ISOLATED, name };
  });
}
