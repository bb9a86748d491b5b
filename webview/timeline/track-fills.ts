import type { Theme } from '../ui/theme.ts';
import { type Fill, pixelOf, solid } from './columns.ts';

/** Fill of each thread state. */
export interface TrackFills {
  readonly background: number;
  readonly running: Fill;
  readonly blocked: Fill;
  readonly waiting: Fill;
  readonly pause: Fill;
  readonly ready: Fill;
  readonly unknown: Fill;
  readonly unseen: Fill;
}

/** In high contrast, patterns are lines on the background; otherwise gaps in the colour. */
export function trackFills(theme: Theme): TrackFills {
  const background = pixelOf(theme.background);
  const patterned = (color: string, pattern: Fill['pattern']): Fill =>
    theme.highContrast
      ? { background, foreground: pixelOf(color), pattern }
      : { background: pixelOf(color), foreground: background, pattern };
  return {
    background,
    running: solid(theme.busy),
    blocked: patterned(theme.blocked, 'diagonal'),
    waiting: solid(theme.waiting),
    pause: patterned(theme.garbage, 'upright'),
    ready: patterned(theme.busy, 'level'),
    unknown: { background, foreground: pixelOf(theme.muted), pattern: 'dots' },
    unseen: { background, foreground: pixelOf(theme.line), pattern: 'diagonal' },
  };
}
