import { plainMarkdown } from '../../core/text/markdown-text.ts';

/** UTF-16 units of a table cell. */
const LONGEST_CELL = 120;

/** Paragraphs and tables of a hover, all plain text without links. */
export type HoverPart =
  | { readonly sentence: string }
  | { readonly remark: string }
  /** The first column has names, others numbers. */
  | { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

export function hoverMarkdown(parts: readonly HoverPart[]): string {
  return parts.map(partMarkdown).join('\n\n');
}

function partMarkdown(part: HoverPart): string {
  if ('sentence' in part) return plainMarkdown(part.sentence);
  if ('remark' in part) return `*${plainMarkdown(part.remark)}*`;
  const border = `|${part.head.map((_, column) => (column === 0 ? ':--' : '--:')).join('|')}|`;
  return [tableRow(part.head), border, ...part.rows.map(tableRow)].join('\n');
}

/** VS Code leaves no room between columns. */
function tableRow(cells: readonly string[]): string {
  return `| ${cells.map((cell, column) => `${column === 0 ? '' : '&emsp;'}${plainMarkdown(cell, LONGEST_CELL)}`).join(' | ')} |`;
}
