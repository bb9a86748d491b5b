import type { GroupCause } from '../../../core/analysis/causes/group-cause.ts';
import { text } from '../../ui/page-text.ts';
import { shortCause } from '../../ui/sentences/cause-sentence.ts';

/** A row has room for two. */
const MOST_NAMED = 2;

/**
 * `6 busy, 5 no core free`, without numbers where all lags have one cause.
 * @param all number of the group's lags
 */
export function groupCauseText({ cause, lags, judged, others }: GroupCause, all: number): string {
  if (others.length === 0) return shortCause(cause);
  const counted = [{ cause, lags }, ...others];
  const named = counted.slice(0, MOST_NAMED).map((each) => text('causeCount', each.lags, shortCause(each.cause)));
  const rest = counted.slice(MOST_NAMED).reduce((sum, each) => sum + each.lags, 0);
  const causes = [...named, ...(rest > 0 ? [text('causeOthers', rest)] : [])].join(', ');
  return judged < all ? text('causesOfLatest', judged, causes) : causes;
}
