import { formatCount } from '../format.ts';
import { t } from '../translated.ts';

/** Once is what every function in view was. */
const TELLING = 2;

/** How often samples saw a function called in the selected lag; '' if once or unknown. */
export function arrivalsText(arrivals: number | undefined): string {
  return arrivals === undefined || arrivals < TELLING
    ? ''
    : t('Called at least {0} times in this lag: samples miss calls between them.', formatCount(arrivals));
}
