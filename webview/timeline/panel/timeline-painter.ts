import { float32At } from '../../../core/columns/at.ts';
import type { TimeRange } from '../../../core/columns/time-range.ts';
import { RULER } from '../../ui/canvas/axis.ts';
import type { Theme } from '../../ui/theme.ts';
import { toPixel, type Viewport } from '../../ui/viewport.ts';
import { type ActivityShares, mainColumns } from '../activity.ts';
import { columnsOf, fillColumns, type Place, paintPixels } from '../columns.ts';
import { type Covered, type Flag, type Moment, measuredFlags, paintFlags, withoutCovered } from '../flags.ts';
import { paintRuler } from '../ruler.ts';
import type { TimelineContext } from '../timeline-context.ts';
import type { TrackFills } from '../track-fills.ts';
import { paintIntervals } from '../tracks/interval-track.ts';
import type { TrackIntervals } from '../tracks/track-rows.ts';

/** Vertical layout in CSS pixels. */
interface Rows {
  readonly lagsTop: number;
  readonly lagsHeight: number;
  readonly activityTop: number;
}

const ROWS: Rows = { lagsTop: 22, lagsHeight: 12, activityTop: 38 };
/** In a low timeline the row of lags is thin, as states need room to be told apart. */
const LOW_ROWS: Rows = { lagsTop: RULER + 1, lagsHeight: 6, activityTop: RULER + 9 };
const LOW = 80;

/** Half the width of the mark for dropped samples. */
const DROP_RADIUS = 2;

export interface TimelineLag extends TimeRange {
  readonly band: keyof Theme['band'];
  readonly selected: boolean;
  readonly open: boolean;
  /** Judged when asked for: there may be thousands of lags. */
  readonly cause?: () => string;
}

interface TimelineStutter extends TimeRange {
  readonly about: () => string;
}

/** The timeline without ranges. */
export interface TimelineBase {
  /** Identity of the session. */
  readonly session: object;
  /** The whole session. */
  readonly whole: Viewport;
  /** Its visible part. */
  readonly bounds: Viewport;
  /** Main thread of each run. */
  readonly activities: readonly ActivityShares[];
  readonly lags: readonly TimelineLag[];
  /** Dropped frames without a lag. */
  readonly stutters: readonly TimelineStutter[];
  readonly marks: readonly { readonly atUs: number; readonly name: string }[];
  /** Lifecycle phases of iOS apps. */
  readonly phases: readonly { readonly atUs: number; readonly name: string }[];
  /** Begin of each run after the first. */
  readonly runs: readonly { readonly beginUs: number; readonly label: string }[];
  readonly gaps: readonly TimeRange[];
  /** Why it is hatched at a moment, '' where it is not. */
  missingData(atUs: number): string;
  /** Reported losses of the agent. */
  readonly drops: readonly { readonly atUs: number }[];
  /** Garbage collections of each run. */
  readonly garbage: readonly TrackIntervals[];
}

/** The timeline with the reader's ranges. */
export interface TimelineData extends TimelineBase {
  /** The same object while only ranges change. */
  readonly base: TimelineBase;
  /** Range of the flame graph. */
  readonly shown: Viewport;
  /** Range B of a comparison. */
  readonly second: Viewport | undefined;
}

/** Place of the ranges, below the axis. */
export function timelinePlace(width: number, height: number): Place {
  return { left: 0, width, top: RULER, height: height - RULER };
}

/**
 * Draws the timeline without ranges, in CSS pixels.
 * @param covers parts of the ruler that other elements take
 * @returns the painted flags of runs and marks
 */
export function paintTimeline(
  context: TimelineContext,
  width: number,
  height: number,
  data: TimelineBase,
  theme: Theme,
  fills: TrackFills,
  covers: readonly Covered[] = [],
): readonly Flag[] {
  const at = (timeUs: number): number => toPixel(data.bounds, width, timeUs);
  const rows = height < LOW ? LOW_ROWS : ROWS;
  const { activityTop } = rows;
  context.fillStyle = theme.background;
  context.fillRect(0, 0, width, height);
  paintActivity(context, { left: 0, width, top: activityTop, height: height - activityTop }, data, theme, fills);
  const moments = momentsOf(data, at, theme);
  const flags = withoutCovered(measuredFlags(context, moments, width, theme), covers);
  paintRuler(context, 0, width, height, data.bounds, theme, [...flags, ...covers]);
  for (const gap of data.gaps) hatch(context, at(gap.beginUs), Math.min(at(gap.endUs), width), activityTop, height, theme.muted);
  context.fillStyle = theme.foreground;
  for (const drop of data.drops) context.fillRect(at(drop.atUs) - DROP_RADIUS, activityTop, 2 * DROP_RADIUS, height - activityTop);
  for (const pauses of data.garbage)
    paintIntervals(context, { left: 0, width, top: height - 3, height: 3 }, pauses, data.bounds, theme.offCore);
  paintStutters(context, width, data, theme, rows);
  paintLags(context, width, data, theme, fills.band, rows);
  paintFlags(context, moments, flags, height, theme);
  return flags;
}

