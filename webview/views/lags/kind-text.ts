import type { Lag } from '../../../core/analysis/lags/lag.ts';
import { kindTexts, lagTexts } from '../../../core/analysis/lags/lag-texts.ts';
import { simpleName } from '../../ui/format.ts';
import { t } from '../../ui/translated.ts';
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
      return t(lagTexts[kindTexts[lag.kind]]);
    case 'turn':
    case 'turns':
    case 'launch':
    case 'cpu':
    case 'power':
    case 'memory':
    case 'growth':
    case 'frames':
      return phoneKind(lag);
  }
}
