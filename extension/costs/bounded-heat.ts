import type { Cost } from '../../core/analysis/source-costs/cost-columns.ts';
import type { FileHeat } from '../../core/analysis/source-costs/file-costs.ts';
import { MOST_KEY_LETTERS } from '../../core/session/names/text-key.ts';

/** Limits of one answer. The longest known source has 20,000 lines, few of them sampled. */
export const MOST_LINES = 10_000;
export const MOST_FUNCTIONS = 1_000;

/**
 * What an editor can show of a file's costs, the most expensive first to stay. One line beyond the end reveals another
 * source.
 * @param lines number of lines in the source
 */
export function boundedHeat({ lines: all, functions }: FileHeat, lines: number): FileHeat {
  const inside = all.findLastIndex(({ line }) => line <= lines) + 1;
  const shown = hottest(all.slice(0, inside), MOST_LINES);
  const beyond = inside < all.length ? all.slice(-1) : [];
  const named = functions.filter((each) => each.class.length + each.method.length <= MOST_KEY_LETTERS);
  return { lines: [...shown, ...beyond], functions: hottest(named, MOST_FUNCTIONS) };
}

/** Keeps the order. */
function hottest<C extends Cost>(costs: readonly C[], most: number): readonly C[] {
  if (costs.length <= most) return costs;
  const chosen = new Set(costs.toSorted((a, b) => b.totalUs - a.totalUs).slice(0, most));
  return costs.filter((cost) => chosen.has(cost));
}
