import { t } from '../ui/translated.ts';
import type { Frame } from './render-frame.ts';
import { emptyText } from './session-texts.ts';

/** Why the list is empty. Of a recording nothing is said before its end is read. */
export function emptyListText({ session, live, isComplete, list }: Pick<Frame, 'session' | 'live' | 'isComplete' | 'list'>): string {
  const { inRange, outOf, isFiltered, lags, ran, onScreen } = list;
  if (!isComplete && !live) return emptyText('lags', session, live, isComplete);
  if (inRange.length === 0 && outOf > 0) return t('No lag in the selected range. Press Esc to list all lags.');
  if (isFiltered && lags === 0) return t('All lags are hidden.');
  if (ran === 0) return t('No lag ran this function. Press Esc to list all lags.');
  if (onScreen === 0) return t('No lag was on this screen. Choose another one.');
  return isFiltered ? t('No such lags. Click the filter again to show all.') : emptyText('lags', session, live, isComplete);
}
