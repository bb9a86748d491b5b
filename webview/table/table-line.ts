import { stateTexts } from '../../core/analysis/lags/lag-texts.ts';
import { type BoxState, categoryIn } from '../flame/box-state.ts';
import type { FrameStyle } from '../frames/frame-styles.ts';
import { element, setText, setTitle } from '../ui/dom.ts';
import { setTruncatedName } from '../ui/names/truncated-name.ts';
import type { Theme } from '../ui/theme.ts';
import { t } from '../ui/translated.ts';
import type { TableRow } from './table-rows.ts';
import type { NumberColumn } from './table-tree.ts';

/** Deeper rows get no more indent, to leave room for names. */
const MOST_INDENTS = 40;
const LONGEST_NAME = 300;

interface LineFacts {
  readonly isSelected: boolean;
  readonly isMatch: boolean;
  /** An entry of the legend is chosen that does not mean the row. */
  readonly isFaded: boolean;
  readonly state: BoxState | undefined;
  /** Beside the name's tooltip, '' for none. */
  readonly note: string;
  /** From 0 to 1, for the bar. */
  readonly share: number;
  readonly cells: readonly (readonly [column: NumberColumn, text: string])[];
}

/** One row on the screen. Updates touch only what changed. */
export class TableLine {
  readonly node: HTMLElement;
  readonly #name = element('span', { class: 'name' });
  readonly #twisty = element('span', { class: 'twisty', attributes: { 'aria-hidden': 'true' } });
  readonly #swatch = element('i', { class: 'swatch' });
  readonly #place = element('span', { class: 'place muted' });
  readonly #first: HTMLElement;
  readonly #bar = element('i', { class: 'share-bar' });
  readonly #cells = new Map<NumberColumn, HTMLElement>();
  #seen = '';

  constructor(id: number) {
    this.#first = element('div', { class: 'cell name-cell', role: 'gridcell' }, [this.#twisty, this.#swatch, this.#name, this.#place]);
    this.node = element('div', { class: 'table-row', role: 'row', attributes: { id: `table-row-${id}` } }, [this.#first]);
  }

  show(row: TableRow, index: number, style: FrameStyle, theme: Theme, facts: LineFacts): void {
    const state = style.category === 'idle' ? undefined : facts.state;
    const category = categoryIn(state, style.category);
    const fill = theme.frame[category][style.shade]?.[theme.highContrast ? 'outline' : 'fill'] ?? '';
    const cells = facts.cells.map(([column, value]) => `${column}=${value}`).join(' ');
    const seen = [
      index,
      row.open,
      row.position,
      row.siblings,
      style.label,
      style.place,
      fill,
      state,
      facts.note,
      facts.isSelected,
      facts.isMatch,
      facts.isFaded,
      cells,
    ].join('\n');
    if (seen === this.#seen) return;
    this.#seen = seen;
    const { node } = this;
    node.dataset.index = String(index);
    node.ariaRowIndex = String(index + 2);
    node.ariaLevel = String(row.level);
    node.ariaPosInSet = String(row.position);
    node.ariaSetSize = String(row.siblings);
    node.ariaSelected = String(facts.isSelected);
    if (row.open === undefined) node.removeAttribute('aria-expanded');
    else node.ariaExpanded = String(row.open);
    node.classList.toggle('match', facts.isMatch);
    node.classList.toggle('faded', facts.isFaded);
    this.#twisty.dataset.open = String(row.open);
    this.#first.style.setProperty('--indents', String(Math.min(row.level - 1, MOST_INDENTS)));
    this.#swatch.style.backgroundColor = fill;
    this.#swatch.dataset.state = state ?? '';
    setTitle(this.#swatch, state === 'blocked' || state === 'ready' || state === 'unknown' ? t(stateTexts[state]) : '');
    // Names may have 100 KB, and laying them out is slow.
    setTruncatedName(this.#name, style.label.slice(0, LONGEST_NAME));
    setTitle(this.#name, [style.name.slice(0, LONGEST_NAME), facts.note].filter((part) => part !== '').join('\n'));
    setText(this.#place, style.place);
    this.#showCells(facts);
  }

  #showCells({ cells, share }: LineFacts): void {
    if (cells.length !== this.#cells.size || cells.some(([column]) => !this.#cells.has(column))) {
      for (const cell of this.#cells.values()) cell.remove();
      this.#cells.clear();
      for (const [column] of cells) {
        const cell = element('div', { class: `cell column-${column} tabular`, role: 'gridcell' });
        this.#cells.set(column, cell);
        this.node.append(cell);
      }
    }
    for (const [column, value] of cells) {
      const cell = this.#cells.get(column);
      if (cell === undefined) continue;
      setText(cell, value);
      if (column === 'delta') cell.dataset.change = value.startsWith('+') ? 'more' : value.startsWith('−') ? 'less' : '';
      if (column === 'share') cell.append(this.#bar);
    }
    this.#bar.style.width = `${100 * Math.min(1, share)}%`;
  }
}

/** Index of the row under the pointer, or -1. */
export function rowIndexAt({ target }: MouseEvent): number {
  return target instanceof Element ? Number(target.closest<HTMLElement>('.table-row')?.dataset.index ?? '-1') : -1;
}

export function isTwistyAt({ target }: MouseEvent): boolean {
  return target instanceof Element && target.closest('.twisty') !== null;
}
