import type { Cost } from '../../../core/analysis/source-costs/cost-columns.ts';
import type { FileHeat } from '../../../core/analysis/source-costs/file-costs.ts';

/** Costs of a file as columns: objects would be created again by the receiving thread. */
export interface PackedHeat {
  readonly lines: Float64Array;
  /** Smallest and largest line, and costs, of each function. */
  readonly functions: Float64Array;
  readonly names: readonly string[];
}

const COST = 8;
const LINE = 1 + COST;
const FUNCTION = 2 + COST;

export function packHeat({ lines, functions }: FileHeat): PackedHeat {
  const packed = { lines: new Float64Array(LINE * lines.length), functions: new Float64Array(FUNCTION * functions.length) };
  for (const [row, cost] of lines.entries()) packed.lines.set([cost.line, ...numbersOf(cost)], row * LINE);
  for (const [row, cost] of functions.entries()) {
    packed.functions.set([cost.leastLine, cost.mostLine, ...numbersOf(cost)], row * FUNCTION);
  }
  return { ...packed, names: functions.flatMap((cost) => [cost.class, cost.method]) };
}

export function unpackHeat({ lines, functions, names }: PackedHeat): FileHeat {
  return {
    lines: Array.from({ length: lines.length / LINE }, (_, row) => ({
      line: numberAt(lines, row * LINE),
      ...costAt(lines, row * LINE + 1),
    })),
    functions: Array.from({ length: functions.length / FUNCTION }, (_, row) => ({
      class: names[2 * row] ?? '',
      method: names[2 * row + 1] ?? '',
      leastLine: numberAt(functions, row * FUNCTION),
      mostLine: numberAt(functions, row * FUNCTION + 1),
      ...costAt(functions, row * FUNCTION + 2),
    })),
  };
}

function numbersOf({ selfUs, totalUs, busyUs, blockedUs, readyUs, lags, lagUs, worstUs }: Cost): readonly number[] {
  return [selfUs, totalUs, busyUs, blockedUs, readyUs, lags, lagUs, worstUs];
}

function costAt(column: Float64Array, at: number): Cost {
  return {
    selfUs: numberAt(column, at),
    totalUs: numberAt(column, at + 1),
    busyUs: numberAt(column, at + 2),
    blockedUs: numberAt(column, at + 3),
    readyUs: numberAt(column, at + 4),
    lags: numberAt(column, at + 5),
    lagUs: numberAt(column, at + 6),
    worstUs: numberAt(column, at + 7),
  };
}

/** @throws RangeError when the column ends before */
function numberAt(column: Float64Array, at: number): number {
  const value = column[at];
  if (value === undefined) throw new RangeError(`A column of costs has no row ${at}.`);
  return value;
}
