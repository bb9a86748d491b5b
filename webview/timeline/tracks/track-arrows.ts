import type { WaitArrow } from '../../../core/analysis/locks/wait-arrows.ts';
import type { PageAction } from '../../state/page-action.ts';
import { RULER } from '../../ui/canvas/axis.ts';
import type { Theme } from '../../ui/theme.ts';
import { toPixel } from '../../ui/viewport.ts';
import type { TimelineContext } from '../timeline-context.ts';
import type { TrackArrow, TrackLayout, TrackRow } from './track-rows.ts';
import { type TracksData, type TracksFrame, tracksPlace } from './tracks-painter.ts';

type ArrowContext = TimelineContext & Pick<CanvasRenderingContext2D, 'arc' | 'closePath'>;

/** CSS pixels: from the pointer to an arrow, and sizes of its ends. */
const REACH = 5;
const RING = 3.5;
const HEAD = 5;
/** An arrow whose end is scrolled away reaches this far into the edge's row. */
const EDGE = 2;
const DASH = [4, 3];

interface ArrowPlace {
  readonly x: number;
  readonly fromY: number;
  readonly toY: number;
}

/** Undefined where its time or both ends are out of sight. */
function placeOf(arrow: TrackArrow, { rows, view }: TracksData, layout: TrackLayout, frame: TracksFrame): ArrowPlace | undefined {
  const { left, width } = tracksPlace(frame);
  const { atUs } = arrow.wait;
  const from = middleOf(arrow.fromRow, rows, layout, frame);
  const to = middleOf(arrow.toRow, rows, layout, frame);
  if (from === undefined || to === undefined || atUs < view.fromX || atUs > view.toX) return undefined;
  const top = RULER + EDGE;
  const bottom = frame.height - EDGE;
  if (Math.max(from, to) < top || Math.min(from, to) > bottom) return undefined;
  const seen = (y: number): number => Math.min(Math.max(y, top), bottom);
  return { x: Math.round(left + toPixel(view, width, atUs)), fromY: seen(from), toY: seen(to) };
}

function middleOf(id: string, rows: readonly TrackRow[], layout: TrackLayout, { scrollTop }: TracksFrame): number | undefined {
  const row = rows.findIndex((each) => each.id === id);
  return row < 0 ? undefined : RULER + layout.top(row) + layout.rowHeight(row) / 2 - scrollTop;
}

/** Draws from a ring to a head. Who ended a wait is dashed. */
export function paintArrows(context: ArrowContext, frame: TracksFrame, data: TracksData, layout: TrackLayout, theme: Theme): void {
  for (const arrow of data.arrows) {
    const place = placeOf(arrow, data, layout, frame);
    if (place === undefined) continue;
    // A border keeps it visible on any state.
    for (const [color, wider] of [
      [theme.background, 3],
      [theme.foreground, 0],
    ] as const) {
      context.strokeStyle = color;
      context.fillStyle = color;
      context.lineWidth = 1.5 + wider;
      context.setLineDash(arrow.wait.kind === 'woken' && wider === 0 ? DASH : []);
      paintArrow(context, place);
    }
    context.setLineDash([]);
  }
}

function paintArrow(context: ArrowContext, { x, fromY, toY }: ArrowPlace): void {
  const down = toY > fromY ? 1 : -1;
  context.beginPath();
  context.moveTo(x, fromY + down * RING);
  context.lineTo(x, toY - down * HEAD);
  context.stroke();
  context.setLineDash([]);
  context.beginPath();
  context.arc(x, fromY, RING, 0, 2 * Math.PI);
  context.stroke();
  context.beginPath();
  context.moveTo(x, toY + (down * HEAD) / 2);
  context.lineTo(x - HEAD, toY - down * HEAD);
  context.lineTo(x + HEAD, toY - down * HEAD);
  context.closePath();
  context.stroke();
  context.fill();
}

/** The arrow at a place of the element; undefined without one. */
export function arrowAt(data: TracksData, layout: TrackLayout, frame: TracksFrame, x: number, y: number): TrackArrow | undefined {
  return data.arrows.find((arrow) => {
    const place = placeOf(arrow, data, layout, frame);
    if (place === undefined || Math.abs(place.x - x) > REACH) return false;
    return y >= Math.min(place.fromY, place.toY) - REACH && y <= Math.max(place.fromY, place.toY) + REACH;
  });
}

/** Both stacks side by side; before a wait's end, while the one thread waits and the other has what it waits for. */
export function stacksOf({ kind, from, to, atUs }: WaitArrow): PageAction {
  return { type: 'showThreads', atUs: kind === 'woken' ? Math.max(0, atUs - 1) : atUs, threads: [from, to] };
}
