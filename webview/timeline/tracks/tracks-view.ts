import type { Dispatch } from '../../state/page-action.ts';
import { RULER } from '../../ui/canvas/axis.ts';
import { HoverLine, hoverX } from '../../ui/canvas/hover-line.ts';
import { RangeDrag } from '../../ui/canvas/range-drag.ts';
import { element, pointIn, setText, setTitle } from '../../ui/dom.ts';
import { movedByWheel } from '../../ui/pointer.ts';
import type { Theme } from '../../ui/theme.ts';
import { fromPixel } from '../../ui/viewport.ts';
import { paintPointer } from '../range-painter.ts';
import { TimeCanvas } from '../time-canvas.ts';
import { type TrackFills, trackFills } from '../track-fills.ts';
import { arrowAt, paintArrows, stacksOf } from './track-arrows.ts';
import { rowFigure } from './track-facts.ts';
import { type TrackArrow, TrackLayout, type TrackRow } from './track-rows.ts';
import { paintTracks, type TracksData, type TracksFrame, tracksPlace } from './tracks-painter.ts';

/** The pointer is on an arrow, a row, or on none. */
type TracksHover = (over: TrackRow | TrackArrow | undefined, atUs: number | undefined, clientX: number, clientY: number) => void;

/** Widest name column in CSS pixels; narrow pages use a share. */
const NAMES = 150;
const NAMES_SHARE = 0.34;

/**
 * Rows over time: threads, messages, frames, counters. Only visible rows have elements and are drawn, so thousands of threads are
 * cheap. A list box for screen readers.
 */
export class TracksView {
  readonly node: HTMLElement;
  readonly #rowsNode = element('div', { class: 'tracks-rows' });
  readonly canvas: TimeCanvas<TrackFills>;
  readonly #dispatch: Dispatch;
  readonly #hover: TracksHover;
  readonly #drag: RangeDrag;
  readonly #shown = new Map<string, HTMLElement>();
  #data: TracksData | undefined;
  #layout = new TrackLayout([]);
  readonly #line = new HoverLine();
  #hoverUs: number | undefined;
  /** The row with the keyboard focus. */
  #active = 0;