function momentsOf(data: TimelineBase, at: (timeUs: number) => number, theme: Theme): readonly Moment[] {
  const moments = [
    ...data.runs.map((run) => ({ x: at(run.beginUs), name: run.label, color: theme.muted })),
    ...data.phases.map((phase) => ({ x: at(phase.atUs), name: phase.name, color: theme.muted })),
    ...data.marks.map((mark) => ({ x: at(mark.atUs), name: mark.name, color: theme.mark })),
  ];
  return moments.filter(({ x }) => x >= -1 && x <= at(data.bounds.toX) + 1);
}

function paintActivity(context: TimelineContext, place: Place, data: TimelineBase, theme: Theme, fills: TrackFills): void {
  const columns = mainColumns(data.activities, data.bounds, columnsOf(context, place));
  const over = (below: Float32Array, column: Float32Array): Float32Array => below.map((share, pixel) => share + float32At(column, pixel));
  const pause = over(columns.busy, columns.pause);
  const blocked = over(pause, columns.blocked);
  const ready = over(blocked, columns.ready);
  const unknown = over(ready, columns.unknown);
  const layers = [
    { top: columns.busy, fill: fills.running },
    { top: pause, fill: fills.pause },
    { top: blocked, fill: fills.blocked },
    { top: ready, fill: fills.ready },
    { top: unknown, fill: fills.unknown },
    { top: over(unknown, columns.unseen), fill: fills.unseen },
  ];
  paintPixels(context, place, (pixels, wide, high) => fillColumns(pixels, wide, high, layers, fills.background));
  context.fillStyle = theme.idle;
  context.fillRect(0, place.top + place.height - 1, place.width, 1);
}

const LEAST_LAG_PX = 4;

/** In painting order: worse bands cover milder ones. */
const bands = ['load', 'hitch', 'hang', 'longHang', 'anr'] as const satisfies readonly (keyof Theme['band'])[];

/** One path per colour; one per lag took most of the frame. */
function paintLags(
  context: TimelineContext,
  width: number,
  { lags, bounds }: TimelineBase,
  theme: Theme,
  colors: TrackFills['band'],
  { lagsTop, lagsHeight }: Rows,
): void {
  for (const band of bands) {
    let paintedTo = Number.NEGATIVE_INFINITY;
    context.fillStyle = colors[band];
    context.beginPath();
    for (const lag of lags) {
      if (lag.band !== band) continue;
      const { left, right } = lagPlace(lag, bounds, width);
      // In an hour, thousands of lags share a pixel.
      if (Math.abs(right - paintedTo) < 1) continue;
      paintedTo = right;
      context.roundRect(left, lagsTop, right - left, lagsHeight, 2);
    }
    context.fill();
  }
  for (const lag of lags) {
    if (!lag.selected) continue;
    const { left, right } = lagPlace(lag, bounds, width);
    context.fillStyle = colors[lag.band];
    context.strokeStyle = theme.foreground;
    context.lineWidth = 1.5;
    context.beginPath();
    context.roundRect(left, lagsTop, right - left, lagsHeight, 2);
    context.fill();
    context.beginPath();
    context.roundRect(left - 1.5, lagsTop - 1.5, right - left + 3, lagsHeight + 3, 3);
    context.stroke();
  }
}

/** Hollow, as they are no lags, and below lags between them. */
function paintStutters(
  context: TimelineContext,
  width: number,
  { stutters, bounds }: TimelineBase,
  theme: Theme,
  { lagsTop, lagsHeight }: Rows,
): void {
  if (stutters.length === 0) return;
  context.strokeStyle = theme.band.hitch;
  context.lineWidth = 1;
  context.beginPath();
  let paintedTo = Number.NEGATIVE_INFINITY;
  for (const stutter of stutters) {
    const { left, right } = lagPlace(stutter, bounds, width);
    if (Math.abs(right - paintedTo) < 1) continue;
    paintedTo = right;
    // Lines of one pixel are sharp between pixels.
    context.roundRect(Math.round(left) + 0.5, lagsTop + 0.5, Math.max(3, Math.round(right - left) - 1), lagsHeight - 1, 2);
  }
  context.stroke();
}

function lagPlace(lag: TimeRange, bounds: Viewport, width: number): { readonly left: number; readonly right: number } {
  const left = toPixel(bounds, width, lag.beginUs);
  return { left, right: Math.max(left + LEAST_LAG_PX, toPixel(bounds, width, lag.endUs)) };
}

/** Pixels from line to line. */
const HATCH = 6;

function hatch(context: TimelineContext, left: number, right: number, top: number, bottom: number, color: string): void {
  context.save();
  context.beginPath();
  context.rect(left, top, Math.max(1, right - left), bottom - top);
  context.clip();
  context.strokeStyle = color;
  context.lineWidth = 1;
  context.beginPath();
  // A zoom leaves most of it outside; its lines stay where they are.
  const first = left < 0 ? left % HATCH : left;
  for (let x = first - (bottom - top); x < right; x += HATCH) {
    context.moveTo(x, bottom);
    context.lineTo(x + (bottom - top), top);
  }
  context.stroke();
  context.restore();
}
