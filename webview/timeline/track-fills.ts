import type { LagBand } from '../../core/analysis/lags/lag.ts';
import { bandOfKey, type LegendKey } from '../state/legend-key.ts';
import { FADED } from '../ui/frame-colors.ts';
import type { Theme } from '../ui/theme.ts';
import { blended, type Fill, pixelOf, solid } from './columns.ts';

/** Fill of each thread state, and the colour of each severity. */
export interface TrackFills {
  readonly background: number;
  readonly running: Fill;
  readonly blocked: Fill;
  readonly waiting: Fill;
  readonly pause: Fill;
  readonly ready: Fill;
  readonly unknown: Fill;
  readonly unseen: Fill;
  readonly band: Readonly<Record<LagBand, string>>;
}

/** Names of `threadActivity`. */
export type StateName = Exclude<keyof TrackFills, 'background' | 'band'>;

/** `FADED` as the last two digits of a colour. */
const FADED_DIGITS = '38';

const meanings: Readonly<Partial<Record<LegendKey, StateName>>> = {
  busy: 'running',
  blocked: 'blocked',
  waiting: 'waiting',
  garbage: 'pause',
  ready: 'ready',
  unknown: 'unknown',
  noData: 'unseen',
};
/**
 * Patterns show states, as hues mean owners and severities.
 * @param lit entry of the legend; other states or severities are faded
 */
export function trackFills(theme: Theme, lit?: LegendKey): TrackFills {
  const background = pixelOf(theme.background);
  const isState = lit !== undefined && (lit === 'idle' || meanings[lit] !== undefined);
  const shown = (name: StateName, fill: Fill): Fill =>
    !isState || meanings[lit] === name
      ? fill
      : { ...fill, background: blended(fill.background, background, FADED), foreground: blended(fill.foreground, background, FADED) };
  const gaps = (pattern: Fill['pattern']): Fill => ({ background: pixelOf(theme.offCore), foreground: background, pattern });
  const lines = (color: string, pattern: Fill['pattern']): Fill => ({ background, foreground: pixelOf(color), pattern });
  const band = bandOfKey(lit);
  const severity = (name: LagBand): string => (band === undefined || band === name ? theme.band[name] : theme.band[name] + FADED_DIGITS);
  return {
    background,
    running: shown('running', solid(theme.busy)),
    blocked: shown('blocked', gaps('diagonal')),
    waiting: shown('waiting', solid(theme.waiting)),
    pause: shown('pause', gaps('upright')),
    ready: shown('ready', gaps('level')),
    unknown: shown('unknown', lines(theme.offCore, 'dots')),
    unseen: shown('unseen', lines(theme.line, 'diagonal')),
    band: {
      hitch: severity('hitch'),
      hang: severity('hang'),
      longHang: severity('longHang'),
      anr: severity('anr'),
      load: severity('load'),
    },
  };
}
