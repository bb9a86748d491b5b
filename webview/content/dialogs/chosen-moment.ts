import { worstMomentUs } from '../../../core/analysis/moment/worst-moment.ts';
import type { ViewState } from '../../state/view-state.ts';
import type { PageSession } from '../page-session.ts';

/**
 * The moment that a key without a pointer means: the worst of the selected lag, the middle of a selected range, the end of a live session,
 * else the worst of the longest lag.
 */
export function chosenMomentUs({ model, lags }: PageSession, { lag: id, range }: Pick<ViewState, 'lag' | 'range'>, live: boolean): number {
  const selected = lags.find((lag) => lag.id === id);
  if (selected !== undefined) return worstMomentUs(model, selected);
  if (range !== undefined) return (range.fromUs + range.toUs) / 2;
  if (live || lags.length === 0) return model.nowUs;
  return worstMomentUs(
    model,
    lags.reduce((long, lag) => (lag.endUs - lag.beginUs > long.endUs - long.beginUs ? lag : long)),
  );
}
