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

/** States are told by patterns: hues mean owners and severities. */
export function trackFills(theme: Theme): TrackFills {
  const background = pixelOf(theme.background);
  const gaps = (pattern: Fill['pattern']): Fill => ({ background: pixelOf(theme.offCore), foreground: background, pattern });
  return {
    background,
    running: solid(theme.busy),
    blocked: gaps('diagonal'),
    waiting: solid(theme.waiting),
    pause: gaps('upright'),
    ready: gaps('level'),
    unknown: { background, foreground: pixelOf(theme.offCore), pattern: 'dots' },
    unseen: { background, foreground: pixelOf(theme.line), pattern: 'diagonal' },
  };
}