  constructor(label: string, theme: Theme, dispatch: Dispatch, hover: TracksHover) {
    this.#dispatch = dispatch;
    this.#hover = hover;
    this.node = element('div', { class: 'tracks', role: 'listbox', attributes: { tabindex: '0', 'aria-label': label } });
    this.#drag = new RangeDrag(this.node, (event) => event.offsetX < this.node.clientWidth || event.target !== this.node, {
      moved: (x, event) => this.#moved(x, event),
      click: (x, event) => this.#click(x, event),
      range: (beginX, endX, second) => {
        this.canvas.repaintOverlay();
        if (endX <= this.#names) return;
        dispatch({ type: 'selectRange', beginUs: this.#timeAt(beginX), endUs: this.#timeAt(endX), second });
      },
    });
    this.canvas = new TimeCanvas(this.node, theme, (each) => trackFills(each), {
      base: (context, { width, height, theme, colors }) => {
        if (this.#data === undefined) return;
        const frame = this.#frame(width, height);
        paintTracks(context, frame, this.#data, this.#layout, theme, colors);
        paintArrows(context, frame, this.#data, this.#layout, theme);
      },
      overlay: (context, { width, height, theme, cursorUs }) => {
        if (this.#data === undefined) return;
        const pointer = { drag: this.#drag.dragged, cursorUs };
        paintPointer(context, tracksPlace(this.#frame(width, height)), this.#data.view, pointer, theme);
      },
    });
    this.#rowsNode.append(this.#line.node);
    this.node.append(this.#rowsNode);
    this.node.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    this.node.addEventListener('scroll', () => this.#scrolled());
    new ResizeObserver(() => this.#scrolled()).observe(this.node);
  }

  show(data: TracksData): void {
    const activeId = this.activeRow?.id;
    const isOther = data.rows !== this.#data?.rows;
    this.#data = data;
    if (isOther) {
      this.#layout = new TrackLayout(data.rows);
      this.#rowsNode.style.height = `${this.#layout.height + RULER}px`;
      this.node.style.height = `${Math.ceil(this.#layout.height) + RULER + 1}px`;
      this.#active = Math.max(
        0,
        data.rows.findIndex(({ id }) => id === activeId),
      );
    }
    this.#scrolled();
    this.showHover(this.#hoverUs);
  }

  /** Shows the pointer's moment, wherever the pointer is. */
  showHover(atUs: number | undefined): void {
    this.#hoverUs = atUs;
    const names = this.#names;
    const x = this.#data && hoverX(atUs, this.#data.view, () => this.node.clientWidth - names);
    this.#line.show(x === undefined ? undefined : names + x);
  }

  get activeRow(): TrackRow | undefined {
    return this.#data?.rows[this.#active];
  }

  /** Moves to a neighbour and scrolls to it. */
  step(by: number): TrackRow | undefined {
    const rows = this.#data?.rows ?? [];
    if (rows.length === 0) return undefined;
    this.#active = Math.min(Math.max(this.#active + by, 0), rows.length - 1);
    const top = this.#layout.top(this.#active);
    const bottom = top + this.#layout.rowHeight(this.#active);
    const seen = this.node.clientHeight - RULER;
    if (top < this.node.scrollTop) this.node.scrollTop = top;
    else if (bottom > this.node.scrollTop + seen) this.node.scrollTop = bottom - seen;
    this.#scrolled();
    return this.activeRow;
  }

  #frame(width: number, height: number): TracksFrame {
    return { names: namesWidth(width), width, height, scrollTop: this.node.scrollTop };
  }

  /** From the element; the canvas is resized one frame later. */
  get #names(): number {
    return namesWidth(this.node.clientWidth);
  }

  #timeAt(x: number): number {
    const view = this.#data?.view ?? { fromX: 0, toX: 1 };
    return Math.min(Math.max(fromPixel(view, this.node.clientWidth - this.#names, x - this.#names), view.fromX), view.toX);
  }

  #wheel(event: WheelEvent): void {
    const data = this.#data;
    if (data === undefined) return;
    const atUs = this.#timeAt(pointIn(this.node, event).x);
    const view = movedByWheel(event, data.bounds, data.view, atUs, this.node.clientWidth - this.#names);
    if (view === undefined) return;
    event.preventDefault();
    this.#dispatch({ type: 'change', change: { view } });
  }

  #rowAt(event: MouseEvent): number {
    const y = pointIn(this.node, event).y - RULER;
    return y < 0 ? -1 : this.#layout.at(y + this.node.scrollTop);
  }

  #moved(x: number | undefined, event: PointerEvent): void {
    if (this.#drag.isActive || x === undefined) this.canvas.repaintOverlay();
    const arrow = this.#arrowAt(event);
    this.node.classList.toggle('on-arrow', arrow !== undefined);
    const row = x === undefined || x < this.#names ? undefined : this.#data?.rows[this.#rowAt(event)];
    this.#hover(arrow ?? row, x === undefined || x < this.#names ? undefined : this.#timeAt(x), event.clientX, event.clientY);
  }

  #arrowAt(event: MouseEvent): TrackArrow | undefined {
    const { x, y } = pointIn(this.node, event);
    const { clientWidth, clientHeight } = this.node;
    return this.#data && arrowAt(this.#data, this.#layout, this.#frame(clientWidth, clientHeight), x, y);
  }

  #click(x: number, event: PointerEvent): void {
    this.canvas.repaintOverlay();
    const arrow = this.#arrowAt(event);
    if (arrow !== undefined) {
      this.#dispatch(stacksOf(arrow.wait));
      return;
    }
    const index = this.#rowAt(event);
    const row = this.#data?.rows[index];
    if (row === undefined) return;
    this.#active = index;
    this.#scrolled();
    if (row.kind === 'thread') this.#dispatch({ type: 'change', change: { thread: row.thread } });
    else if (x >= this.#names) this.#dispatch({ type: 'selectMoment', atUs: this.#timeAt(x) });
  }

  /** Updates visible rows and the drawing. */
  #scrolled(): void {
    const { rows = [], selected = '', view = { fromX: 0, toX: 1 } } = this.#data ?? {};
    const [first, end] = this.#layout.between(this.node.scrollTop, this.node.scrollTop + this.node.clientHeight);
    // Read once: after placing a row, each read forces a layout.
    const names = this.#names;
    const seen = new Set<string>();
    for (let index = first; index < end; index++) {
      const row = rows[index];
      if (row === undefined) continue;
      seen.add(row.id);
      const node = this.#shown.get(row.id) ?? this.#newRow(row.id);
      node.id = `track-${index}`;
      node.style.top = `${RULER + this.#layout.top(index)}px`;
      node.style.height = `${this.#layout.rowHeight(index)}px`;
      node.style.width = `${names}px`;
      node.ariaSelected = String(row.id === selected);
      node.ariaSetSize = String(rows.length);
      node.ariaPosInSet = String(index + 1);
      node.classList.toggle('active', index === this.#active);
      const [name, figure] = node.children;
      if (name instanceof HTMLElement) {
        setText(name, row.label);
        setTitle(name, row.label);
      }
      if (figure instanceof HTMLElement) setText(figure, rowFigure(row, view));
    }
    for (const [id, node] of this.#shown) {
      if (seen.has(id)) continue;
      node.remove();
      this.#shown.delete(id);
    }
    if (rows.length > 0) this.node.setAttribute('aria-activedescendant', `track-${this.#active}`);
    this.canvas.repaint();
  }

  #newRow(id: string): HTMLElement {
    const children = [element('span', { class: 'track-name' }), element('span', { class: 'muted tabular' })];
    const node = element('div', { class: 'track', role: 'option' }, children);
    this.#shown.set(id, node);
    this.#rowsNode.append(node);
    return node;
  }
}

function namesWidth(width: number): number {
  return Math.min(NAMES, Math.round(width * NAMES_SHARE));
}
