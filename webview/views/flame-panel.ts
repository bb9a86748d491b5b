import type { WeightName } from '../../core/views/weights.ts';
import { element, iconButton, setText } from '../dom.ts';
import type { Viewport } from '../flame/viewport.ts';
import { formatCount, formatDuration, formatShare } from '../format.ts';
import { TableView } from '../table/table-view.ts';
import { text } from '../text.ts';
import type { Theme } from '../theme.ts';
import type { ViewContent } from '../view-contents.ts';
import { NO_SEARCH, type SearchState, type TableColumn, type TableState, type ViewMode, type ViewState } from '../view-state.ts';
import { legendOf } from './box-facts.ts';
import { FlamePane } from './flame-pane.ts';
import { modeSwitch, SegmentSwitch } from './mode-switch.ts';
import { SearchField } from './search-field.ts';
import { type ThreadChoice, ThreadSelect } from './thread-select.ts';
import type { Tooltip } from './tooltip.ts';
import { WeightSelect } from './weight-select.ts';

export interface FlamePanelEvents {
  mode(mode: ViewMode): void;
  weight(weight: WeightName): void;
  table(table: TableState): void;
  thread(index: number): void;
  search(search: SearchState): void;
  open(node: number, beside: boolean): void;
  /** The reader zoomed or moved the picture over time. */
  view(view: Viewport): void;
  range(fromUs: number, toUs: number): void;
  reset(): void;
  follow(): void;
}

/** The four views with everything around them: what is shown, search, legend, and the line for screen readers. */
export class FlamePanel {
  readonly node: HTMLElement;
  readonly #events: FlamePanelEvents;
  readonly #pane: FlamePane;
  readonly #table: TableView;
  readonly #modes: ReturnType<typeof modeSwitch>;
  readonly #directions: SegmentSwitch<TableState['direction']>;
  readonly #threads: ThreadSelect;
  readonly #weights: WeightSelect;
  readonly #stretch = element('span', { class: 'stretch muted tabular' });
  readonly #search: SearchField;
  readonly #empty = element('div', { class: 'empty' });
  readonly #status = element('span', { class: 'status', role: 'status' });
  readonly #legend: HTMLElement;
  readonly #follow: HTMLButtonElement;
  #state: ViewState | undefined;

  constructor(theme: Theme, tooltip: Tooltip, details: HTMLElement, events: FlamePanelEvents) {
    this.#events = events;
    this.#modes = modeSwitch((mode) => events.mode(mode));
    this.#directions = new SegmentSwitch<TableState['direction']>(
      text('direction'),
      [
        { value: 'topDown', label: text('topDown'), hint: text('topDownHint') },
        { value: 'bottomUp', label: text('bottomUp'), hint: text('bottomUpHint') },
      ],
      (direction) => this.#state && events.table({ ...this.#state.table, direction }),
    );
    this.#threads = new ThreadSelect((thread) => events.thread(thread));
    this.#weights = new WeightSelect((weight) => events.weight(weight));
    this.#search = new SearchField({
      search: (search) => events.search(search),
      next: (by) => this.nextMatch(by),
      leave: () => this.focus(),
    });
    this.#pane = new FlamePane(theme, tooltip, text('flame'), {
      select: (sentence) => setText(this.#status, sentence),
      open: (node, beside) => events.open(node, beside),
      view: (view) => events.view(view),
      range: (fromX, toX) => events.range(fromX, toX),
      reset: () => events.reset(),
    });
    this.#table = new TableView(theme, {
      open: (node, beside) => events.open(node, beside),
      select: () => undefined,
      sort: (column) => this.#sort(column),
    });
    this.#follow = iconButton('follow', text('follow'), () => events.follow());
    const fit = iconButton('fit', text('resetZoom'), () => events.follow());
    const spring = (): HTMLElement => element('span', { class: 'spring' });
    const choices = [this.#modes.node, this.#directions.node, this.#weights.node, this.#threads.node, spring(), this.#follow, fit];
    this.#legend = element('div', { class: 'legend' }, [this.#status, ...legendOf()]);
    const body = element('div', { class: 'view-body' }, [this.#pane.node, this.#table.node, this.#empty]);
    this.node = element('section', { class: 'main', attributes: { 'aria-label': text('flame') } }, [
      element('div', { class: 'bar' }, choices),
      element('div', { class: 'bar crumbs' }, [this.#stretch, spring(), this.#search.node]),
      details,
      body,
      this.#legend,
    ]);
  }

  /**
   * Shows one of the views, or says why there is nothing to show.
   * @param shown what the picture over time shows
   */
  show(content: ViewContent | undefined, state: ViewState, shown: Viewport, stretch: string, emptyText: string): void {
    this.#state = state;
    const view = content?.view;
    const mode = view?.mode ?? 'time';
    this.#modes.show(mode);
    this.#directions.show(state.table.direction);
    this.#weights.show(state.weight);
    this.#directions.node.hidden = mode !== 'table';
    this.#weights.node.hidden = mode === 'time';
    setText(this.#stretch, stretch);
    this.#showFound(content, state.weight);
    const isTable = view?.mode === 'table';
    this.#pane.node.hidden = isTable;
    this.#table.node.hidden = !isTable;
    this.#legend.hidden = isTable;
    if (isTable) this.#table.show(view.table, state.table);
    else this.#pane.show(view?.content, mode === 'time' ? shown : undefined);
    const hasAny = isTable ? view.table.tree.hasChildren(0) : (view?.content.flame.rows.length ?? 0) > 0;
    this.#empty.hidden = hasAny;
    const why = state.transforms.length > 0 ? text('emptyTransformed') : emptyText;
    setText(this.#empty, hasAny ? '' : why);
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
  }

  focusSearch(): void {
    this.#search.focus();
  }

  setSearch(wanted: string): void {
    this.#events.search({ ...NO_SEARCH, text: wanted });
  }

  /** Focuses the view that is shown. */
  focus(): void {
    if (this.#state?.mode === 'table') this.#table.node.focus();
    else this.#pane.focus();
  }

  /** Goes to the next or previous match. */
  nextMatch(by: 1 | -1): void {
    if (this.#state?.mode === 'table') this.#table.nextMatch(by);
    else this.#pane.nextMatch(by);
  }

  #showFound(content: ViewContent | undefined, weight: WeightName): void {
    const search = this.#state?.search ?? NO_SEARCH;
    this.#search.show(search);
    const matches = content?.found.matches;
    this.#pane.setMatches(matches);
    this.#table.setMatches(matches);
    const matched = content?.matched;
    const amount = (value: number): string => (weight === 'samples' ? text('samplesOf', formatCount(value)) : formatDuration(value));
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
    this.#events.table({ ...table, sort: column, descending });
  }
}
