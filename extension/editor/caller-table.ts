/** Longest name that is shown; a name of a session may have any length. */
const LONGEST_NAME = 120;

/** A text as it stands in Markdown: no sign of it means anything, it stays in its line and cell. */
export function plainMarkdown(text: string): string {
  return text.replaceAll(/\p{Cc}+|[\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').replaceAll(/[!-/:-@[-`{-~]/g, '\\$&');
}

/** A small table, its first column of names, the others of numbers. What its cells hold comes from a session. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [tableRow(head), `|${head.map((_, column) => (column === 0 ? ':--' : '--:')).join('|')}|`, ...rows.map(tableRow)].join('\n');
}

/** VS Code leaves no room between columns. */
function tableRow(cells: readonly string[]): string {
  return `| ${cells.map((cell, column) => `${column === 0 ? '' : '&emsp;'}${plainMarkdown(shortened(cell))}`).join(' | ')} |`;
}

function shortened(name: string): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
}
