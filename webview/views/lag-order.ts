import type { Lag } from '../../core/analysis/lag.ts';
import { kindTexts } from '../../core/analysis/lag-texts.ts';
import { simpleName } from '../format.ts';
import { text } from '../text.ts';
import { phoneKind } from './phone-terms.ts';

export type LagOrder = 'newest' | 'longest';

/** A copy in the order the list shows. A lag that lasts stands on top in both orders. */
export function orderedLags(lags: readonly Lag[], order: LagOrder): readonly Lag[] {
  return lags.toSorted((a, b) => {
    if (a.open !== b.open) return a.open ? -1 : 1;
    return order === 'newest' ? b.beginUs - a.beginUs : b.endUs - b.beginUs - (a.endUs - a.beginUs);
  });
}

/** What kept the looper from its next message: the message's target and callback, or the kind in words. */
export function kindText(lag: Lag): string {
  switch (lag.kind) {
    case 'message': {
      const target = simpleName(lag.target ?? '');
      return lag.callback ? simpleName(lag.callback) : target || text('kindMessage');
    }
    case 'storm':
    case 'idleHandler':
    case 'input':
    case 'nativeWork':
      return text(kindTexts[lag.kind]);
    case 'turn':
    case 'turns':
    case 'launch':
    case 'cpu':
    case 'power':
    case 'frames':
      return text(...phoneKind(lag));
  }
}
