import { numberAt } from '../../core/columns/at.ts';

/** Aligns columns. @param right names of those that are flush right */
export function aligned(rows: readonly (readonly string[])[], right: ReadonlySet<string>): readonly string[] {
  const head = rows[0] ?? [];
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const cell = (text: string, column: number): string =>
    right.has(head[column] ?? '') ? text.padStart(numberAt(widths, column)) : text.padEnd(numberAt(widths, column));
  return rows.map((row) => `  ${row.map(cell).join('  ')}`.trimEnd());
}
