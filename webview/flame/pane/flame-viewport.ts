import { element, pointIn } from '../../ui/dom.ts';
import { revealedTop } from '../../ui/row-window.ts';
import { clampTo, frameRange, fromPixel, pan, toPixel, type Viewport, zoom } from '../../ui/viewport.ts';
import { ROW_HEIGHT } from '../drawing/painter.ts';
import { boxAt, type FlameRow, type FlameRows, NO_BOX, NO_ROWS } from '../rows.ts';
import type { BoxPlace } from '../selection.ts';

/** Rows shown below a revealed one: its callees. */
const ROWS_BELOW = 2;

/** Zoom, horizontal position and scrolled rows of a flame graph. */
export class FlameViewport {
  readonly #scroller: HTMLElement;
  readonly #spacer = element('div', { class: 'flame-spacer' });
  readonly #width: () => number;
  readonly #changed: (view: Viewport) => void;
  #flame: FlameRows = NO_ROWS;
  #view: Viewport = { fromX: 0, toX: 1 };
  /** Position at a drag's begin. */
  #grip = { view: this.#view, scrollTop: 0 };

  /**
   * @param width CSS pixels of the canvas
   * @param changed called after each zoom and pan
   */
  constructor(scroller: HTMLElement, width: () => number, changed: (view: Viewport) => void) {
    this.#scroller = scroller;
    this.#width = width;
    this.#changed = changed;
    scroller.append(this.#spacer);
  }

  get view(): Viewport {
    return this.#view;
  }

  get scrollTop(): number {
    return this.#scroller.scrollTop;
  }

  show(flame: FlameRows, view: Viewport): void {
    this.#flame = flame;
    this.#view = clampTo(flame, view);
    this.#spacer.style.height = `${flame.rows.length * ROW_HEIGHT}px`;
  }

  setView(view: Viewport): void {
    this.#view = clampTo(this.#flame, view);
    this.#changed(this.#view);
  }

  zoom(factor: number, aboutX: number): void {
    this.setView(zoom(this.#flame, this.#view, factor, aboutX));
  }

  /** @param part share of the visible width */
  pan(part: number): void {
    this.setView(pan(this.#flame, this.#view, part));
  }

  panPixels(pixels: number): void {
    this.pan(pixels / Math.max(1, this.#width()));
  }

  showAll(): void {
    this.setView(this.#flame);
  }

  grip(): void {
    this.#grip = { view: this.#view, scrollTop: this.#scroller.scrollTop };
  }

  /** Distances from the drag's begin. */
  dragBy(dx: number, dy: number): void {
    this.#scroller.scrollTop = this.#grip.scrollTop - dy;
    this.setView(pan(this.#flame, this.#grip.view, -dx / Math.max(1, this.#width())));
  }

  frame(place: BoxPlace): void {
    const row = this.row(place);
    if (row === undefined) return;
    this.setView(frameRange(this.#flame, row.begin(place.box), row.end(place.box)));
    this.scrollTo(place);
  }

  /** Scrolls a box into view, sideways only when none of it is visible. */
  scrollTo(place: BoxPlace): void {
    const { scrollTop, clientHeight } = this.#scroller;
    this.#scroller.scrollTop = revealedTop(scrollTop, clientHeight, ROW_HEIGHT, place.depth);
    const row = this.row(place);
    const begin = row?.begin(place.box) ?? 0;
    const end = row?.end(place.box) ?? 0;
    if (end >= this.#view.fromX && begin <= this.#view.toX) return;
    const half = (this.#view.toX - this.#view.fromX) / 2;
    const middle = (begin + end) / 2;
    this.setView({ fromX: middle - half, toX: middle + half });
  }

  /** Scrolls a row into view with some of its callees; the zoom stays. */
  scrollToRow(depth: number): void {
    const { scrollTop, clientHeight } = this.#scroller;
    const below = revealedTop(scrollTop, clientHeight, ROW_HEIGHT, depth + ROWS_BELOW);
    this.#scroller.scrollTop = revealedTop(below, clientHeight, ROW_HEIGHT, depth);
  }

  scrollToEnd(): void {
    this.#scroller.scrollTop = this.#scroller.scrollHeight;
  }

  row({ depth }: BoxPlace): FlameRow | undefined {
    return this.#flame.rows[depth];
  }

  isOutside(place: BoxPlace, { fromX, toX }: Viewport): boolean {
    const row = this.row(place);
    return row !== undefined && (row.end(place.box) <= fromX || row.begin(place.box) >= toX);
  }

  xAt(pixel: number): number {
    return fromPixel(this.#view, this.#width(), pixel);
  }

  placeAt(event: MouseEvent): BoxPlace | undefined {
    const { x, y } = pointIn(this.#scroller, event);
    const depth = Math.floor((y + this.#scroller.scrollTop) / ROW_HEIGHT);
    const box = boxAt(this.#flame.rows[depth], this.xAt(x));
    return box === NO_BOX ? undefined : { depth, box };
  }

  /** Page position of the lower left corner, clamped to the visible part. */
  pagePositionOf(place: BoxPlace | undefined): { readonly x: number; readonly y: number } {
    const frame = this.#scroller.getBoundingClientRect();
    const row = place && this.row(place);
    if (row === undefined || place === undefined) return { x: frame.left, y: frame.top };
    const x = toPixel(this.#view, this.#width(), row.begin(place.box));
    const y = (place.depth + 1) * ROW_HEIGHT - this.#scroller.scrollTop;
    return { x: frame.left + Math.min(Math.max(x, 0), frame.width), y: frame.top + Math.min(Math.max(y, 0), frame.height) };
  }
}
