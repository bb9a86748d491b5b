import { node, type PageElement } from '../../../core/document/page-node.ts';
import { type TableParts, tableOf } from '../core/table-of.ts';

interface ShownTable extends Pick<TableParts, 'head' | 'rows'> {
  readonly label: string;
  /** Explains the columns. */
  readonly note: string;
  /** Instead of rows. */
  readonly nothing: string;
}

/** A table under its name. */
export function tableSection({ label, note, head, rows, nothing }: ShownTable): PageElement {
  const title = node('h2', {}, label);
  if (rows.length === 0) return node('section', {}, title, node('p', {}, nothing));
  const table = tableOf({ box: { class: 'scrolls', tabindex: '0' }, label, head, rows });
  return node('section', {}, title, node('p', { class: 'muted' }, note), table);
}
