import { LINE_BREAK, node, type PageElement, type PageNode } from '../../../core/document/page-node.ts';

export interface Cell {
  readonly content: PageNode | readonly PageNode[];
  readonly class?: string | undefined;
  readonly title?: string | undefined;
}

export interface TableParts {
  /** Attributes of the box in which a wide table scrolls. */
  readonly box: Readonly<Record<string, string>>;
  /** For screen readers. */
  readonly label?: string;
  readonly head: readonly Cell[];
  readonly rows: readonly (readonly Cell[])[];
}

export function tableOf({ box, label, head, rows }: TableParts): PageElement {
  const heads = head.map(({ content, class: name, title }) => node('th', { scope: 'col', class: name, title }, content));
  const lines = rows.map((cells) => [
    node('tr', {}, ...cells.map(({ content, class: name, title }) => node('td', { class: name, title }, content))),
    LINE_BREAK,
  ]);
  const body = node('tbody', {}, ...lines);
  return node('div', box, node('table', { 'aria-label': label }, node('thead', {}, node('tr', {}, heads)), body));
}
