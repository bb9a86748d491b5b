import type { Viewport } from '../flame/viewport.ts';
import type { Theme } from '../theme.ts';
import { RULER } from './axis.ts';
import { paintCounter } from './counter-track.ts';
import { type NamedBox, paintFrames, paintIntervals } from './interval-track.ts';
import { paintRuler } from './ruler.ts';
import { paintPointer, paintShown } from './stretches.ts';
import { paintThread, type TrackPlace } from './thread-track.ts';
import type { TimelineContext, TimelinePointer } from './timeline-painter.ts';
import type { TrackFills } from './track-fills.ts';
import type { TrackLayout, TrackRow } from './track-rows.ts';

/** What the tracks show. */
export interface TracksData {
  readonly rows: readonly TrackRow[];
  /** The stretch that they are drawn for: what the flame graph shows. */
  readonly view: Viewport;
  readonly second: Viewport | undefined;
  /** Id of the row whose thread the flame graph shows. */
  readonly selected: string;
  readonly lags: readonly { readonly beginUs: number; readonly endUs: number; readonly band: keyof Theme['band'] }[];
}

/** Where the tracks are drawn: right of the names, in CSS pixels. */
export interface TracksFrame {
  readonly names: number;
  readonly width: number;
  readonly height: number;
  readonly scrollTop: number;
}

/** Height of the lags on the tracks' axis. */
const LAG_HEIGHT = 4;
const LABEL_PADDING = 4;

/** Draws the rows that can be seen below their own time axis. */
export function paintTracks(
  context: TimelineContext,
  frame: TracksFrame,
  data: TracksData,
  layout: TrackLayout,
  pointer: TimelinePointer,
  theme: Theme,
  fills: TrackFills,
): void {
  const { names, width, height, scrollTop } = frame;
  context.fillStyle = theme.background;
  context.fillRect(0, 0, width, height);
  const place = { left: names, width: Math.max(1, width - names), top: RULER, height: height - RULER };
  const [first, end] = layout.between(scrollTop, scrollTop + place.height);
  for (let index = first; index < end; index++) {
    const row = data.rows[index];
    if (row === undefined) continue;
    const top = RULER + layout.top(index) - scrollTop;
    const rowHeight = layout.rowHeight(index);
    paintRow(context, { ...place, top: top + 2, height: rowHeight - 4 }, row, data.view, theme, fills);
  }
  // Rows that are half scrolled away lie below the axis.
  context.fillStyle = theme.background;
  context.fillRect(0, 0, width, RULER);
  paintRuler(context, names, place.width, height, data.view, theme);
  paintLags(context, place, data, theme);
  paintShown(context, place, data.view, { shown: data.view, second: data.second }, theme);
  paintPointer(context, place, data.view, pointer, theme);
}

function paintRow(context: TimelineContext, place: TrackPlace, row: TrackRow, view: Viewport, theme: Theme, fills: TrackFills): void {
  switch (row.kind) {
    case 'thread':
      paintThread(context, place, row.parts(), view, fills, theme.line);
      return;
    case 'messages':
      row.parts.forEach((part, index) => {
        const named = paintIntervals(context, place, part, view, theme.waiting);
        paintNames(context, place, named, (box) => row.name(index, box), theme);
      });
      return;
    case 'frames':
      for (const part of row.parts) {
        paintFrames(context, place, part, view, { late: theme.band.hitch, veryLate: theme.band.longHang, line: theme.line });
      }
      return;
    case 'counter':
      for (const part of row.parts) paintCounter(context, place, part, row.most, view, { area: theme.waiting, edge: theme.foreground });
      return;
  }
}

function paintNames(
  context: TimelineContext,
  { top, height }: TrackPlace,
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
    context.fillText(name(row), left + LABEL_PADDING, top + height / 2 + 0.5);
    context.restore();
  }
}

function paintLags(context: TimelineContext, { left, width }: TrackPlace, { lags, view }: TracksData, theme: Theme): void {
  const scale = width / (view.toX - view.fromX);
  for (const lag of lags) {
    const from = Math.max(0, (lag.beginUs - view.fromX) * scale);
    const to = Math.min(width, (lag.endUs - view.fromX) * scale);
    if (to <= 0 || from >= width) continue;
    context.fillStyle = theme.band[lag.band];
    context.fillRect(left + from, RULER - LAG_HEIGHT, Math.max(2, to - from), LAG_HEIGHT);
  }
}
