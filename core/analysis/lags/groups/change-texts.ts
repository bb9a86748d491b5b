import { joinedPhrase, phrase } from '../../../text/phrase.ts';
import { changeCounts, type GroupChange, type ListedChange, listedChanges } from './baseline-comparison.ts';

type Changed = readonly { readonly change: GroupChange }[];

/** Words for rows. */
export const changeTexts: Readonly<Record<ListedChange, string>> = {
  new: phrase`new`,
  worse: phrase`worse`,
  better: phrase`better`,
  gone: phrase`gone`,
};

/** `1 new, 2 worse`, empty without changes. */
export function countedChanges(compared: Changed): string {
  const counts = changeCounts(compared);
  const listed = listedChanges.filter((change) => counts[change] > 0);
  return joinedPhrase(
    listed.map((change) => countedChange(change, counts[change])),
    ', ',
  );
}

/** In one line: `1 new, 2 worse; 3 with too few lags to judge` */
export function changedWords(compared: Changed, nothing: string): string {
  const { few } = changeCounts(compared);
  return [countedChanges(compared) || nothing, ...(few === 0 ? [] : [`${few} with too few lags to judge`])].join('; ');
}

function countedChange(change: ListedChange, count: number): string {
  switch (change) {
    case 'new':
      return phrase`${count} new`;
    case 'worse':
      return phrase`${count} worse`;
    case 'better':
      return phrase`${count} better`;
    case 'gone':
      return phrase`${count} gone`;
  }
}
