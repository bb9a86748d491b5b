/** Columns for a line's cost: one before it, six for `820 ms`, one before the code. */
export const COST_COLUMNS = 8;
/** Longest cost that keeps both gaps. */
const COST_LENGTH = 6;

/** Columns of white space before the code; undefined for a blank line, which has room. */
function indentOf(line: string, tabSize: number): number | undefined {
  let columns = 0;
  for (const sign of line) {
    if (sign === '\t') columns += tabSize - (columns % tabSize);
    else if (sign === ' ') columns++;
    else return columns;
  }
  return undefined;
}

/**
 * Columns by which all code of a document moves right, so that no cost covers code. Costs stand in the indentation: mostly 0.
 * @param lines text of the lines with costs
 */
export function columnsToMove(lines: Iterable<string>, tabSize: number): number {
  let least = COST_COLUMNS;
  for (const line of lines) least = Math.min(least, indentOf(line, tabSize) ?? COST_COLUMNS);
  return COST_COLUMNS - least;
}

/** Size of a cost's box in `ch`, its text at the right. The negative margin lets the indentation begin below it. */
export function costBox(text: string, moved: number): { readonly width: string; readonly margin: string } {
  const left = 1 + Math.max(0, COST_LENGTH - text.length);
  return { width: `${COST_COLUMNS - left}ch`, margin: `0 ${moved - COST_COLUMNS}ch 0 ${left}ch` };
}
