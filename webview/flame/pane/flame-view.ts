import type { Dispatch } from '../../state/page-action.ts';
import { CanvasSurface } from '../../ui/canvas/canvas-surface.ts';
import { pointIn } from '../../ui/dom.ts';
import { openTargetOf } from '../../ui/pointer.ts';
import type { Theme } from '../../ui/theme.ts';
import type { Viewport } from '../../ui/viewport.ts';
import type { RootFold } from '../content.ts';
import { FlamePainter } from '../drawing/painter.ts';
import { isFoldItem } from '../folded-rows.ts';
import type { FlameItems } from '../items.ts';
import { type FlameKey, flameKey } from '../keyboard.ts';
import { type FlameRows, NO_ROWS } from '../rows.ts';
import { type BoxPlace, entryPlace, step } from '../selection.ts';
import { FlameDrag, type FlameGesture } from './flame-drag.ts';
import { FlameViewport } from './flame-viewport.ts';

/** Painted boxes whose source can be opened. */
export interface FlameBoxes extends FlameItems {
  /** Row of `model.nodes`. */
  node(item: number): number | undefined;
  fold(): RootFold | undefined;
}

/** Events for the owner of the view. */
interface FlameViewEvents {
  /** Undefined item when the pointer is over none, undefined place when it left. */
  hover(item: number | undefined, clientX: number, clientY: number, atX: number | undefined): void;
  select(item: number | undefined): void;
  /** A zoom or pan. */
  view(view: Viewport): void;
  /** Marked with Shift. */
  range(beginX: number, endX: number): void;
}

/** The interactive flame graph: pointer, wheel, keyboard, painting. */
export class FlameView {
  readonly surface: CanvasSurface;
  readonly viewport: FlameViewport;
  readonly #scroller: HTMLElement;
  readonly #dispatch: Dispatch;
  readonly #events: FlameViewEvents;
  readonly #painter: FlamePainter;
  readonly #drag: FlameDrag;
  readonly #boxes: FlameBoxes;
  #flame: FlameRows = NO_ROWS;
  #searching = false;
  #marks = false;
  #searchVersion = 0;
  #selected: BoxPlace | undefined;
  #hovered: BoxPlace | undefined;
  #pointedX: number | undefined;

