import { field, numberField, textField } from '../../../../core/text/json-fields.ts';
import type { ImportReport } from '../import/import-report.ts';
import type { SessionBuilder } from '../import/session-builder.ts';

/** FrameTracer.java, `DropStatus`: the fewest dropped frames first. */
const levels = ['DROPPED_BEST', 'DROPPED_NORMAL', 'DROPPED_MIDDLE', 'DROPPED_HIGH', 'DROPPED_FROZEN'] as const;
const USUAL_HZ = 60;
/** An issue covers ten seconds. */
const MOST_LATE = 10_000;
const BETWEEN_US = 1_000_000;

/** One `Trace_FPS` issue. */
export interface FrameRate {
  readonly title: string;
  /** Frames in time. */
  readonly inTime: number;
  /** Dropped frames before each late one. */
  readonly dropped: readonly number[];
  readonly periodUs: number;
  readonly cutLate: number;
}

/** Undefined for other issues, and without counts. */
export function frameRate(issue: unknown): FrameRate | undefined {
  const counts = field(issue, 'dropLevel');
  const sums = field(issue, 'dropSum');
  if (textField(issue, 'tag') !== 'Trace_FPS' && numberField(issue, 'fps') === undefined) return undefined;
  let inTime = 0;
  let cutLate = 0;
  const dropped: number[] = [];
  for (const level of levels) {
    const frames = count(counts, level);
    const sum = count(sums, level);
    // Of the best level most frames are in time. At least one frame is dropped before a late one.
    const late = Math.min(frames, sum);
    inTime += frames - late;
    const kept = Math.min(late, MOST_LATE - dropped.length);
    cutLate += late - kept;
    for (let at = 0; at < kept; at++) dropped.push(Math.floor(sum / late) + (at < sum % late ? 1 : 0));
  }
  if (inTime + dropped.length + cutLate === 0) return undefined;
  const hz = numberField(issue, 'REFRESH_RATE') ?? USUAL_HZ;
  const periodUs = Math.round(1e6 / (hz >= 1 && hz <= 1_000 ? hz : USUAL_HZ));
  const fps = numberField(issue, 'fps');
  const scene = textField(issue, 'scene');
  const words = [fps === undefined ? 'frame rate' : `${Math.round(10 * fps) / 10} frames per second`, ...(scene === '' ? [] : [scene])];
  return { title: `TraceCanary: ${words.join(', ')}`, inTime, dropped, periodUs, cutLate };
}

function count(of: unknown, level: string): number {
  const value = numberField(of, level) ?? 0;
  return value >= 0 && value <= 1e9 ? Math.trunc(value) : 0;
}

/** After what the session has: late frames evenly among the others, as the issue has no times. */
export function layOutRate({ title, inTime, dropped, periodUs, cutLate }: FrameRate, builder: SessionBuilder, report: ImportReport): void {
  const beginUs = Number.isFinite(builder.latestUs) ? builder.latestUs + BETWEEN_US : 0;
  builder.mark(beginUs, title);
  let atUs = beginUs;
  let shown = 0;
  for (const [index, frames] of dropped.entries()) {
    const before = Math.floor((inTime * (index + 1)) / (dropped.length + 1)) - shown;
    shown += before;
    atUs += (before + 1 + frames) * periodUs;
    builder.displayFrames(atUs, { lateUs: frames * periodUs, periodUs, inTime: before });
  }
  const rest = inTime - shown;
  builder.displayFrames(atUs + rest * periodUs, { lateUs: 0, periodUs, inTime: rest });
  report.read('frame rates');
  report.skipped('late frames beyond 10,000 of an issue', cutLate);
  report.assumed('Late frames are drawn evenly, and those of a level dropped equally many: TraceCanary has sums by level only.');
}

/** A `Trace_StartUp` issue in words; undefined for others. It has times, but no stack, so it is no lag. */
export function startUpTitle(issue: unknown): string | undefined {
  const lasted = numberField(issue, 'startup_duration');
  if (lasted === undefined) return undefined;
  const isWarm = field(issue, 'is_warm_start_up') === true;
  const parts = [
    ['application', numberField(issue, 'application_create')],
    ['first activity', numberField(issue, 'first_activity_create')],
  ] as const;
  const known = parts.flatMap(([name, ms]) => (ms === undefined ? [] : [`${name} after ${Math.round(ms)} ms`]));
  return `TraceCanary: ${isWarm ? 'warm' : 'cold'} start-up ${Math.round(lasted)} ms${known.length === 0 ? '' : ` (${known.join(', ')})`}`;
}
