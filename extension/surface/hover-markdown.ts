import { plainMarkdown } from '../../core/text/markdown-text.ts';

/** UTF-16 units of the longest cell of a table. */
const LONGEST_CELL = 120;

/** What stands in a hover, part below part: no text in it can be clicked or is more than text. */
export type HoverPart =
  | { readonly sentence: string }
  | { readonly remark: string }
  /** Its first column has names, the others have numbers. */
  | { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

/** These parts as Markdown. */
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
