import type { Release } from './android-release.ts';

/** AOSP config_app_exit_info_history_list_size. */
const MOST_RECORDS = 16;

/** Why the system or the user ends a process. Numbers and words are AOSP's (ApplicationExitInfo.java). */
export interface Ending {
  readonly reason: number;
  /** `reasonCodeToString`. */
  readonly reasonName: string;
  readonly subreason: number;
  readonly subreasonName: string;
  readonly status: number;
  readonly description: string | null;
}

const none = { subreason: 0, subreasonName: 'UNKNOWN', status: 0, description: null };

export const endings = {
  forceStop: (name: string, pid: number): Ending => ({
    ...none,
    reason: 10,
    reasonName: 'USER REQUESTED',
    subreason: 21,
    subreasonName: 'FORCE STOP',
    description: `stop ${name} due to from pid ${pid}`,
  }),
  /** Since Android 14 with its own reason. */
  update: (name: string, { sdk }: Release): Ending => ({
    ...none,
    ...(sdk >= 34 ? { reason: 16, reasonName: 'PACKAGE UPDATED' } : { reason: 10, reasonName: 'USER REQUESTED' }),
    description: `stop ${name} due to installPackageLI`,
  }),
  lowMemory: { ...none, reason: 3, reasonName: 'LOW_MEMORY' } satisfies Ending,
  signal: (status: number): Ending => ({ ...none, reason: 2, reasonName: 'SIGNALED', status }),
} as const;

interface ExitRecord extends Ending {
  readonly atMs: number;
  readonly pid: number;
  readonly uid: number;
  readonly process: string;
}

/** The history behind `dumpsys activity exit-info`, newest first. Source: AOSP AppExitInfoTracker.java. */
export class ExitRecords {
  readonly #records: ExitRecord[] = [];

  add(record: ExitRecord): void {
    this.#records.unshift(record);
    if (this.#records.length > MOST_RECORDS) this.#records.pop();
  }

  /** Source: AppExitInfoTracker.dumpHistoryProcessExitInfo. */
  dump(name: string, { sdk }: Release): string {
    const head = [
      'ACTIVITY MANAGER PROCESS EXIT INFO (dumpsys activity exit-info)',
      `Last Timestamp of Persistence Into Persistent Storage: ${time(Date.now() - 600_000)}`,
    ];
    const [first] = this.#records;
    if (first === undefined) return head.join('\n');
    const write = sdk >= 33 ? shortDump : longDump;
    const records = this.#records.flatMap((record, index) => [`        ApplicationExitInfo #${index}:`, ...write(record)]);
    return [...head, `  package: ${name}`, `    Historical Process Exit for uid=${first.uid}`, ...records].join('\n');
  }
}

/** A field per line. Source: ApplicationExitInfo.dump of Android 11. */
function longDump(record: ExitRecord): readonly string[] {
  const { pid, uid, process, reason, reasonName, status, description } = record;
  const ids = [`pid=${pid}`, `realUid=${uid}`, `packageUid=${uid}`, `definingUid=${uid}`, `user=${userOf(uid)}`];
  const why = [`process=${process}`, `reason=${reason} (${reasonName})`, `status=${status}`, 'importance=100'];
  const rest = ['pss=86MB', 'rss=160MB', `description=${description}`, 'state=empty', 'trace=null'];
  return [`timestamp=${time(record.atMs)}`, ...ids, ...why, ...rest].map((field) => `          ${field}`);
}

/** Three lines, with subreasons. Source: ApplicationExitInfo.dump of later releases. */
function shortDump(record: ExitRecord): readonly string[] {
  const { pid, uid, process, reason, reasonName, subreason, subreasonName, status, description } = record;
  return [
    `          timestamp=${time(record.atMs)} pid=${pid} realUid=${uid} packageUid=${uid} definingUid=${uid} user=${userOf(uid)}`,
    `          process=${process} reason=${reason} (${reasonName}) subreason=${subreason} (${subreasonName}) status=${status}`,
    `          importance=100 pss=86MB rss=160MB description=${description} state=empty trace=null`,
  ];
}

function userOf(uid: number): number {
  return Math.floor(uid / 100_000);
}

/** In the phone's time zone, UTC. */
function time(ms: number): string {
  return new Date(ms).toISOString().slice(0, 23).replace('T', ' ');
}
