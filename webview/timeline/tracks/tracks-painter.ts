import type { TimeRange } from '../../../core/columns/time-range.ts';
import { RULER } from '../../ui/canvas/axis.ts';
import { drawText } from '../../ui/canvas/canvas-text.ts';
import type { Theme } from '../../ui/theme.ts';
import type { Viewport } from '../../ui/viewport.ts';
import { type ColumnLayer, columnsOf, fillColumns, type Place, paintPixels, solid } from '../columns.ts';
import { paintShown } from '../range-painter.ts';
import { paintRuler } from '../ruler.ts';
import type { TimelineContext } from '../timeline-context.ts';
import type { TrackFills } from '../track-fills.ts';
import { counterColumns } from './counter-track.ts';
import { frameColumns, type NamedBox, paintIntervals } from './interval-track.ts';
import { paintThread } from './thread-track.ts';
import type { TrackArrow, TrackCounter, TrackFrames, TrackLayout, TrackRow } from './track-rows.ts';

export interface TracksData {
  readonly rows: readonly TrackRow[];
  /** Range of the flame graph, which the tracks share. */
  readonly view: Viewport;
  /** The whole session. */
  readonly bounds: Viewport;
  readonly second: Viewport | undefined;
  /** Id of the flame graph's thread row. */
  readonly selected: string;
  /** Arrows of the selected lag. */
  readonly arrows: readonly TrackArrow[];
  readonly lags: readonly (TimeRange & { readonly band: keyof Theme['band'] })[];
}

/** Position right of the names, in CSS pixels. */
export interface TracksFrame {
  readonly names: number;
  readonly width: number;
  readonly height: number;
  readonly scrollTop: number;
}

/** Height of lags on the axis. */
const LAG_HEIGHT = 4;
const LABEL_PADDING = 4;
/** Narrowest late frame. */
const LEAST_FRAME_PX = 2;

/** The drawing without names and axis. */
export function tracksPlace({ names, width, height }: Omit<TracksFrame, 'scrollTop'>): Place {
  return { left: names, width: Math.max(1, width - names), top: RULER, height: Math.max(1, height - RULER) };
}

/** Draws visible rows below their own axis. */
export function paintTracks(
  context: TimelineContext,
  frame: TracksFrame,
  data: TracksData,
  layout: TrackLayout,
  theme: Theme,
  fills: TrackFills,
): void {
  const { names, width, height, scrollTop } = frame;
  context.fillStyle = theme.background;
  context.fillRect(0, 0, width, height);
  const place = tracksPlace(frame);
  const [first, end] = layout.between(scrollTop, scrollTop + place.height);
  for (let index = first; index < end; index++) {
    const row = data.rows[index];
    if (row === undefined) continue;
    const top = RULER + layout.top(index) - scrollTop;
    const rowHeight = layout.rowHeight(index);
    paintRow(context, { ...place, top: top + 2, height: rowHeight - 4 }, row, data.view, theme, fills);
  }
  // Partly scrolled rows go under the axis.
  context.fillStyle = theme.background;
  context.fillRect(0, 0, width, RULER);
  paintRuler(context, names, place.width, height, data.view, theme);
  paintLags(context, place, data, fills.band);
  paintShown(context, place, data.view, { shown: data.view, second: data.second }, theme);
}

function paintRow(context: TimelineContext, place: Place, row: TrackRow, view: Viewport, theme: Theme, fills: TrackFills): void {
  switch (row.kind) {
    case 'thread':
      paintThread(context, place, row.parts(), row.thread === undefined, view, fills);
      return;
    case 'messages':
      row.parts.forEach((part, index) => {
        const named = paintIntervals(context, place, part, view, theme.neutral);
        paintNames(context, place, named, (box) => row.name(index, box), theme);
      });
      return;
    case 'frames':
      paintLayers(
        context,
        place,
        fills,
        row.parts.flatMap((part) => frameLayers(part, view, columnsOf(context, place), theme)),
      );
      return;
    case 'counter':
      paintLayers(
        context,
        place,
        fills,
        row.parts.flatMap((part) => counterLayers(part, row.most, view, context, place, theme)),
      );
      return;
  }
}

/** Parts are consecutive, so their layers never overlap. */
function paintLayers(context: TimelineContext, place: Place, { background }: TrackFills, layers: readonly ColumnLayer[]): void {
  paintPixels(context, place, (pixels, width, height) => fillColumns(pixels, width, height, layers, background));
}

function frameLayers(frames: TrackFrames, view: Viewport, columns: number, theme: Theme): readonly ColumnLayer[] {
  const { late, veryLate } = frameColumns(frames, view, columns, LEAST_FRAME_PX);
  return [
    { top: veryLate, fill: solid(theme.band.longHang) },
    { top: late, fill: solid(theme.band.hitch) },
  ];
}

function counterLayers(
  counter: TrackCounter,
  most: number,
  view: Viewport,
  context: TimelineContext,
  place: Place,
  theme: Theme,
): readonly ColumnLayer[] {
  const { area, edge } = counterColumns(counter, most, view, columnsOf(context, place), 1 / place.height);
  return [
    { top: area, fill: solid(theme.neutral) },
    { top: edge, fill: solid(theme.foreground) },
  ];
}

function paintNames(
  context: TimelineContext,
  { top, height }: Place,
  boxes: readonly NamedBox[],
  name: (row: number) => string,
  theme: Theme,
): void {
  context.font = theme.smallFont;
  context.textBaseline = 'middle';
  for (const { row, left, right } of boxes) {
    context.save();
    context.beginPath();
    context.rect(left, top, right - left - LABEL_PADDING, height);
    context.clip();
    context.fillStyle = theme.foreground;
    drawText(context, name(row), left + LABEL_PADDING, top + height / 2 + 0.5);
    context.restore();
  }
}

function paintLags(context: TimelineContext, { left, width }: Place, { lags, view }: TracksData, band: TrackFills['band']): void {
  const scale = width / (view.toX - view.fromX);
  for (const lag of lags) {
    const from = Math.max(0, (lag.beginUs - view.fromX) * scale);
    const to = Math.min(width, (lag.endUs - view.fromX) * scale);
    if (to <= 0 || from >= width) continue;
    context.fillStyle = band[lag.band];
    context.fillRect(left + from, RULER - LAG_HEIGHT, Math.max(2, to - from), LAG_HEIGHT);
  }
}
