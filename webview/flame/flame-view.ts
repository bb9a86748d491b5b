import { CanvasSurface } from '../ui/canvas-surface.ts';
import { pointIn } from '../ui/dom.ts';
import { LabelFitter } from '../ui/fitted-label.ts';
import { openTargetOf } from '../ui/open-target.ts';
import { revealedTop } from '../ui/row-window.ts';
import type { Theme } from '../ui/theme.ts';
import { clampTo, frameRange, fromPixel, pan, toPixel, type Viewport, zoom } from '../ui/viewport.ts';
import { FlameDrag } from './flame-drag.ts';
import { type FlameKey, flameKey } from './keyboard.ts';
import { type FlameItems, FlamePainter, ROW_HEIGHT } from './painter.ts';
import { boxAt, type FlameRows, NO_BOX, NO_ROWS } from './rows.ts';
import { type BoxPlace, entryPlace, step } from './selection.ts';

/** Rows that are shown below one that is brought in sight: what it called. */
const ROWS_BELOW = 2;

export interface FlameEvents {
  /** The pointer is over another item (with its place on the page), or over none. */
  hover(item: number | undefined, clientX: number, clientY: number): void;
  select(item: number | undefined): void;
  open(item: number, beside: boolean): void;
  /** The reader zoomed or moved; `settled` is false while a drag goes on. */
  view(view: Viewport): void;
  reset(): void;
  /** A stretch was marked with Shift and the pointer. */
  range(beginX: number, endX: number): void;
}

/** The flame graph as the reader handles it: pointer, wheel, keyboard, and the one picture of all that. */
export class FlameView {
  readonly surface: CanvasSurface;
  readonly #scroller: HTMLElement;
  readonly #spacer: HTMLElement;
  readonly #events: FlameEvents;
  readonly #painter = new FlamePainter();
  #labels: LabelFitter;
  #theme: Theme;
  #flame: FlameRows = NO_ROWS;
  #items: FlameItems;
  #searching = false;
  #searchVersion = 0;
  #view: Viewport = { fromX: 0, toX: 1 };
  #selected: BoxPlace | undefined;
  #hovered: BoxPlace | undefined;
  readonly #drag: FlameDrag;
  /** What was shown when a drag began. */
  #dragOrigin = { view: this.#view, scrollTop: 0 };

