import type { WeightName } from '../../core/trees/weights.ts';
import type { ViewContent } from '../content/view-contents.ts';
import type { ChosenFrame } from '../flame/content.ts';
import { shortName } from '../frames/transform-texts.ts';
import { NO_SEARCH, type TableColumn, type TableState, turnedTable, type ViewMode, type ViewState } from '../state/view-state.ts';
import { TableView } from '../table/table-view.ts';
import { element, iconButton, setText } from '../ui/dom.ts';
import { formatBytes, formatCount, formatDuration, formatShare } from '../ui/format.ts';
import { text } from '../ui/page-text.ts';
import type { Theme } from '../ui/theme.ts';
import type { Tooltip } from '../ui/tooltip.ts';
import type { Viewport } from '../ui/viewport.ts';
import { legendOf } from './box-facts.ts';
import { Breadcrumb } from './breadcrumb.ts';
import { FlamePane } from './flame-pane.ts';
import { FrameActions } from './frame-actions.ts';
import { modeSwitch, SegmentSwitch } from './mode-switch.ts';
import { SandwichView } from './sandwich-view.ts';
import { SearchField } from './search-field.ts';
import { type ThreadChoice, ThreadSelect } from './thread-select.ts';
import { WeightSelect } from './weight-select.ts';

export interface FlamePanelEvents {
  change(change: Partial<ViewState>): void;
  open(node: number, beside: boolean): void;
  /** A zoom or pan over time. */
  view(view: Viewport): void;
  range(beginUs: number, endUs: number): void;
  reset(): void;
  follow(): void;
}

/** The four views with breadcrumb, search, legend and status line. */
export class FlamePanel {
  readonly node: HTMLElement;
  readonly #events: FlamePanelEvents;
  readonly #pane: FlamePane;
  readonly #table: TableView;
  readonly #sandwich: SandwichView;
  readonly #modes: SegmentSwitch<ViewMode>;
  readonly #directions: SegmentSwitch<TableState['direction']>;
  readonly #threads: ThreadSelect;
  readonly #weights: WeightSelect;
  readonly #crumbs: Breadcrumb;
  readonly #actions: FrameActions;
  readonly #search: SearchField;
  readonly #empty = element('div', { class: 'empty' });
  readonly #status = element('span', { class: 'status', role: 'status' });
  readonly #body: HTMLElement;
  readonly #legend: HTMLElement;
  readonly #follow: HTMLButtonElement;
  #state: ViewState | undefined;
  #content: ViewContent | undefined;

