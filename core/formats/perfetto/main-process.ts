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

/**
 * The recorded app: an application before Android's own processes, then the one with most frames, then with most slices and samples.
 * @param frames of the display, by process
 */
export function mainProcessOf(
  tracks: TraceTracks,
  scheduled: ReadonlyMap<TraceThread, SchedThread>,
  frames: ReadonlyMap<number, number>,
): number {
  const scores = new Map<number, { rows: number; changes: number }>();
  for (const thread of tracks.threads.values()) {
    const score = scores.get(thread.pid) ?? { rows: 0, changes: 0 };
    scores.set(thread.pid, score);
    score.rows += thread.rows;
    score.changes += scheduled.get(thread)?.changes.length ?? 0;
  }
  let main: { readonly pid: number; readonly score: readonly number[] } = { pid: 0, score: [-1] };
  for (const [pid, { rows, changes }] of scores) {
    const isApp = Number(isApplication(tracks.processNames.get(pid) ?? ''));
    const drawn = frames.get(pid) ?? 0;
    const score = [rows > 0 || drawn > 0 ? isApp : 0, drawn * isApp, rows, isApp, changes];
    if (isHigher(score, main.score)) main = { pid, score };
  }
  return main.pid;
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
