import { changeCounts, type GroupChange, listedChanges } from './baseline-comparison.ts';

/** `1 new, 2 worse; 3 with too few lags to judge` */
export function changedWords(compared: readonly { readonly change: GroupChange }[], nothing: string): string {
  const counts = changeCounts(compared);
  const words = listedChanges.filter((change) => counts[change] > 0).map((change) => `${counts[change]} ${change}`);
  const few = counts.few === 0 ? [] : [`${counts.few} with too few lags to judge`];
  return [words.join(', ') || nothing, ...few].join('; ');
}
