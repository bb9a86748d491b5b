import type { ChosenFrame } from '../../flame/content.ts';
import type { LegendKey } from '../../state/legend-key.ts';
import type { Dispatch } from '../../state/page-action.ts';
import type { TableColumn, TableState, ViewState } from '../../state/view-state.ts';
import { TableView } from '../../table/table-view.ts';
import type { Theme } from '../../ui/theme.ts';
import type { ModeView } from '../mode/mode.ts';
import type { ViewContent } from '../mode/view-content.ts';
import { ShownTable } from './table-content.ts';

/** The tree of functions, sorted as the view's state says. */
export class TableModeView implements ModeView {
  readonly node: HTMLElement;
  readonly #dispatch: Dispatch;
  readonly #table: TableView;
  #sorted: TableState | undefined;
  #content: ViewContent | undefined;

  constructor(theme: Theme, dispatch: Dispatch) {
    this.#dispatch = dispatch;
    this.#table = new TableView(theme, dispatch, { sort: (column) => this.#sort(column) });
    this.node = this.#table.node;
  }

  show(content: ViewContent, { table }: ViewState): boolean {
    const { view } = content;
    if (!(view instanceof ShownTable)) return false;
    this.#sorted = table;
    this.#content = content;
    this.#table.show(view.table, table);
    return view.table.tree.hasChildren(0);
  }

  clear({ table }: ViewState): void {
    this.#sorted = table;
    this.#content = undefined;
    this.#table.show(undefined, table);
  }

  get chosen(): ChosenFrame | undefined {
    const { view, context } = this.#content ?? {};
    const row = this.#table.selectedRow;
    if (row === undefined || context === undefined || !(view instanceof ShownTable)) return undefined;
    const { tree } = view.table;
    const path = this.#table.selectedPath.map((method) => context.facts.key(method));
    return { node: tree.node(row), method: tree.method(row), path: tree.leadsIn ? path : undefined };
  }

  get chosenPlace(): { readonly x: number; readonly y: number } {
    return this.#table.selectedPlace;
  }

  focus(): void {
    this.node.focus();
  }

  selectAt(event: MouseEvent): boolean {
    return this.#table.selectAt(event);
  }

  nextMatch(by: 1 | -1): void {
    this.#table.nextMatch(by);
  }

  setMatches(matches: ((method: number) => boolean) | undefined): void {
    this.#table.setMatches(matches);
  }

  setLit(key: LegendKey | undefined): void {
    this.#table.setLit(key);
  }

  setTheme(theme: Theme): void {
    this.#table.setTheme(theme);
  }

  #sort(column: TableColumn): void {
    const table = this.#sorted;
    if (table === undefined) return;
    const descending = table.sort === column ? !table.descending : true;
    this.#dispatch({ type: 'change', change: { table: { ...table, sort: column, descending } } });
  }
}
