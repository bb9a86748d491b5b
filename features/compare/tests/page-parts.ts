import type { PageElement, PageNode } from '../../../core/document/page-node.ts';

/** Elements of a page that are wanted, outermost first. */
export function partsOf(each: PageNode, isWanted: (element: PageElement) => boolean): readonly PageElement[] {
  if (typeof each === 'string') return [];
  return [...(isWanted(each) ? [each] : []), ...each.children.flatMap((child) => partsOf(child, isWanted))];
}

export function textOf(each: PageNode): string {
  return typeof each === 'string' ? each : each.children.map(textOf).join('');
}

/** Cells of the first table's rows, or of the one with this name. */
export function rowsOf(page: PageElement, label?: string): readonly (readonly string[])[] {
  const [table] = partsOf(page, ({ tag, attributes }) => tag === 'table' && (label === undefined || attributes['aria-label'] === label));
  const lines = table === undefined ? [] : partsOf(table, ({ tag }) => tag === 'tr');
  return lines.map((line) => partsOf(line, ({ tag }) => tag === 'td').map(textOf)).filter((cells) => cells.length > 0);
}
