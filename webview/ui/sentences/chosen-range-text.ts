import { formatDuration, formatMoment } from '../format.ts';
import { t } from '../translated.ts';

/** One of the two ranges that are compared: `A: 0:01.00 to 0:02.50, 1.50 s`. */
export function chosenRangeText(side: 'a' | 'b', beginUs: number, endUs: number): string {
  const values = [formatMoment(beginUs, 2), formatMoment(endUs, 2), formatDuration(endUs - beginUs)];
  return side === 'a' ? t('A: {0} to {1}, {2}', ...values) : t('B: {0} to {1}, {2}', ...values);
}
