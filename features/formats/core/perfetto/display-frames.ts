import type { ImportTask } from '../import/profile-reader.ts';
import type { FrameTimeline, SurfaceFrame } from './tracks/frame-timeline.ts';

/** Periods of displays, from 240 to 20 Hz. */
const [LEAST_PERIOD_US, MOST_PERIOD_US] = [4_000, 50_000];
/** Period of 60 Hz. */
const USUAL_PERIOD_US = 16_667;
/** Frames in time are counted about once a second. */
const COUNT_US = 1_000_000;

interface ReadyFrame {
  readonly atUs: number;
  /** 0 in time. */
  readonly lateUs: number;
}

/** The app's frames by Android's FrameTimeline: late if ready after their deadline. */
export function addSurfaceFrames({ builder, report }: ImportTask, timeline: FrameTimeline, mainPid: number): void {
  const latest = new Map<unknown, SurfaceFrame>();
  // A frame of several layers is ready with the last one.
  for (const frame of timeline.frames) {
    if (frame.pid === mainPid && frame.endUs > (latest.get(frame.token)?.endUs ?? Number.NEGATIVE_INFINITY)) latest.set(frame.token, frame);
  }
  const ready: ReadyFrame[] = [];
  const dueTimes: number[] = [];
  let [bySystem, dropped, unpredicted] = [0, 0, 0];
  for (const frame of latest.values()) {
    const dueUs = timeline.dueUs(frame);
    if (dueUs !== undefined) dueTimes.push(dueUs);
    if (frame.isLateBySystem) bySystem++;
    if (frame.isDropped) dropped++;
    if (!frame.isOnTime && dueUs === undefined) unpredicted++;
    else ready.push({ atUs: frame.endUs, lateUs: frame.isOnTime || dueUs === undefined ? 0 : Math.max(0, frame.endUs - dueUs) });
  }
  report.read('frames of the app', ready.length);
  report.skipped('late frames whose deadline is unknown', unpredicted);
  report.skipped('delays of frames by SurfaceFlinger or the display', bySystem);
  report.skipped('drops of frames', dropped);
  addFrames(ready, periodOf(dueTimes) ?? assumedPeriod(report), builder);
}

/** Before Android 12: a frame is late if main works on it for longer than a display of 60 Hz shows it. */
export function addDrawnFrames(
  { builder, report }: ImportTask,
  frames: Iterable<{ readonly beginUs: number; readonly endUs: number }>,
): void {
  const ready = Array.from(frames, ({ beginUs, endUs }) => ({ atUs: endUs, lateUs: Math.max(0, endUs - beginUs - USUAL_PERIOD_US) }));
  if (ready.length === 0) return;
  report.assumed('A frame is late if main works on it for more than 16.7 ms: the trace has no FrameTimeline.');
  addFrames(ready, USUAL_PERIOD_US, builder);
}

function addFrames(ready: ReadyFrame[], periodUs: number, builder: ImportTask['builder']): void {
  let inTime = 0;
  let countedUs = Number.NEGATIVE_INFINITY;
  const count = (atUs: number, lateUs: number): void => {
    builder.displayFrames(atUs, { lateUs, periodUs, inTime });
    [inTime, countedUs] = [0, atUs];
  };
  for (const { atUs, lateUs } of ready.sort((one, other) => one.atUs - other.atUs)) {
    if (lateUs > 0) count(atUs, lateUs);
    else if (++inTime > 0 && atUs - countedUs >= COUNT_US) count(atUs, 0);
  }
  const last = ready.at(-1);
  if (last !== undefined && inTime > 0) count(last.atUs, 0);
}

/** The shortest usual time between two deadlines: frames are left out where nothing changes. */
function periodOf(dueTimes: number[]): number | undefined {
  dueTimes.sort((one, other) => one - other);
  const periods = dueTimes
    .flatMap((dueUs, index) => (index === 0 ? [] : dueUs - (dueTimes[index - 1] ?? dueUs)))
    .filter((periodUs) => periodUs >= LEAST_PERIOD_US && periodUs <= MOST_PERIOD_US)
    .sort((one, other) => one - other);
  return periods[Math.floor(periods.length / 10)];
}

function assumedPeriod(report: ImportTask['report']): number {
  report.assumed('The display shows 60 frames a second: the trace has too few deadlines.');
  return USUAL_PERIOD_US;
}