  constructor(theme: Theme, tooltip: Tooltip, details: HTMLElement, events: FlamePanelEvents) {
    this.#events = events;
    this.#modes = modeSwitch((mode) => events.change({ mode }));
    this.#directions = new SegmentSwitch<TableState['direction']>(
      text('direction'),
      [
        { value: 'topDown', label: text('topDown'), hint: text('topDownHint') },
        { value: 'bottomUp', label: text('bottomUp'), hint: text('bottomUpHint') },
      ],
      (direction) => this.#state && events.change({ table: turnedTable(this.#state.table, direction) }),
    );
    this.#threads = new ThreadSelect((thread) => events.change({ thread }));
    this.#weights = new WeightSelect((weight) => events.change({ weight }));
    this.#search = new SearchField({
      search: (search) => events.change({ search }),
      next: (by) => this.nextMatch(by),
      leave: () => this.focus(),
    });
    this.#pane = new FlamePane(theme, tooltip, text('flame'), {
      select: (sentence) => setText(this.#status, sentence),
      open: (node, beside) => events.open(node, beside),
      view: (view) => events.view(view),
      range: (beginX, endX) => events.range(beginX, endX),
      reset: () => events.reset(),
    });
    this.#table = new TableView(theme, {
      open: (node, beside) => events.open(node, beside),
      select: () => undefined,
      sort: (column) => this.#sort(column),
    });
    this.#sandwich = new SandwichView(theme, tooltip, {
      choose: (method) => this.#content && events.change({ focus: this.#content.context.facts.key(method) }),
      select: (sentence) => setText(this.#status, sentence),
      open: (node, beside) => events.open(node, beside),
      reset: () => events.reset(),
    });
    this.#actions = new FrameActions({
      change: (change) => events.change(change),
      open: (node, beside) => events.open(node, beside),
      say: (sentence) => setText(this.#status, sentence),
    });
    this.#crumbs = new Breadcrumb({
      undo: (at) => this.#state && this.#actions.undo(this.#state, at),
      compare: (isOn) => events.change(isOn ? { baseline: true } : { baseline: false, range2: undefined }),
    });
    this.#follow = iconButton('follow', text('follow'), () => events.follow());
    const fit = iconButton('fit', text('resetZoom'), () => events.follow());
    const spring = (): HTMLElement => element('span', { class: 'spring' });
    const choices = [this.#modes.node, this.#directions.node, this.#weights.node, this.#threads.node, spring(), this.#follow, fit];
    this.#legend = element('div', { class: 'legend' }, [this.#status, ...legendOf()]);
    this.#body = element('div', { class: 'view-body' }, [this.#pane.node, this.#table.node, this.#sandwich.node, this.#empty]);
    this.node = element('section', { class: 'main', attributes: { 'aria-label': text('flame') } }, [
      element('div', { class: 'bar' }, choices),
      element('div', { class: 'bar crumbs' }, [this.#crumbs.node, spring(), this.#search.node]),
      details,
      this.#body,
      this.#legend,
      this.#actions.menu.node,
    ]);
    this.#body.addEventListener('contextmenu', (event) => this.#pointerMenu(event));
  }

  /**
   * Shows one of the views, or why there is nothing to show.
   * @param shown visible range of the flame graph over time
   */
  show(content: ViewContent | undefined, state: ViewState, shown: Viewport, rangeText: string, emptyText: string): void {
    // The status is about a frame of the former view.
    if (state.mode !== this.#state?.mode) setText(this.#status, '');
    this.#state = state;
    this.#content = content;
    this.#modes.show(state.mode);
    this.#directions.show(state.table.direction);
    this.#weights.show(state.weight);
    this.#directions.node.hidden = state.mode !== 'table';
    this.#weights.node.hidden = state.mode === 'time';
    this.#crumbs.show(rangeText, state, content?.comparison);
    // Sums don't separate pauses of the garbage collector.
    this.#legend.classList.toggle('over-time', state.mode === 'time');
    this.#legend.classList.toggle('compares', state.mode === 'aggregated' && content?.comparison?.isOn === true);
    this.#showFound(content, state.weight);
    this.#pane.node.hidden = state.mode === 'sandwich' || state.mode === 'table';
    this.#table.node.hidden = state.mode !== 'table';
    this.#sandwich.node.hidden = state.mode !== 'sandwich';
    const isMeasured = state.mode === 'time' || content?.weights.includes(state.weight) !== false;
    const hasAny = this.#showView(isMeasured ? content : undefined, state, shown);
    this.#empty.hidden = hasAny;
    setText(this.#empty, hasAny ? '' : isMeasured && state.transforms.length > 0 ? text('emptyTransformed') : emptyText);
  }

  /** False when there is nothing to show. */
  #showView(content: ViewContent | undefined, state: ViewState, shown: Viewport): boolean {
    const view = content?.view;
    switch (view?.mode) {
      case undefined:
        this.#pane.show(undefined, shown);
        this.#table.show(undefined, state.table);
        this.#sandwich.node.hidden = true;
        return false;
      case 'table':
        this.#table.show(view.table, state.table);
        return view.table.tree.hasChildren(0);
      case 'sandwich': {
        const { context } = content ?? {};
        const missing = state.focus === undefined ? '' : shortName(state.focus);
        this.#sandwich.show(view.sandwich, state.table, (node) => context?.frames.of(node).label ?? '', missing);
        return true;
      }
      default:
        this.#pane.show(view?.content, view?.mode === 'time' ? shown : undefined);
        if (content) this.#pane.showBlamed(content.blamed, content.context.facts);
        return (view?.content.flame.rows.length ?? 0) > 0;
    }
  }

  /** Runs a letter's action on the selection or on all stacks; false for other keys. */
  key(event: KeyboardEvent): boolean {
    if (this.#state === undefined || this.#content === undefined) return false;
    const isInView = event.target instanceof Node && this.#body.contains(event.target);
    const chosen = isInView ? this.#chosen : undefined;
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      if (chosen !== undefined) this.#openMenu(chosen, this.#chosenPlace);
      return chosen !== undefined;
    }
    return this.#actions.key(event.key, chosen, this.#state, this.#content.context, this.#content.weights);
  }

  get #chosen(): ChosenFrame | undefined {
    switch (this.#state?.mode) {
      case 'table':
        return this.#chosenRow();
      case 'sandwich':
        return this.#sandwich.chosen;
      default:
        return this.#pane.chosen;
    }
  }

  #chosenRow(): ChosenFrame | undefined {
    const view = this.#content?.view;
    const row = this.#table.selectedRow;
    if (row === undefined || view?.mode !== 'table') return undefined;
    const { tree } = view.table;
    const path = this.#table.selectedPath.map((method) => this.#content?.context.facts.key(method) ?? '');
    return { node: tree.node(row), method: tree.method(row), path: tree.leadsIn ? path : undefined };
  }

  get #chosenPlace(): { readonly x: number; readonly y: number } {
    switch (this.#state?.mode) {
      case 'table':
        return this.#table.selectedPlace;
      case 'sandwich':
        return this.#sandwich.chosenPlace;
      default:
        return this.#pane.chosenPlace;
    }
  }

  #pointerMenu(event: MouseEvent): void {
    event.preventDefault();
    const { mode } = this.#state ?? {};
    const isChosen =
      mode === 'table' ? this.#table.selectAt(event) : mode === 'sandwich' ? this.#sandwich.selectAt(event) : this.#pane.selectAt(event);
    const chosen = this.#chosen;
    if (isChosen && chosen !== undefined) this.#openMenu(chosen, { x: event.clientX, y: event.clientY });
  }

  #openMenu(chosen: ChosenFrame, { x, y }: { readonly x: number; readonly y: number }): void {
    if (this.#state && this.#content) this.#actions.openMenu(chosen, this.#state, this.#content.context, x, y);
  }

  showThreads(threads: readonly ThreadChoice[], selected: number): void {
    this.#threads.show(threads, selected);
  }

  showFollow(canFollow: boolean, following: boolean): void {
    this.#follow.hidden = !canFollow;
    this.#follow.setAttribute('aria-pressed', String(following));
  }

  setTheme(theme: Theme): void {
    this.#pane.setTheme(theme);
    this.#table.setTheme(theme);
    this.#sandwich.setTheme(theme);
  }

  focusSearch(): void {
    this.#search.focus();
  }

  setSearch(wanted: string): void {
    this.#events.change({ search: { ...NO_SEARCH, text: wanted } });
  }

  /** Focuses the visible view. */
  focus(): void {
    if (this.#state?.mode === 'table') this.#table.node.focus();
    else if (this.#state?.mode === 'sandwich') this.#sandwich.focus();
    else this.#pane.focus();
  }

  nextMatch(by: 1 | -1): void {
    if (this.#state?.mode === 'table') this.#table.nextMatch(by);
    else if (this.#state?.mode === 'sandwich') this.#sandwich.nextMatch(by);
    else this.#pane.nextMatch(by);
  }

  #showFound(content: ViewContent | undefined, weight: WeightName): void {
    const search = this.#state?.search ?? NO_SEARCH;
    this.#search.show(search);
    const matches = content?.found.matches;
    this.#pane.setMatches(matches);
    this.#table.setMatches(matches);
    this.#sandwich.setMatches(matches);
    const matched = content?.matched;
    const amount = (value: number): string => amountText(value, weight);
    const share = matched === undefined ? '' : formatShare(matched.of > 0 ? matched.matched / matched.of : 0);
    const sentence =
      matched === undefined
        ? ''
        : matched.frames === 0
          ? text('searchNothing')
          : text(matched.frames === 1 ? 'searchMatchedOne' : 'searchMatched', share, amount(matched.of), formatCount(matched.frames));
    this.#search.say(sentence, content?.found.error);
  }

  #sort(column: TableColumn): void {
    const table = this.#state?.table;
    if (table === undefined) return;
    const descending = table.sort === column ? !table.descending : true;
    this.#events.change({ table: { ...table, sort: column, descending } });
  }
}

/** Time, samples or bytes. */
function amountText(value: number, weight: WeightName): string {
  if (weight === 'samples') return text('samplesOf', formatCount(value));
  return weight === 'allocated' ? formatBytes(value) : formatDuration(value);
}
