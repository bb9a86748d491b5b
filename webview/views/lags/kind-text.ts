import type { Lag } from '../../../core/analysis/lags/lag.ts';
import { kindTexts } from '../../../core/analysis/lags/lag-texts.ts';
import { simpleName } from '../../ui/format.ts';
import { text } from '../../ui/page-text.ts';
import { phoneKind } from './lag-terms.ts';

/** The message's callback or target, or the kind in words; '' for an ordinary message or turn without a name. */
export function kindText(lag: Lag): string {
  switch (lag.kind) {
    case 'message': {
      const target = simpleName(lag.target ?? '');
      return lag.callback ? simpleName(lag.callback) : target;
    }
    case 'storm':
    case 'idleHandler':
    case 'input':
    case 'nativeWork':
      return text(kindTexts[lag.kind]);
    case 'turn': {
      const [key, ...values] = phoneKind(lag);
      return key === 'kindTurn' ? '' : text(key, ...values);
    }
    case 'turns':
    case 'launch':
    case 'cpu':
    case 'power':
    case 'memory':
    case 'growth':
    case 'frames':
      return text(...phoneKind(lag));
  }
}
