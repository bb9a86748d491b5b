import { plainMarkdown } from '../../core/text/markdown-text.ts';

/** UTF-16 units of the longest name in a table. */
const LONGEST_NAME = 120;

/** A small table, its first column of names, the others of numbers. What its cells hold comes from a session. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [tableRow(head), `|${head.map((_, column) => (column === 0 ? ':--' : '--:')).join('|')}|`, ...rows.map(tableRow)].join('\n');
}

/** VS Code leaves no room between columns. */
function tableRow(cells: readonly string[]): string {
  return `| ${cells.map((cell, column) => `${column === 0 ? '' : '&emsp;'}${plainMarkdown(cell, LONGEST_NAME)}`).join(' | ')} |`;
}
