import type { WeightName } from '../../core/trees/weights.ts';
import { isLit } from '../flame/lit-boxes.ts';
import type { FrameStyle } from '../frames/frame-styles.ts';
import type { LegendKey } from '../state/legend-key.ts';
import type { Dispatch } from '../state/page-action.ts';
import type { TableColumn, TableState } from '../state/view-state.ts';
import { element, setLabel } from '../ui/dom.ts';
import { openTargetOf } from '../ui/pointer.ts';
import { revealedTop, rowWindow } from '../ui/row-window.ts';
import { arrivalsText } from '../ui/sentences/arrivals-text.ts';
import type { Theme } from '../ui/theme.ts';
import { t } from '../ui/translated.ts';
import { cellText } from './table-cells.ts';
import { TableHead } from './table-head.ts';
import { tableKey } from './table-keys.ts';
import { isTwistyAt, rowIndexAt, TableLine } from './table-line.ts';
import { type TableRow, TableRows } from './table-rows.ts';
import type { NumberColumn, TableTree } from './table-tree.ts';

/** CSS pixels, as in `.table-row`. */
const ROW_HEIGHT = 22;
/** Rows kept above and below the visible ones. */
const BEYOND = 12;

export interface TableContent {
  readonly tree: TableTree;
  readonly weight: WeightName;
  readonly columns: readonly NumberColumn[];
  /** Row of `model.nodes`. */
  styleOf(node: number): FrameStyle;
  /** Calls that samples saw, see `BoxFacts`. */
  arrivalsOf?(method: number): number | undefined;
}

interface TableEvents {
  select?(row: number | undefined): void;
  sort(column: TableColumn): void;
}

/**
 * The tree table as a treegrid: focus stays on it and rows are announced by `aria-activedescendant`. Only visible rows have
 * elements.
 */
export class TableView {
  readonly node: HTMLElement;
  readonly #dispatch: Dispatch;
  readonly #events: TableEvents;
  readonly #head: TableHead;
  readonly #body = element('div', { class: 'table-body', role: 'rowgroup' });
  readonly #space = element('div', { class: 'table-space', role: 'presentation' });
  readonly #rows = new TableRows();
  readonly #lines = new Map<number, TableLine>();
  #theme: Theme;
  #content: TableContent | undefined;
  #columns: readonly NumberColumn[] = [];
  #matches: ((method: number) => boolean) | undefined;
  #lit: LegendKey | undefined;
  #selected = 0;

