import { LastSeen, sameKey } from '../../core/memo.ts';
import type { WeightName } from '../../core/trees/weights.ts';
import type { TableColumn, TableState } from '../state/view-state.ts';
import { element } from '../ui/dom.ts';
import { columnTitle } from './table-cells.ts';
import type { NumberColumn } from './table-tree.ts';

/** The head of the table; its buttons sort. */
export class TableHead {
  readonly node = element('div', { class: 'table-head', role: 'row' });
  readonly #sorted: (column: TableColumn) => void;
  readonly #seen = new LastSeen(sameKey);

  constructor(sorted: (column: TableColumn) => void) {
    this.#sorted = sorted;
  }

  show(columns: readonly NumberColumn[], weight: WeightName, { sort, descending }: TableState): void {
    if (!this.#seen.isNew([weight, sort, descending, ...columns])) return;
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.column : undefined;
    const heads = (['name', ...columns] as const).map((column) => {
      const { label, hint } = columnTitle(column, weight);
      const button = element('button', { text: label, title: hint, attributes: { type: 'button' } });
      button.dataset.column = column;
      button.addEventListener('click', () => this.#sorted(column));
      const head = element('div', { class: `cell column-${column}`, role: 'columnheader' }, [button]);
      head.ariaSort = column !== sort ? 'none' : descending ? 'descending' : 'ascending';
      return head;
    });
    this.node.replaceChildren(...heads);
    if (focused !== undefined) this.node.querySelector<HTMLElement>(`[data-column="${focused}"]`)?.focus();
  }
}
