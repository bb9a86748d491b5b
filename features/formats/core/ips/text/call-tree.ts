import type { WeightedStack } from '../../field/field-report.ts';
import type { StackTables } from '../../field/native-frames.ts';
import type { SampleState } from '../../import/session-builder.ts';
import type { TextImages } from './text-images.ts';
import type { TreeRow } from './tree-row.ts';

interface OpenRow {
  readonly column: number;
  readonly stack: number;
  /** Samples that no callee has. */
  own: number;
  state: SampleState | undefined;
}

/** Rows of a tree, callers before callees -> its stacks in the order of their last rows. Kernel's rows count for their callers. */
export function stacksOf(rows: readonly TreeRow[], tables: StackTables, images: TextImages): readonly WeightedStack[] {
  const found: WeightedStack[] = [];
  const open: OpenRow[] = [];
  const close = (column: number): void => {
    for (let last = open.at(-1); last !== undefined && last.column >= column; last = open.at(-1)) {
      open.pop();
      if (last.own > 0) found.push({ stack: last.stack, weight: last.own, state: last.state });
    }
  };
  for (const [at, row] of rows.entries()) {
    close(row.column);
    const caller = open.at(-1);
    if (row.isKernel) {
      if (caller !== undefined) caller.state = row.state ?? caller.state;
      continue;
    }
    const next = rows[at + 1];
    const isCaller = next !== undefined && !next.isKernel && next.column > row.column;
    const stack = tables.stack(caller?.stack ?? 0, images.frame(row, isCaller));
    if (caller !== undefined) caller.own -= row.count;
    open.push({ column: row.column, stack, own: row.count, state: row.state });
  }
  close(0);
  return found;
}

/** Rows of one stack, each below its caller. */
export function chainOf(rows: readonly TreeRow[], tables: StackTables, images: TextImages): readonly WeightedStack[] {
  let stack = 0;
  for (const [at, row] of rows.entries()) if (!row.isKernel) stack = tables.stack(stack, images.frame(row, at + 1 < rows.length));
  return stack === 0 ? [] : [{ stack, weight: 1 }];
}
