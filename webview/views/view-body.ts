import type { ChosenFrame } from '../flame/content.ts';
import { FlamePane } from '../flame/pane/flame-pane.ts';
import { shortName } from '../frames/transform-texts.ts';
import { SandwichView } from '../modes/sandwich/sandwich-view.ts';
import type { ViewContent } from '../modes/view-contents.ts';
import type { LegendKey } from '../state/legend-key.ts';
import type { Dispatch } from '../state/page-action.ts';
import type { TableColumn, TableState, ViewMode, ViewState } from '../state/view-state.ts';
import { TableView } from '../table/table-view.ts';
import { element, setText } from '../ui/dom.ts';
import { text } from '../ui/page-text.ts';
import type { Theme } from '../ui/theme.ts';
import type { Tooltip } from '../ui/tooltip.ts';
import type { Viewport } from '../ui/viewport.ts';

/** The common part of graph, table and sandwich. */
interface BodyView {
  readonly chosen: ChosenFrame | undefined;
  /** Page position for a menu of the chosen frame. */
  readonly chosenPlace: { readonly x: number; readonly y: number };
  focus(): void;
  /** Chooses the frame under the pointer; false where there is none. */
  selectAt(event: MouseEvent): boolean;
  nextMatch(by: 1 | -1): void;
}

/** Graph, table and sandwich in one place; the mode decides which is visible. */
export class ViewBody {
  readonly node: HTMLElement;
  readonly #dispatch: Dispatch;
  readonly #pane: FlamePane;
  readonly #table: TableView;
  readonly #sandwich: SandwichView;
  readonly #empty = element('div', { class: 'empty' });
  readonly #views: Readonly<Record<ViewMode, BodyView>>;
  #mode: ViewMode = 'time';
  #sorted: TableState | undefined;
  #content: ViewContent | undefined;

  /**
   * @param say announces the chosen frame
   * @param hovered called with the pointer's moment over time
   */
  constructor(
    theme: Theme,
    tooltip: Tooltip,
    dispatch: Dispatch,
    say: (sentence: string) => void,
    hovered: (atUs: number | undefined) => void,
  ) {
    this.#dispatch = dispatch;
    this.#pane = new FlamePane(theme, tooltip, text('flame'), dispatch, say, hovered);
    this.#table = new TableView(theme, dispatch, { sort: (column) => this.#sort(column) });
    this.#sandwich = new SandwichView(theme, tooltip, dispatch, say);
    this.#views = { time: this.#pane, aggregated: this.#pane, sandwich: this.#sandwich, table: this.#tableAsView() };
    this.node = element('div', { class: 'view-body' }, [this.#pane.node, this.#table.node, this.#sandwich.node, this.#empty]);
  }

  /** The visible view. */
  get current(): BodyView {
    return this.#views[this.#mode];
  }

  /**
   * Shows the view of the mode, or a text why there is nothing to show.
   * @param shown time range of the view over time
   * @param lit entry of the legend; what it does not mean is faded
   */
  show(content: ViewContent | undefined, state: ViewState, shown: Viewport, emptyText: string, lit: LegendKey | undefined): void {
    const { mode } = state;
    this.#mode = mode;
    this.#sorted = state.table;
    this.#content = content;
    const matches = content?.found.matches;
    for (const view of [this.#pane, this.#table, this.#sandwich]) {
      view.setMatches(matches);
      view.setLit(lit);
    }
    this.#pane.node.hidden = mode === 'sandwich' || mode === 'table';
    this.#table.node.hidden = mode !== 'table';
    this.#sandwich.node.hidden = mode !== 'sandwich';
    const isMeasured = mode === 'time' || content?.weights.includes(state.weight) !== false;
    const hasAny = content !== undefined && isMeasured ? this.#showView(content, state, shown) : this.#showNothing(state, shown);
    this.#empty.hidden = hasAny;
    setText(
      this.#empty,
      hasAny
        ? ''
        : isMeasured && (state.transforms.length > 0 || content?.frames.isAppOnly === true)
          ? text('emptyTransformed')
          : emptyText,
    );
  }

  showHover(atUs: number | undefined): void {
    this.#pane.showHover(atUs);
  }

  setTheme(theme: Theme): void {
    for (const view of [this.#pane, this.#table, this.#sandwich]) view.setTheme(theme);
  }

  /** False when there is nothing to show. */
  #showView(content: ViewContent, state: ViewState, shown: Viewport): boolean {
    const { view, context } = content;
    switch (view.mode) {
      case 'table':
        this.#table.show(view.table, state.table);
        return view.table.tree.hasChildren(0);
      case 'sandwich':
        this.#sandwich.show(view.sandwich, state.table, context, state.focus === undefined ? '' : shortName(state.focus));
        return true;
      default:
        this.#pane.show(view.content, view.mode === 'time' ? shown : undefined);
        this.#pane.showBlamed(content.blamed, context.facts);
        return view.content.flame.rows.length > 0;
    }
  }

  #showNothing(state: ViewState, shown: Viewport): boolean {
    this.#pane.show(undefined, shown);
    this.#table.show(undefined, state.table);
    this.#sandwich.node.hidden = true;
    return false;
  }

  #tableAsView(): BodyView {
    const table = this.#table;
    const chosen = (): ChosenFrame | undefined => this.#chosenRow();
    return {
      get chosen() {
        return chosen();
      },
      get chosenPlace() {
        return table.selectedPlace;
      },
      focus: () => table.node.focus(),
      selectAt: (event) => table.selectAt(event),
      nextMatch: (by) => table.nextMatch(by),
    };
  }

  #chosenRow(): ChosenFrame | undefined {
    const view = this.#content?.view;
    const row = this.#table.selectedRow;
    if (row === undefined || view?.mode !== 'table') return undefined;
    const { tree } = view.table;
    const path = this.#table.selectedPath.map((method) => this.#content?.context.facts.key(method) ?? '');
    return { node: tree.node(row), method: tree.method(row), path: tree.leadsIn ? path : undefined };
  }

  #sort(column: TableColumn): void {
    const table = this.#sorted;
    if (table === undefined) return;
    const descending = table.sort === column ? !table.descending : true;
    this.#dispatch({ type: 'change', change: { table: { ...table, sort: column, descending } } });
  }
}