  constructor(theme: Theme, dispatch: Dispatch, events: TableEvents) {
    this.#theme = theme;
    this.#dispatch = dispatch;
    this.#events = events;
    this.#head = new TableHead((column) => events.sort(column));
    this.#body.append(this.#space);
    this.node = element('div', { class: 'table', role: 'treegrid', attributes: { tabindex: '0' } }, [
      element('div', { class: 'table-heads', role: 'rowgroup' }, [this.#head.node]),
      this.#body,
    ]);
    const keys = t(
      'Arrow keys move, open and close rows, star opens where the time goes, Enter opens the source, Alt+Enter opens it beside.',
    );
    setLabel(this.node, `${t('Function tree')}. ${keys}`);
    // The scrolling element has the focus; its head is sticky.
    this.node.addEventListener('scroll', () => this.#place());
    new ResizeObserver(() => this.#place()).observe(this.node);
    this.node.addEventListener('keydown', (event) => this.#key(event));
    this.#body.addEventListener('click', (event) => this.#click(event));
    this.#body.addEventListener('dblclick', (event) => this.#doubleClick(event));
  }

  show(content: TableContent | undefined, state: TableState): void {
    this.#content = content;
    if (content === undefined) {
      this.#rows.rows = [];
    } else {
      this.#columns = content.columns;
      this.#rows.show(content.tree, state, (row) => content.styleOf(content.tree.node(row)).label);
      this.node.classList.toggle('compares', content.columns.includes('delta'));
      this.#head.show(content.columns, content.weight, state);
    }
    this.node.ariaRowCount = String(this.#rows.rows.length + 1);
    this.node.ariaColCount = String(this.#columns.length + 1);
    this.#place();
  }

  /** `show` marks rows of matching methods, undefined none. A hidden table's rows would need a layout for each key of a search. */
  setMatches(matches: ((method: number) => boolean) | undefined): void {
    this.#matches = matches;
  }

  /** `show` fades rows that an entry of the legend does not mean. */
  setLit(key: LegendKey | undefined): void {
    this.#lit = key;
  }

  setTheme(theme: Theme): void {
    this.#theme = theme;
    this.#place();
  }

  /** Opens a path and selects its last function. */
  reveal(path: readonly number[]): void {
    const index = this.#rows.reveal(path);
    if (index >= 0) this.#select(index);
    else this.#place();
  }

  /** The selected row of the tree. */
  get selectedRow(): number | undefined {
    return this.#rows.rows[this.#index]?.row;
  }

  /** Methods from the outermost row to the selected one. */
  get selectedPath(): readonly number[] {
    return this.#rows.pathOf(this.#index);
  }

  /** Place of the selected row's menu. */
  get selectedPlace(): DOMRect {
    return (this.#lines.get(this.#selected)?.node ?? this.node).getBoundingClientRect();
  }

  /** Selects the next or previous match, opening its path; wraps around. */
  nextMatch(by: 1 | -1): void {
    const path = this.#matches && this.#rows.nextMatch(this.#selected, this.#matches, by);
    if (path !== undefined) this.reveal(path);
  }

  get #index(): number {
    return this.#selected === 0 ? -1 : this.#rows.indexOf(this.#selected);
  }

  /** Pixels below the head. */
  get #room(): number {
    return Math.max(0, this.node.clientHeight - this.#head.node.offsetHeight);
  }

  #select(index: number): void {
    const row = this.#rows.rows[index];
    this.#selected = row?.id ?? 0;
    if (row !== undefined) {
      this.node.scrollTop = revealedTop(this.node.scrollTop, this.#room, ROW_HEIGHT, index);
    }
    this.#place();
    this.#events.select?.(row?.row);
  }

  #key(event: KeyboardEvent): void {
    const content = this.#content;
    if (content === undefined || event.target !== this.node) return;
    const at = this.#index;
    const key = tableKey(event, this.#rows, at, Math.max(1, Math.floor(this.#room / ROW_HEIGHT) - 1));
    if (key === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    switch (key.type) {
      case 'move':
        this.#select(key.to);
        return;
      case 'open':
        this.#rows.setOpen(at, key.open);
        this.#place();
        return;
      case 'openHottest':
        this.#rows.openHottest(at);
        this.#place();
        return;
      case 'source': {
        const row = this.#rows.rows[at];
        if (row !== undefined) this.#open(row.row, key.beside);
      }
    }
  }

  #click(event: MouseEvent): void {
    const index = rowIndexAt(event);
    const row = this.#rows.rows[index];
    if (row === undefined) return;
    this.node.focus();
    if (isTwistyAt(event) && row.open !== undefined) this.#rows.setOpen(index, !row.open);
    this.#select(index);
    const opens = openTargetOf(event);
    if (opens !== undefined) this.#open(row.row, opens === 'beside');
  }

  /** Its clicks have selected the row, and opened it with Ctrl or Alt. */
  #doubleClick(event: MouseEvent): void {
    const row = this.#rows.rows[rowIndexAt(event)];
    if (row !== undefined && !isTwistyAt(event) && openTargetOf(event) === undefined) this.#open(row.row, false);
  }

  #open(row: number, beside: boolean): void {
    if (this.#content) this.#dispatch({ type: 'openSource', node: this.#content.tree.node(row), beside });
  }

  /** Selects the row under the pointer, for a menu. */
  selectAt(event: MouseEvent): boolean {
    const index = rowIndexAt(event);
    if (index >= 0) this.#select(index);
    return index >= 0;
  }

  #place(): void {
    const { rows } = this.#rows;
    const content = this.#content;
    const height = `${rows.length * ROW_HEIGHT}px`;
    if (this.#space.style.height !== height) this.#space.style.height = height;
    const { first, end } = rowWindow(this.node.scrollTop, this.#room, ROW_HEIGHT, rows.length, BEYOND);
    const shown = new Set<number>();
    let before: Element | null = this.#space.firstElementChild;
    for (let index = first; index < end && content !== undefined; index++) {
      const row = rows[index];
      if (row === undefined) continue;
      shown.add(row.id);
      const line = this.#lineOf(row);
      this.#showLine(line, content, row, index);
      // Screen readers follow the order of elements.
      if (line.node === before) before = before.nextElementSibling;
      else this.#space.insertBefore(line.node, before);
    }
    for (const [id, line] of this.#lines) {
      if (shown.has(id)) continue;
      line.node.remove();
      this.#lines.delete(id);
    }
    const active = this.#lines.get(this.#selected);
    if (active === undefined) this.node.removeAttribute('aria-activedescendant');
    else this.node.setAttribute('aria-activedescendant', active.node.id);
  }

  #lineOf(row: TableRow): TableLine {
    const known = this.#lines.get(row.id);
    if (known !== undefined) return known;
    const line = new TableLine(row.id);
    this.#lines.set(row.id, line);
    return line;
  }

  #showLine(line: TableLine, content: TableContent, row: TableRow, index: number): void {
    const { tree, weight } = content;
    const style = content.styleOf(tree.node(row.row));
    const state = tree.state(row.row);
    line.show(row, index, style, this.#theme, {
      isSelected: row.id === this.#selected,
      isMatch: this.#matches?.(tree.method(row.row)) ?? false,
      isFaded: this.#lit !== undefined && !isLit(this.#lit, { ...style, state }),
      share: tree.value(row.row, 'share'),
      state,
      note: arrivalsText(content.arrivalsOf?.(tree.method(row.row))),
      cells: this.#columns.map((column) => [column, cellText(tree.value(row.row, column), column, weight)] as const),
    });
    line.node.style.transform = `translateY(${index * ROW_HEIGHT}px)`;
  }
}
