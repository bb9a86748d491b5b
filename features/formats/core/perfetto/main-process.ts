import type { SchedThread } from './ftrace/sched-threads.ts';
import type { TraceThread, TraceTracks } from './tracks/trace-tracks.ts';

/** An application id, possibly with the suffix of a secondary process. */
const APPLICATION_ID = /^[a-z]\w*(?:\.\w+)+(?::[\w.]+)?$/i;
/** Android's own: they run whatever is recorded. */
const OF_ANDROID = /^(?:android\.|com\.android\.|com\.google\.android\.(?:gms|apps\.nexuslauncher|inputmethod)|com\.qualcomm\.|com\.qti\.)/;

/** The last 15 letters of such names, by which the kernel knows them. */
const tailsOfAndroid: ReadonlySet<string> = new Set(
  [
    ...['com.android.systemui', 'com.android.launcher', 'com.android.launcher3', 'com.google.android.apps.nexuslauncher'],
    ...['com.android.settings', 'com.android.phone', 'com.android.bluetooth', 'android.process.acore', 'android.process.media'],
    ...['com.google.android.gms', 'com.google.android.gms.persistent', 'com.google.android.inputmethod.latin'],
  ].map((name) => name.slice(-15)),
);

/** Chromium's main threads of pages; Android's children of it have another thread with the process's id. */
const RENDERER_MAIN = 'CrRendererMain';

/** The recorded app, and its main thread's id. */
export interface MainProcess {
  readonly pid: number;
  readonly mainTid: number;
  /** The end of “The app is process 2, …”, where other processes have slices, too; '' for an application. */
  readonly why: string;
}

interface Score {
  rows: number;
  changes: number;
  page: TraceThread | undefined;
}

/**
 * The recorded app: an application before Android's own processes, then the one with most frames, the renderer with most slices on its
 * main thread, the one with most slices and samples.
 * @param frames of the display, by process
 */
export function mainProcessOf(
  tracks: TraceTracks,
  scheduled: ReadonlyMap<TraceThread, SchedThread>,
  frames: ReadonlyMap<number, number>,
): MainProcess {
  const scores = new Map<number, Score>();
  for (const thread of tracks.threads.values()) {
    const score: Score = scores.get(thread.pid) ?? { rows: 0, changes: 0, page: undefined };
    scores.set(thread.pid, score);
    score.rows += thread.rows;
    if (thread.name === RENDERER_MAIN && thread.rows > (score.page?.rows ?? 0)) score.page = thread;
    score.changes += scheduled.get(thread)?.changes.length ?? 0;
  }
  let main: MainProcess & { readonly score: readonly number[] } = { pid: 0, mainTid: 0, why: '', score: [-1] };
  for (const [pid, { rows, changes, page }] of scores) {
    const isApp = Number(isApplication(tracks.processNames.get(pid) ?? ''));
    const drawn = frames.get(pid) ?? 0;
    const score = [rows > 0 || drawn > 0 ? isApp : 0, drawn * isApp, isApp === 1 ? 0 : (page?.rows ?? 0), rows, isApp, changes];
    if (!isHigher(score, main.score)) continue;
    if (isApp === 1 || page === undefined) main = { pid, mainTid: pid, why: isApp === 1 ? '' : 'which has most slices and samples', score };
    else main = { pid, mainTid: page.tid, why: 'the renderer with most work on its main thread', score };
  }
  const busy = [...scores.values()].filter(({ rows }) => rows > 0).length;
  return busy > 1 ? main : { ...main, why: '' };
}

function isApplication(name: string): boolean {
  return APPLICATION_ID.test(name) && !OF_ANDROID.test(name) && !tailsOfAndroid.has(name);
}

function isHigher(score: readonly number[], than: readonly number[]): boolean {
  for (const [at, value] of score.entries()) {
    const other = than[at] ?? Number.NEGATIVE_INFINITY;
    if (value !== other) return value > other;
  }
  return false;
}
