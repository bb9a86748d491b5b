import type { Dispatch } from '../state/page-action.ts';
import { pointIn } from '../ui/dom.ts';
import { movedByWheel } from '../ui/pointer.ts';
import { RangeDrag } from '../ui/range-drag.ts';
import type { Theme } from '../ui/theme.ts';
import { fromPixel } from '../ui/viewport.ts';
import { type Flag, flagAt } from './flags.ts';
import { type GrowingFacts, Growth, timelineFacts } from './growth.ts';
import type { RangeLabel } from './range-label.ts';
import { paintPointer, paintShown } from './range-painter.ts';
import { TimeCanvas } from './time-canvas.ts';
import { paintTimeline, type TimelineData, timelinePlace } from './timeline-painter.ts';
import { type TrackFills, trackFills } from './track-fills.ts';

/** The pointer moved, or left; `flag` is the name of the mark or run under it. */
type TimelineHover = (atUs: number | undefined, flag: string | undefined, clientX: number, clientY: number) => void;

/** The whole session: the main thread, lags, and the flame graph's range. */
export class TimelineView {
  readonly #element: HTMLElement;
  readonly canvas: TimeCanvas<TrackFills>;
  readonly #dispatch: Dispatch;
  readonly #hover: TimelineHover;
  readonly #drag: RangeDrag;
  #data: TimelineData | undefined;
  #hoverX: number | undefined;
  #flags: readonly Flag[] = [];
  readonly #growth = new Growth(() => this.canvas.repaint());
  /** For the ranges on the timeline. */
  readonly #shownGrowth = new Growth(() => this.canvas.repaintOverlay());

  constructor(element: HTMLElement, theme: Theme, dispatch: Dispatch, hover: TimelineHover, range: RangeLabel) {
    this.#element = element;
    this.#dispatch = dispatch;
    this.#hover = hover;
    this.#drag = new RangeDrag(element, () => true, {
      moved: (x, event) => this.#moved(x, event),
      click: (x) => {
        this.canvas.repaintOverlay();
        dispatch({ type: 'selectMoment', atUs: this.#timeAt(x) });
      },
      range: (beginX, endX, second) => dispatch({ type: 'selectRange', beginUs: this.#timeAt(beginX), endUs: this.#timeAt(endX), second }),
    });
    this.canvas = new TimeCanvas(element, theme, (each) => trackFills(each), {
      base: (context, { width, height, theme, colors }) => {
        if (this.#data === undefined) return;
        this.#flags = paintTimeline(context, width, height, this.#data, theme, colors, range.covered);
        this.#growth.painted(timelineFacts(this.#data), width, performance.now());
      },
      overlay: (context, { width, height, theme, cursorUs }) => {
        const data = this.#data;
        if (data === undefined) return;
        const place = timelinePlace(width, height);
        paintShown(context, place, data.bounds, data, theme);
        this.#shownGrowth.painted(shownFacts(data), width, performance.now());
        paintPointer(context, place, data.bounds, { drag: this.#drag.dragged, hoverX: this.#hoverX, cursorUs }, theme);
      },
    });
    element.append(...range.nodes);
    element.addEventListener('dblclick', () => dispatch({ type: 'clearOneSelection' }));
    element.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
  }

  show(data: TimelineData): void {
    const isOther = data.base !== this.#data?.base;
    this.#data = data;
    const nowMs = performance.now();
    const isPainted = isOther && this.#growth.show(timelineFacts(data.base), nowMs);
    if (!isPainted) this.#shownGrowth.show(shownFacts(data), nowMs);
  }

  #timeAt(x: number): number {
    const bounds = this.#data?.bounds ?? { fromX: 0, toX: 1 };
    return Math.min(Math.max(fromPixel(bounds, this.#element.clientWidth, x), bounds.fromX), bounds.toX);
  }

  #wheel(event: WheelEvent): void {
    const data = this.#data;
    if (data === undefined) return;
    const atUs = this.#timeAt(pointIn(this.#element, event).x);
    // Only a visible moment can stay under the pointer.
    const aboutUs = Math.min(Math.max(atUs, data.shown.fromX), data.shown.toX);
    const view = movedByWheel(event, data.bounds, data.shown, aboutUs, this.#element.clientWidth);
    if (view === undefined) return;
    event.preventDefault();
    this.#dispatch({ type: 'change', change: { view } });
  }

  #moved(x: number | undefined, event: PointerEvent): void {
    this.#hoverX = x;
    this.canvas.repaintOverlay();
    if (x === undefined) {
      this.#hover(undefined, undefined, 0, 0);
      return;
    }
    const flag = flagAt(this.#flags, x, pointIn(this.#element, event).y);
    this.#hover(this.#timeAt(x), flag?.name, event.clientX, event.clientY);
  }
}

function shownFacts({ session, bounds, shown, second }: TimelineData): GrowingFacts {
  const ranges = [shown, ...(second ? [second] : [])].map(({ fromX, toX }) => ({ beginUs: fromX, endUs: toX }));
  return { session, bounds, ranges, counts: [] };
}
