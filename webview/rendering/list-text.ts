import { text } from '../ui/page-text.ts';
import type { Frame } from './render-frame.ts';
import { emptyText } from './session-texts.ts';

/** Why the list is empty. Of a recording nothing is said before its end is read. */
export function emptyListText({ session, live, isComplete, list }: Pick<Frame, 'session' | 'live' | 'isComplete' | 'list'>): string {
  const { inRange, outOf, isFiltered, lags, ran, onScreen } = list;
  if (!isComplete && !live) return emptyText('lags', session, live, isComplete);
  if (inRange.length === 0 && outOf > 0) return text('noLagInRange');
  if (isFiltered && lags === 0) return text('allHidden');
  if (ran === 0) return text('ranNowhere');
  if (onScreen === 0) return text('noLagOnScreen');
  return isFiltered ? text('noChange') : emptyText('lags', session, live, isComplete);
}
