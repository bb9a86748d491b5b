/** appId + 100000 * user. Source: AOSP UserHandle.PER_USER_RANGE. */
const USER_RANGE = 100_000;
/** Source: AOSP Process.FIRST_APPLICATION_UID. */
const FIRST_APP = 10_000;
/** Source: AOSP Process.FIRST_APP_ZYGOTE_ISOLATED_UID, LAST_ISOLATED_UID. */
const FIRST_ISOLATED = 90_000;

export interface DeviceProcess {
  readonly pid: number;
  /** Includes the Android user. */
  readonly uid: number;
  readonly user: number;
  /** Its own user id has no access to the app's folder. */
  readonly isIsolated: boolean;
  readonly name: string;
}

/** Apps choose process names, so the user id decides. */
export interface ProcessOwner {
  readonly name: string;
  readonly uid: number;
  /** Packages with the same `android:sharedUserId`. */
  readonly siblings: readonly string[];
}

export function uidOf(appId: number, user: number): number {
  return user * USER_RANGE + appId;
}

/** The process named like the app, or one without a suffix, comes first. */
export function processesOf({ name, uid, siblings }: ProcessOwner, processes: readonly DeviceProcess[]): readonly DeviceProcess[] {
  const rank = (each: DeviceProcess): number => (each.name === name ? 0 : each.name.includes(':') ? 2 : 1);
  return processes
    .filter((each) => each.uid === uid && !siblings.includes(baseName(each)))
    .sort((a, b) => rank(a) - rank(b) || a.name.length - b.name.length);
}

/** Isolated processes are known by name only. */
export function isolatedOf(name: string, user: number, processes: readonly DeviceProcess[]): readonly DeviceProcess[] {
  return processes.filter((each) => each.isIsolated && each.user === user && baseName(each) === name);
}

/** Processes of this name, whoever runs them. */
export function namesakesOf(name: string, user: number, processes: readonly DeviceProcess[]): readonly DeviceProcess[] {
  return processes.filter((each) => isApp(each) && !each.isIsolated && each.user === user && baseName(each) === name);
}

function isApp({ uid }: DeviceProcess): boolean {
  return uid % USER_RANGE >= FIRST_APP;
}

function baseName({ name }: DeviceProcess): string {
  return name.split(':', 1)[0] ?? name;
}

export const processesCommand = 'ps -A -o PID=,UID=,NAME=';

/** Accepts headers, too. */
export function parseProcesses(text: string): readonly DeviceProcess[] {
  return text.split('\n').flatMap((line) => {
    // Trimming first avoids backtracking over blanks in hostile names.
    const [, pid, uid, name] = /^(\d+)\s+(\d+)\s+(\S.*)$/.exec(line.trim()) ?? [];
    if (name === undefined) return [];
    const user = Math.floor(Number(uid) / USER_RANGE);
    return { pid: Number(pid), uid: Number(uid), user, isIsolated: Number(uid) % USER_RANGE >= FIRST_ISOLATED, name };
  });
}
