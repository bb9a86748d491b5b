import type { Cost } from '../../core/analysis/source-costs/cost-columns.ts';
import type { FileHeat } from '../../core/analysis/source-costs/file-costs.ts';

/** Costs of runs built from one version of a document, and its line mapping (from 1) to now (from 0). */
export interface HeatOfTime {
  readonly heat: FileHeat;
  lineNow(line: number): number | undefined;
}

export interface ShownLine extends Cost {
  /** Current line from 0. */
  readonly line: number;
}

export interface ShownFunction extends Cost {
  readonly class: string;
  readonly method: string;
  /** First and last sampled line that still exists, from 0. */
  readonly first: number;
  readonly last: number;
}

export interface ShownHeat {
  readonly lines: readonly ShownLine[];
  readonly functions: readonly ShownFunction[];
}

export const NO_HEAT: ShownHeat = { lines: [], functions: [] };

/** Costs of several versions by current lines. */
export function shownHeat(times: readonly HeatOfTime[]): ShownHeat {
  const lines = new Map<number, ShownLine>();
  const functions = new Map<string, ShownFunction>();
  for (const { heat, lineNow } of times) {
    for (const cost of heat.lines) {
      const line = lineNow(cost.line);
      if (line !== undefined) lines.set(line, { ...added(lines.get(line), cost), line });
    }
    for (const cost of heat.functions) {
      const [first, last = first] = [lineNow(cost.leastLine), lineNow(cost.mostLine)];
      if (first === undefined || last === undefined) continue;
      const { class: className, method } = cost;
      // Overloads stand at different places.
      const key = `${className}\n${method}\n${first}`;
      functions.set(key, { ...added(functions.get(key), cost), class: className, method, first, last });
    }
  }
  return {
    lines: [...lines.values()].sort((a, b) => a.line - b.line),
    functions: [...functions.values()].sort((a, b) => a.first - b.first || b.totalUs - a.totalUs),
  };
}

/** Runs share no time and no lag. */
function added(one: Cost | undefined, other: Cost): Cost {
  const { selfUs, totalUs, busyUs, blockedUs, readyUs, lags, lagUs, worstUs } = other;
  if (one === undefined) return { selfUs, totalUs, busyUs, blockedUs, readyUs, lags, lagUs, worstUs };
  return {
    selfUs: one.selfUs + selfUs,
    totalUs: one.totalUs + totalUs,
    busyUs: one.busyUs + busyUs,
    blockedUs: one.blockedUs + blockedUs,
    readyUs: one.readyUs + readyUs,
    lags: one.lags + lags,
    lagUs: one.lagUs + lagUs,
    worstUs: Math.max(one.worstUs, worstUs),
  };
}
