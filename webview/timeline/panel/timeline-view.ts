import type { Dispatch } from '../../state/page-action.ts';
import { HoverLine, hoverX } from '../../ui/canvas/hover-line.ts';
import { RangeDrag } from '../../ui/canvas/range-drag.ts';
import { element, pointIn, setText } from '../../ui/dom.ts';
import { formatMoment } from '../../ui/format.ts';
import { movedByWheel } from '../../ui/pointer.ts';
import type { Theme } from '../../ui/theme.ts';
import { fromPixel } from '../../ui/viewport.ts';
import { type Flag, flagAt } from '../flags.ts';
import type { RangeLabel } from '../range-label.ts';
import { paintPointer, paintShown } from '../range-painter.ts';
import { RulerGrip } from '../ruler-grip.ts';
import { TimeCanvas } from '../time-canvas.ts';
import { type TrackFills, trackFills } from '../track-fills.ts';
import { type GrowingFacts, Growth, timelineFacts } from './growth.ts';
import { paintTimeline, type TimelineData, timelinePlace } from './timeline-painter.ts';

/** The pointer moved, or left; `flag` is the name of the mark or run under it. */
type TimelineHover = (atUs: number | undefined, flag: string | undefined, clientX: number, clientY: number) => void;

/** Widest time at the pointer, CSS pixels. */
const TIME_WIDTH = 64;

/** The whole session: the main thread, lags, and the flame graph's range. */
export class TimelineView {
  readonly #element: HTMLElement;
  readonly canvas: TimeCanvas<TrackFills>;
  readonly #dispatch: Dispatch;
  readonly #hover: TimelineHover;
  readonly #drag: RangeDrag;
  #data: TimelineData | undefined;
  readonly #grip: RulerGrip;
  readonly #range: RangeLabel;
  readonly #line = new HoverLine();
  readonly #time = element('div', { class: 'hover-time tabular', attributes: { 'aria-hidden': 'true' } });
  #hoverUs: number | undefined;
  #flags: readonly Flag[] = [];
  readonly #growth = new Growth(() => this.canvas.repaint());
  /** For the ranges on the timeline. */
  readonly #shownGrowth = new Growth(() => this.canvas.repaintOverlay());

  constructor(parent: HTMLElement, theme: Theme, dispatch: Dispatch, hover: TimelineHover, range: RangeLabel) {
    this.#element = parent;
    this.#dispatch = dispatch;
    this.#range = range;
    this.#hover = hover;
    this.#drag = new RangeDrag(parent, () => true, {
      moved: (x, event) => this.#moved(x, event),
      click: (x) => {
        this.canvas.repaintOverlay();
        dispatch({ type: 'selectMoment', atUs: this.#timeAt(x) });
      },
      range: (beginX, endX, second) => dispatch({ type: 'selectRange', beginUs: this.#timeAt(beginX), endUs: this.#timeAt(endX), second }),
    });
    this.canvas = new TimeCanvas(parent, theme, (each) => trackFills(each), {
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
        paintPointer(context, place, data.bounds, { drag: this.#drag.dragged, cursorUs }, theme);
      },
    });
    this.#grip = new RulerGrip(dispatch);
    parent.append(this.#grip.node, ...range.nodes, this.#line.node, this.#time);
    parent.addEventListener('dblclick', () => dispatch({ type: 'clearOneSelection' }));
    parent.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
  }

  show(data: TimelineData): void {
    const isOther = data.base !== this.#data?.base;
    this.#data = data;
    this.#grip.show(data.whole, data.bounds);
    this.showHover(this.#hoverUs);
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
    const part = movedByWheel(event, data.whole, data.bounds, atUs, this.#element.clientWidth);
    if (part === undefined) return;
    event.preventDefault();
    // More of the wheel may come before this is rendered.
    this.#data = { ...data, bounds: part };
    this.#dispatch({ type: 'zoomOverview', part });
  }

  /** After the range's label moved: other times give way to it. */
  uncover(): void {
    this.canvas.repaint();
    this.showHover(this.#hoverUs);
  }

  /** Shows the pointer's moment, wherever the pointer is. */
  showHover(atUs: number | undefined): void {
    this.#hoverUs = atUs;
    const { bounds } = this.#data ?? {};
    const x = bounds && hoverX(atUs, bounds, () => this.#element.clientWidth);
    this.#line.show(x);
    this.#time.hidden = x === undefined;
    if (x === undefined || bounds === undefined || atUs === undefined) return;
    setText(this.#time, formatMoment(atUs, 3));
    const width = Math.max(1, this.#element.clientWidth);
    this.#time.style.setProperty('--at', `${(100 * x) / width}%`);
    const left = x - (x / width) * TIME_WIDTH;
    // The selected range's own times stay readable.
    this.#time.classList.toggle(
      'below',
      this.#range.covered.some((cover) => left < cover.right && left + TIME_WIDTH > cover.left),
    );
  }

  #moved(x: number | undefined, event: PointerEvent): void {
    if (this.#drag.isActive || x === undefined) this.canvas.repaintOverlay();
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
