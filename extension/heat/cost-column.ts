/** Columns for a line's cost: one before it, six for `820 ms`, one before the code. */
const COST_COLUMNS = 8;
/** Longest cost that keeps both gaps. */
const COST_LENGTH = 6;

/** True if a cost has room in the line's indentation. A blank line has none: its end is as near. */
export function fitsBefore(line: string, tabSize: number): boolean {
  let columns = 0;
  for (const sign of line) {
    if (sign === '\t') columns += tabSize - (columns % tabSize);
    else if (sign === ' ') columns++;
    else return columns >= COST_COLUMNS;
  }
  return false;
}

/** Size of a cost's box in `ch`, its text at the right. The negative margin lets the indentation begin below it: no code moves. */
export function costBox(text: string): { readonly width: string; readonly margin: string } {
  const left = 1 + Math.max(0, COST_LENGTH - text.length);
  return { width: `${COST_COLUMNS - left}ch`, margin: `0 -${COST_COLUMNS}ch 0 ${left}ch` };
}