  /** @param scroller an empty, focusable element that takes the picture and its scroll bar */
  constructor(scroller: HTMLElement, theme: Theme, items: FlameItems, events: FlameEvents) {
    this.#scroller = scroller;
    this.#theme = theme;
    this.#items = items;
    this.#events = events;
    this.#spacer = document.createElement('div');
    this.#spacer.className = 'flame-spacer';
    this.#drag = new FlameDrag(scroller, {
      hover: (event) => this.#hover(event && this.#placeAt(event), event?.clientX ?? 0, event?.clientY ?? 0),
      click: (event) => this.#click(event),
      dragStart: () => {
        this.#dragOrigin = { view: this.#view, scrollTop: scroller.scrollTop };
      },
      pan: (dx, dy) => {
        scroller.scrollTop = this.#dragOrigin.scrollTop - dy;
        this.#setView(pan(this.#flame, this.#dragOrigin.view, -dx / Math.max(1, this.surface.width)));
      },
      rangeChanged: () => this.surface.invalidate(),
      range: (beginX, endX) =>
        events.range(fromPixel(this.#view, this.surface.width, beginX), fromPixel(this.#view, this.surface.width, endX)),
    });
    this.surface = new CanvasSurface(scroller, (context, width, height) => this.#paint(context, width, height));
    scroller.append(this.#spacer);
    this.#labels = this.#fitter();
    scroller.addEventListener('scroll', () => this.surface.invalidate());
    scroller.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    scroller.addEventListener('dblclick', (event) => this.#doubleClick(event));
    scroller.addEventListener('keydown', (event) => this.#keyDown(event));
  }

  /** Shows other boxes. The selection stays on the box at the same place if there is one. */
  show(flame: FlameRows, view: Viewport): void {
    this.#flame = flame;
    this.#view = clampTo(flame, view);
    if (this.#selected && flame.rows[this.#selected.depth]?.has(this.#selected.box) !== true) this.#select(undefined);
    this.#hovered = undefined;
    this.#spacer.style.height = `${flame.rows.length * ROW_HEIGHT}px`;
    this.surface.invalidate();
  }

  setTheme(theme: Theme): void {
    this.#theme = theme;
    this.#labels = this.#fitter();
    this.surface.invalidate();
  }

  setSearching(searching: boolean): void {
    this.#searching = searching;
    this.#searchVersion++;
    this.surface.invalidate();
  }

  get view(): Viewport {
    return this.#view;
  }

  /** Selects the first box that stands for the item, scrolls and zooms so that it can be seen. */
  reveal(place: BoxPlace): void {
    this.#select(place);
    this.#focus(place);
  }

  /** Selects a box without moving the picture. */
  choose(place: BoxPlace): void {
    this.#select(place);
  }

  clearSelection(): void {
    this.#select(undefined);
  }

  focus(): void {
    this.#scroller.focus();
  }

  /** Selects the box at a place on the page; false when there is none. */
  selectAt(event: MouseEvent): boolean {
    const place = this.#placeAt(event);
    if (place !== undefined) this.#select(place);
    return place !== undefined;
  }

  /** Where the selected box, as far as it can be seen, is on the page. */
  get selectedPlace(): { readonly x: number; readonly y: number } {
    const frame = this.#scroller.getBoundingClientRect();
    const row = this.#selected && this.#flame.rows[this.#selected.depth];
    if (row === undefined || this.#selected === undefined) return { x: frame.left, y: frame.top };
    const x = toPixel(this.#view, this.surface.width, row.begin(this.#selected.box));
    const y = (this.#selected.depth + 1) * ROW_HEIGHT - this.#scroller.scrollTop;
    return { x: frame.left + Math.min(Math.max(x, 0), frame.width), y: frame.top + Math.min(Math.max(y, 0), frame.height) };
  }

  /** Scrolls so that a row can be seen, and a little of what lies below it; focus, selection and zoom stay. */
  scrollToRow(depth: number): void {
    const { scrollTop, clientHeight } = this.#scroller;
    const below = revealedTop(scrollTop, clientHeight, ROW_HEIGHT, depth + ROWS_BELOW);
    this.#scroller.scrollTop = revealedTop(below, clientHeight, ROW_HEIGHT, depth);
  }

  scrollToEnd(): void {
    this.#scroller.scrollTop = this.#scroller.scrollHeight;
  }

  #fitter(): LabelFitter {
    const context = document.createElement('canvas').getContext('2d');
    if (context) context.font = this.#theme.font;
    return new LabelFitter((text) => context?.measureText(text).width ?? text.length * 7);
  }

  #paint(context: CanvasRenderingContext2D, width: number, height: number): void {
    const scene = {
      flame: this.#flame,
      items: this.#items,
      view: this.#view,
      searching: this.#searching,
      searchVersion: this.#searchVersion,
      selected: this.#selected,
      hovered: this.#hovered,
      scrollTop: this.#scroller.scrollTop,
    };
    this.#painter.paint(context, width, height, scene, this.#theme, this.#labels);
    const { marked } = this.#drag;
    if (marked === undefined) return;
    context.globalAlpha = 0.25;
    context.fillStyle = this.#theme.focus;
    context.fillRect(marked.beginX, 0, marked.endX - marked.beginX, height);
    context.globalAlpha = 1;
  }

  #placeAt(event: MouseEvent): BoxPlace | undefined {
    const { x, y } = pointIn(this.#scroller, event);
    const depth = Math.floor((y + this.#scroller.scrollTop) / ROW_HEIGHT);
    const box = boxAt(this.#flame.rows[depth], fromPixel(this.#view, this.surface.width, x));
    return box === NO_BOX ? undefined : { depth, box };
  }

  #item(place: BoxPlace | undefined): number | undefined {
    return place && this.#flame.rows[place.depth]?.item(place.box);
  }

  #hover(place: BoxPlace | undefined, clientX: number, clientY: number): void {
    if (place?.depth !== this.#hovered?.depth || place?.box !== this.#hovered?.box) this.surface.invalidate();
    this.#hovered = place;
    this.#events.hover(this.#item(place), clientX, clientY);
  }

  #select(place: BoxPlace | undefined): void {
    this.#selected = place;
    this.surface.invalidate();
    this.#events.select(this.#item(place));
  }

  #setView(view: Viewport): void {
    this.#view = clampTo(this.#flame, view);
    this.surface.invalidate();
    this.#events.view(this.#view);
  }

  #wheel(event: WheelEvent): void {
    const { x } = pointIn(this.#scroller, event);
    if (event.ctrlKey || event.metaKey || event.altKey) {
      event.preventDefault();
      this.#setView(zoom(this.#flame, this.#view, Math.exp(event.deltaY * 0.002), fromPixel(this.#view, this.surface.width, x)));
      return;
    }
    const sideways = event.shiftKey ? event.deltaY : event.deltaX;
    if (sideways !== 0) {
      event.preventDefault();
      this.#setView(pan(this.#flame, this.#view, sideways / Math.max(1, this.surface.width)));
    }
  }

  #click(event: PointerEvent): void {
    this.#select(this.#placeAt(event));
    const opens = openTargetOf(event);
    if (opens !== undefined) this.#open(opens === 'beside');
  }

  /** Its clicks have chosen the box, and with Ctrl or Alt have opened it already. */
  #doubleClick(event: MouseEvent): void {
    if (openTargetOf(event) === undefined) this.#open(false);
  }

  #open(beside: boolean): void {
    const item = this.#item(this.#selected);
    if (item !== undefined) this.#events.open(item, beside);
  }

  #keyDown(event: KeyboardEvent): void {
    const meaning = flameKey(event);
    // Enter without a frame is the selected lag's.
    if (meaning === undefined || (meaning.type === 'open' && this.#selected === undefined)) return;
    event.preventDefault();
    // VS Code hears every key of a webview unless it is stopped here; Escape would close things.
    event.stopPropagation();
    this.#execute(meaning);
  }

  #execute(meaning: FlameKey): void {
    switch (meaning.type) {
      case 'step': {
        const place = this.#selected ? step(this.#flame, this.#selected, meaning.direction) : entryPlace(this.#flame, this.#view);
        this.#select(place);
        if (place) this.#scrollTo(place);
        return;
      }
      case 'open':
        this.#open(meaning.beside);
        return;
      case 'zoom':
        this.#setView(zoom(this.#flame, this.#view, meaning.factor, this.#anchor()));
        return;
      case 'pan':
        this.#setView(pan(this.#flame, this.#view, meaning.part));
        return;
      case 'focus':
        if (this.#selected) this.#focus(this.#selected);
        return;
      case 'clear':
        // One thing at a time: first what is selected.
        if (this.#selected !== undefined) this.#select(undefined);
        else this.#events.reset();
        return;
      case 'whole':
        this.#setView(this.#flame);
    }
  }

  /** Keyboard zoom keeps the middle of the selected box, if it can be seen, else the middle of the view. */
  #anchor(): number {
    const row = this.#selected && this.#flame.rows[this.#selected.depth];
    const middle = row && this.#selected ? (row.begin(this.#selected.box) + row.end(this.#selected.box)) / 2 : Number.NaN;
    return middle >= this.#view.fromX && middle <= this.#view.toX ? middle : (this.#view.fromX + this.#view.toX) / 2;
  }

  #focus(place: BoxPlace): void {
    const row = this.#flame.rows[place.depth];
    if (row === undefined) return;
    this.#setView(frameRange(this.#flame, row.begin(place.box), row.end(place.box)));
    this.#scrollTo(place);
  }

  #scrollTo(place: BoxPlace): void {
    const { scrollTop, clientHeight } = this.#scroller;
    this.#scroller.scrollTop = revealedTop(scrollTop, clientHeight, ROW_HEIGHT, place.depth);
    const row = this.#flame.rows[place.depth];
    const begin = row?.begin(place.box) ?? 0;
    const end = row?.end(place.box) ?? 0;
    if (end < this.#view.fromX || begin > this.#view.toX) {
      const half = (this.#view.toX - this.#view.fromX) / 2;
      const middle = (begin + end) / 2;
      this.#setView({ fromX: middle - half, toX: middle + half });
    }
  }
}
