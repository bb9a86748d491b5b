import { isFunction, type MethodFacts } from '../../../core/trees/method-facts.ts';
import type { BlamedFrame } from '../../content/selection/blamed-frame.ts';
import type { LegendKey } from '../../state/legend-key.ts';
import type { Dispatch } from '../../state/page-action.ts';
import { HoverLine, hoverX } from '../../ui/canvas/hover-line.ts';
import { element } from '../../ui/dom.ts';
import type { Theme } from '../../ui/theme.ts';
import type { Tooltip } from '../../ui/tooltip.ts';
import { t } from '../../ui/translated.ts';
import type { Viewport } from '../../ui/viewport.ts';
import { type ChosenFrame, type FlameContent, isOverTime } from '../content.ts';
import { nextMatch, widestMatch } from '../flame-search.ts';
import { isFoldItem } from '../folded-rows.ts';
import { isLit } from '../lit-boxes.ts';
import { NO_ROWS } from '../rows.ts';
import type { BoxPlace } from '../selection.ts';
import { AxisView } from './axis-view.ts';
import { boxSentence, boxTooltip } from './box-facts.ts';
import { type FlameBoxes, FlameView } from './flame-view.ts';

/** A flame graph with its scale, search and selection. */
export class FlamePane {
  readonly node: HTMLElement;
  readonly #scroller: HTMLElement;
  readonly #view: FlameView;
  readonly #axis: AxisView;
  readonly #line = new HoverLine();
  #hoverUs: number | undefined;
  readonly #tooltip: Tooltip;
  #content: FlameContent | undefined;
  #matches: ((method: number) => boolean) | undefined;
  #lit: LegendKey | undefined;
  #at: BoxPlace | undefined;
  #chosen: number | undefined;
  #blamed = '';
  #blamedDepth: number | undefined;
  /** Scroll positions before and after the last resize. */
  #scrolled = { from: 0, to: 0 };