  /** @param scroller an empty, focusable element */
  constructor(scroller: HTMLElement, theme: Theme, boxes: FlameBoxes, dispatch: Dispatch, events: FlameViewEvents) {
    this.#scroller = scroller;
    this.#boxes = boxes;
    this.#dispatch = dispatch;
    this.#events = events;
    this.#painter = new FlamePainter(theme);
    this.#drag = new FlameDrag(scroller, (gesture) => this.#gesture(gesture));
    this.viewport = new FlameViewport(
      scroller,
      () => this.surface.width,
      (view) => {
        this.surface.invalidate();
        events.view(view);
      },
    );
    this.surface = new CanvasSurface(scroller, (context, width, height) => this.#paint(context, width, height));
    scroller.addEventListener('scroll', () => this.surface.invalidate());
    scroller.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    scroller.addEventListener('dblclick', (event) => this.#doubleClick(event));
    scroller.addEventListener('keydown', (event) => this.#keyDown(event));
  }

  /** Shows other boxes. The selection stays if there is still a box at its place. */
  show(flame: FlameRows, view: Viewport): void {
    this.#selected = movedPlace(this.#selected, this.#flame, flame);
    this.#flame = flame;
    this.viewport.show(flame, view);
    if (this.#selected && this.viewport.row(this.#selected)?.has(this.#selected.box) !== true) this.select(undefined);
    this.#hovered = undefined;
    this.surface.invalidate();
    // A key may show another part under a pointer that rests.
    const x = this.#pointedX;
    if (x !== undefined && (x < view.fromX || x > view.toX)) this.#hover(undefined);
  }

  setTheme(theme: Theme): void {
    this.#painter.setTheme(theme);
    this.surface.invalidate();
  }

  /** @param searching fades boxes without a match @param marks marks those with one */
  setSearching(searching: boolean, marks: boolean): void {
    this.#searching = searching;
    this.#marks = marks;
    this.#searchVersion++;
    this.surface.invalidate();
  }

  /** Selects a box, zooms and scrolls to it. */
  reveal(place: BoxPlace): void {
    this.select(place);
    this.viewport.frame(place);
  }

  /** Selects a box without zooming or scrolling; undefined clears the selection. */
  select(place: BoxPlace | undefined): void {
    this.#selected = place;
    this.surface.invalidate();
    this.#events.select(this.#item(place));
  }

  get selectedBox(): { readonly item: number; readonly beginX: number } | undefined {
    const row = this.#selected && this.viewport.row(this.#selected);
    if (this.#selected === undefined || row === undefined) return undefined;
    return { item: row.item(this.#selected.box), beginX: row.begin(this.#selected.box) };
  }

  /** Scrolls up or down only. False without a selection in view. */
  scrollToSelected(): boolean {
    if (this.#selected === undefined || this.viewport.isOutside(this.#selected, this.viewport.view)) return false;
    this.viewport.scrollTo(this.#selected);
    return true;
  }

  dropSelectedOutside(view: Viewport): void {
    if (this.#selected && this.viewport.isOutside(this.#selected, view)) this.select(undefined);
  }

  /** Selects the box under the pointer; false when there is none. */
  selectAt(event: MouseEvent): boolean {
    const place = this.viewport.placeAt(event);
    if (place !== undefined) this.select(place);
    return place !== undefined;
  }

  /** For a menu. */
  get selectedPlace(): { readonly x: number; readonly y: number } {
    return this.viewport.pagePositionOf(this.#selected);
  }

  #paint(context: CanvasRenderingContext2D, width: number, height: number): void {
    this.#painter.paint(context, width, height, {
      flame: this.#flame,
      items: this.#boxes,
      view: this.viewport.view,
      searching: this.#searching,
      marks: this.#marks,
      searchVersion: this.#searchVersion,
      selected: this.#selected,
      hovered: this.#hovered,
      marked: this.#drag.marked,
      scrollTop: this.viewport.scrollTop,
    });
  }

  #item(place: BoxPlace | undefined): number | undefined {
    return place && this.viewport.row(place)?.item(place.box);
  }

  #gesture(gesture: FlameGesture): void {
    switch (gesture.type) {
      case 'hover':
        this.#hover(gesture.event);
        return;
      case 'click':
        this.#click(gesture.event);
        return;
      case 'dragStart':
        this.viewport.grip();
        return;
      case 'pan':
        this.viewport.dragBy(gesture.dx, gesture.dy);
        return;
      case 'markChanged':
        this.surface.invalidate();
        return;
      case 'mark':
        this.#events.range(this.viewport.xAt(gesture.beginX), this.viewport.xAt(gesture.endX));
    }
  }

  #hover(event: PointerEvent | undefined): void {
    const place = event && this.viewport.placeAt(event);
    if (place?.depth !== this.#hovered?.depth || place?.box !== this.#hovered?.box) this.surface.invalidate();
    this.#hovered = place;
    const atX = event && this.viewport.xAt(pointIn(this.#scroller, event).x);
    this.#pointedX = atX;
    this.#events.hover(this.#item(place), event?.clientX ?? 0, event?.clientY ?? 0, atX);
  }

  #wheel(event: WheelEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) {
      event.preventDefault();
      this.viewport.zoom(Math.exp(event.deltaY * 0.002), this.viewport.xAt(pointIn(this.#scroller, event).x));
      return;
    }
    const sideways = event.shiftKey ? event.deltaY : event.deltaX;
    if (sideways === 0) return;
    event.preventDefault();
    this.viewport.panPixels(sideways);
  }

  #click(event: PointerEvent): void {
    this.select(this.viewport.placeAt(event));
    if (this.#toggleFold()) return;
    const opens = openTargetOf(event);
    if (opens !== undefined) this.#open(opens === 'beside');
  }

  /** The first click selected the box; with Ctrl or Alt it opened the source already. */
  #doubleClick(event: MouseEvent): void {
    if (!this.#toggleFold() && openTargetOf(event) === undefined) this.#open(false);
  }

  /** False for a frame. A double click is a third one: the fold changes once, whether or not the first two are drawn. */
  #toggleFold(): boolean {
    const item = this.#item(this.#selected);
    const isFold = this.#boxes.fold() !== undefined && item !== undefined && isFoldItem(item);
    if (isFold) this.#dispatch({ type: 'toggleRoots' });
    return isFold;
  }

  #open(beside: boolean): void {
    const item = this.#item(this.#selected);
    const node = item === undefined ? undefined : this.#boxes.node(item);
    if (node !== undefined) this.#dispatch({ type: 'openSource', node, beside });
  }

  #keyDown(event: KeyboardEvent): void {
    const meaning = flameKey(event);
    // Without a selected frame, Enter opens the selected lag.
    if (meaning === undefined || (meaning.type === 'open' && this.#selected === undefined)) return;
    event.preventDefault();
    // VS Code receives every key of a webview unless it is stopped here; Escape would close things.
    event.stopPropagation();
    this.#execute(meaning);
  }

  #execute(meaning: FlameKey): void {
    switch (meaning.type) {
      case 'step': {
        const { view } = this.viewport;
        const place = this.#selected ? step(this.#flame, this.#selected, meaning.direction, view) : entryPlace(this.#flame, view);
        this.select(place);
        if (place) this.viewport.scrollTo(place);
        return;
      }
      case 'open':
        if (!this.#toggleFold()) this.#open(meaning.beside);
        return;
      case 'zoom':
        this.viewport.zoom(meaning.factor, this.#anchor());
        return;
      case 'pan':
        this.viewport.pan(meaning.part);
        return;
      case 'focus':
        if (this.#selected) this.viewport.frame(this.#selected);
        return;
      case 'clear':
        // Escape clears one thing at a time, the selected box first.
        if (this.#selected !== undefined) this.select(undefined);
        else this.#dispatch({ type: 'clearOneSelection' });
        return;
      case 'whole':
        this.viewport.showAll();
    }
  }

  /** The keyboard zooms about the middle of the selected box, or of the view if that is not visible. */
  #anchor(): number {
    const { fromX, toX } = this.viewport.view;
    const row = this.#selected && this.viewport.row(this.#selected);
    const middle = row && this.#selected ? (row.begin(this.#selected.box) + row.end(this.#selected.box)) / 2 : Number.NaN;
    return middle >= fromX && middle <= toX ? middle : (fromX + toX) / 2;
  }
}

/** Rows above it may have been folded, or unfolded; a fold stays one. */
function movedPlace(place: BoxPlace | undefined, before: FlameRows, after: FlameRows): BoxPlace | undefined {
  if (place === undefined || (before.hidden ?? 0) === (after.hidden ?? 0)) return place;
  const isFold = before.hidden !== undefined && place.depth === 0;
  if (isFold) return after.hidden === undefined ? undefined : place;
  const depth = place.depth + (before.hidden ?? 0) - (after.hidden ?? 0);
  return depth < (after.hidden === undefined ? 0 : 1) ? undefined : { ...place, depth };
}
