import { LINE_BREAK, node, type PageElement, type PageNode } from '../../../core/document/page-node.ts';
import { type Cell, tableOf } from '../core/table-of.ts';

/** Each on a line of the file. */
export function inLines(...parts: readonly (PageNode | readonly PageNode[])[]): readonly PageNode[] {
  return parts.flatMap((part, at) => [at === 0 ? [] : [LINE_BREAK], part].flat());
}

export function muted(text: string): PageElement {
  return node('p', { class: 'muted' }, text);
}

/** @param numbersFrom columns from here on are right-aligned */
export function table(head: readonly string[], rows: readonly (readonly Cell['content'][])[], numbersFrom: number): PageElement {
  const cells = (contents: readonly Cell['content'][]): readonly Cell[] =>
    contents.map((content, at) => ({ content, class: at >= numbersFrom ? 'number' : '' }));
  return tableOf({ box: { class: 'table' }, head: cells(head), rows: rows.map(cells) });
}
