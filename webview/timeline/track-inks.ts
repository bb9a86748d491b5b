import type { Theme } from '../theme.ts';
import { type Ink, pixelOf, solid } from './columns.ts';

/** How each state of a thread is filled. */
export interface TrackInks {
  readonly background: number;
  readonly running: Ink;
  readonly blocked: Ink;
  readonly waiting: Ink;
  readonly pause: Ink;
  readonly unknown: Ink;
  readonly unseen: Ink;
}

/** Fills in the theme's colours. In one of high contrast patterns are lines on the background, else gaps in the colour. */
export function trackInks(theme: Theme): TrackInks {
  const background = pixelOf(theme.background);
  const patterned = (color: string, pattern: Ink['pattern']): Ink =>
    theme.highContrast ? { ground: background, ink: pixelOf(color), pattern } : { ground: pixelOf(color), ink: background, pattern };
  return {
    background,
    running: solid(theme.busy),
    blocked: patterned(theme.blocked, 'diagonal'),
    waiting: solid(theme.waiting),
    pause: patterned(theme.garbage, 'upright'),
    unknown: { ground: background, ink: pixelOf(theme.muted), pattern: 'dots' },
    unseen: { ground: background, ink: pixelOf(theme.line), pattern: 'diagonal' },
  };
}
