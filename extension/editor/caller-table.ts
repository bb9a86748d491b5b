/** Longest name that is shown; a name of a session may have any length. */
const LONGEST_NAME = 120;

/** A text of a session as it stands in Markdown: no sign of it means anything, it stays in its line and cell. */
export function plainMarkdown(text: string): string {
  const cut = text.length > LONGEST_NAME ? `${text.slice(0, LONGEST_NAME)}…` : text;
  return cut.replaceAll(/\p{Cc}+|[\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').replaceAll(/[!-/:-@[-`{-~]/g, '\\$&');
}

/** A small table; the texts of its cells come from a session. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]): string => `| ${cells.map(plainMarkdown).join(' | ')} |`;
  return [row(head), `|${head.map((_, column) => (column === 0 ? ':--' : '--:')).join('|')}|`, ...rows.map(row)].join('\n');
}
