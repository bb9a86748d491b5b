import type { GroupCause } from '../../../core/analysis/causes/group-cause.ts';
import { shortCause } from '../../ui/sentences/cause-sentence.ts';
import { t } from '../../ui/translated.ts';

/** A row has room for two. */
const MOST_NAMED = 2;

/**
 * `6 busy, 5 no core free`, without numbers where all lags have one cause.
 * @param all number of the group's lags
 */
export function groupCauseText({ cause, lags, judged, others }: GroupCause, all: number): string {
  if (others.length === 0) return shortCause(cause);
  const counted = [{ cause, lags }, ...others];
  const named = counted.slice(0, MOST_NAMED).map((each) => t('{0} {1}', each.lags, shortCause(each.cause)));
  const rest = counted.slice(MOST_NAMED).reduce((sum, each) => sum + each.lags, 0);
  const causes = [...named, ...(rest > 0 ? [t('{0} other', rest)] : [])].join(', ');
  return judged < all ? t('of the latest {0}: {1}', judged, causes) : causes;
}