  /**
   * @param label name for screen readers
   * @param say announces the chosen box in a sentence, '' for none
   * @param hovered called with the pointer's moment over time, undefined when it left
   */
  constructor(
    theme: Theme,
    tooltip: Tooltip,
    label: string,
    dispatch: Dispatch,
    say: (sentence: string) => void,
    hovered: (atUs: number | undefined) => void = () => undefined,
  ) {
    this.#tooltip = tooltip;
    const axis = element('div', { class: 'flame-axis' });
    const keys = t(
      'Arrow keys move along the stack, Enter opens the source, Alt+Enter opens it beside, plus and minus zoom, Shift with left and right pans, with up and down zooms, Z fits, Shift+F10 opens the menu of transforms, Escape goes back.',
    );
    const attributes = { tabindex: '0', 'aria-label': `${label}. ${keys}` };
    const scroller = element('div', { class: 'flame', role: 'application', attributes });
    this.#scroller = scroller;
    this.node = element('div', { class: 'flame-wrap' }, [axis, scroller, this.#line.node]);
    new ResizeObserver(() => this.#resized()).observe(scroller);
    const hoveredX = (x: number | undefined): void => hovered(this.#isOverTime ? x : undefined);
    this.#axis = new AxisView(axis, theme, dispatch, hoveredX);
    this.#view = new FlameView(scroller, theme, this.#boxes(), dispatch, {
      hover: (item, x, y, atX) => {
        this.#hover(item, x, y);
        hoveredX(atX);
      },
      select: (item) => {
        this.#chosen = item;
        say(item === undefined || !this.#content ? '' : boxSentence(this.#content.facts(item)));
      },
      view: (view) => {
        this.#axis.show(view, this.#content?.axis ?? 'moments');
        if (this.#isOverTime) dispatch({ type: 'change', change: { view } });
      },
      range: (beginX, endX) => {
        if (this.#isOverTime) dispatch({ type: 'selectRange', beginUs: beginX, endUs: endX, second: false });
      },
    });
  }

  /** @param view its visible part; `undefined` keeps the zoom of an aggregated graph while its content stays */
  show(content: FlameContent | undefined, view: Viewport | undefined): void {
    const before = this.#content;
    const isSameKind = content && before ? isOverTime(content) === isOverTime(before) : content === before;
    const isOther = !isSameKind || (view === undefined && content !== before);
    this.#content = content;
    const again = isOther && before !== undefined && isSameKind ? this.#chosenMethod(before) : undefined;
    if (isOther) {
      this.#view.select(undefined);
      this.#tooltip.hide();
    }
    const call = before && this.#chosenCall(before);
    const flame = content?.flame ?? { ...NO_ROWS, ...view };
    this.#view.show(flame, view ?? (isOther ? flame : this.#view.viewport.view));
    // A transform counts calls afresh.
    if (call !== undefined && content && this.#chosenCall(content) !== call) this.#view.select(undefined);
    this.#axis.show(this.#view.viewport.view, content?.axis ?? 'moments');
    this.showHover(this.#hoverUs);
    // A selection survives a new aggregated graph: transforms continue from it.
    if (again !== undefined && content !== undefined) {
      const place = nextMatch(content.flame, (item) => content.methodOf(item) === again, undefined, 1);
      if (place !== undefined) this.#view.select(place);
    }
  }

  /** Shows the pointer's moment over time, wherever the pointer is. */
  showHover(atUs: number | undefined): void {
    this.#hoverUs = atUs;
    this.#line.show(this.#isOverTime ? hoverX(atUs, this.#view.viewport.view, () => this.#scroller.clientWidth) : undefined);
  }

  /** Scrolls to the culprit, below as many callers as fit, once per selection and graph; after that the reader scrolls. */
  showBlamed(blamed: BlamedFrame | undefined, facts: MethodFacts): void {
    const { flame } = this.#content ?? {};
    const isTime = this.#isOverTime;
    const key = blamed === undefined ? '' : `${isTime} ${blamed.selection}`;
    if (key === this.#blamed) return;
    this.#blamed = key;
    this.#blamedDepth = undefined;
    if (blamed === undefined || flame === undefined) {
      if (isTime) this.#view.dropSelectedOutside(this.#view.viewport.view);
      this.#scroller.scrollTop = 0;
      this.#scrolled = { from: 0, to: 0 };
      return;
    }
    const isIt = isFunction(facts, blamed.function);
    const within = isTime ? { fromX: blamed.fromUs, toX: blamed.toUs } : flame;
    const place = widestMatch(flame, (item) => isIt(this.#content?.methodOf(item) ?? 0), within);
    this.#blamedDepth = place?.depth;
    // Another lag's box would move the graph back to that lag.
    if (isTime) this.#view.dropSelectedOutside(within);
    this.#scrollFromTop();
  }

  #scrollFromTop(): void {
    this.#scroller.scrollTop = 0;
    this.#keepInView();
    this.#scrolled = { from: 0, to: this.#scroller.scrollTop };
  }

  /** A source that opens beside leaves fewer rows: the chosen frame or the culprit stays among them. Others come back with the room. */
  #resized(): void {
    const scroller = this.#scroller;
    if (scroller.scrollTop === this.#scrolled.to) scroller.scrollTop = this.#scrolled.from;
    const from = scroller.scrollTop;
    this.#keepInView();
    this.#scrolled = { from, to: scroller.scrollTop };
  }

  #keepInView(): void {
    if (!this.#view.scrollToSelected() && this.#blamedDepth !== undefined) this.#view.viewport.scrollToRow(this.#blamedDepth);
  }

  get #isOverTime(): boolean {
    return this.#content !== undefined && isOverTime(this.#content);
  }

  #chosenMethod(content: FlameContent): number | undefined {
    return this.#chosen === undefined ? undefined : content.methodOf(this.#chosen);
  }

  /** Begin and function of the chosen call; undefined where boxes have no time. */
  #chosenCall(content: FlameContent): string | undefined {
    const { selectedBox } = this.#view;
    if (selectedBox === undefined || !isOverTime(content)) return undefined;
    return isFoldItem(selectedBox.item) ? 'fold' : `${selectedBox.beginX} ${content.methodOf(selectedBox.item)}`;
  }

  get chosen(): ChosenFrame | undefined {
    return this.#chosen === undefined ? undefined : this.#content?.chosen(this.#chosen);
  }

  setTheme(theme: Theme): void {
    this.#view.setTheme(theme);
    this.#axis.setTheme(theme);
  }

  /** Fades boxes that don't match. @param matches by row of `model.methods`; undefined ends the search */
  setMatches(matches: ((method: number) => boolean) | undefined): void {
    if (this.#matches === matches) return;
    this.#matches = matches;
    this.#at = undefined;
    this.#fade();
  }

  /** Fades boxes that an entry of the legend does not mean; undefined shows all. */
  setLit(key: LegendKey | undefined): void {
    if (this.#lit === key) return;
    this.#lit = key;
    this.#fade();
  }

  #fade(): void {
    this.#view.setSearching(this.#matches !== undefined || this.#lit !== undefined, this.#matches !== undefined);
  }

  /** False without a match. */
  nextMatch(by: 1 | -1): boolean {
    const content = this.#content;
    if (content === undefined || this.#matches === undefined) return false;
    this.#at = nextMatch(content.flame, (item) => this.#isMatch(item), this.#at, by);
    if (this.#at) this.#view.reveal(this.#at);
    return this.#at !== undefined;
  }

  /** A closed fold matches by any of its frames. */
  #isMatch(item: number): boolean {
    const { fold, methodOf } = this.#content ?? {};
    const matches = this.#matches;
    if (matches === undefined) return true;
    return fold !== undefined && isFoldItem(item) ? !fold.isOpen && fold.methods.some(matches) : matches(methodOf?.(item) ?? 0);
  }

  focus(): void {
    this.#scroller.focus();
  }

  /** Selects the box under the pointer, for a menu; false without one. */
  selectAt(event: MouseEvent): boolean {
    return this.#view.selectAt(event);
  }

  /** Place of the selected box' menu. */
  get chosenPlace(): { readonly x: number; readonly y: number } {
    return this.#view.selectedPlace;
  }

  /** With callers above callees, reading begins at the end. */
  scrollToEnd(): void {
    this.#view.viewport.scrollToEnd();
  }

  /** Questions of the view go to the content of the moment. */
  #boxes(): FlameBoxes {
    return {
      node: (item) => this.#content?.nodeOf(item),
      label: (item) => this.#content?.items.label(item) ?? '',
      category: (item) => this.#content?.items.category(item) ?? 'unknown',
      shade: (item) => this.#content?.items.shade(item) ?? 0,
      certainty: (item) => this.#content?.items.certainty(item) ?? 'certain',
      state: (item) => this.#content?.items.state(item),
      matches: (item) => this.#isLit(item) && this.#isMatch(item),
      fold: () => this.#content?.fold,
    };
  }

  #isLit(item: number): boolean {
    const items = this.#content?.items;
    if (this.#lit === undefined || items === undefined) return true;
    return isLit(this.#lit, { category: items.category(item), state: items.state(item), certainty: items.certainty(item) });
  }

  #hover(item: number | undefined, clientX: number, clientY: number): void {
    if (item === undefined || this.#content === undefined) this.#tooltip.hide();
    else this.#tooltip.show(boxTooltip(this.#content.facts(item)), clientX, clientY);
  }
}
