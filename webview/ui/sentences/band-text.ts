import type { LagBand } from '../../../core/analysis/lags/lag.ts';
import { t } from '../translated.ts';

const bands: Readonly<Record<LagBand, () => string>> = {
  hitch: () => t('Hitch'),
  hang: () => t('Hang'),
  longHang: () => t('Long hang'),
  anr: () => t('ANR'),
  load: () => t('Load'),
};

/** Severity of a lag. */
export function bandText(band: LagBand): string {
  return bands[band]();
}
