import type { FrameSums } from '../../../core/analysis/display-frames/frame-tally.ts';
import { threadActivity } from '../../../core/analysis/threads/thread-states.ts';
import { float32At, numberAt } from '../../../core/columns/at.ts';
import { formatDuration, formatShare } from '../../ui/format.ts';
import { activityWords } from '../../ui/sentences/activity-text.ts';
import { leveledSumsText } from '../../ui/sentences/frame-sums-text.ts';
import { t } from '../../ui/translated.ts';
import { spanOf, type Viewport } from '../../ui/viewport.ts';
import type { ActivityShares } from '../activity.ts';
import { counterAt } from './counter-track.ts';
import { intervalAt, lateFrameAt } from './interval-track.ts';
import { stateShares, summedShares } from './thread-track.ts';
import type { TrackRow } from './track-rows.ts';

/** Lower shares are noise. */
const LEAST_SHARE = 0.0005;

/** Share of one core that a thread used in a range. */
function runningShare(parts: readonly ActivityShares[], view: Viewport): number {
  return float32At(summedShares(parts, view.fromX, view.toX, 1), threadActivity.running);
}

/** A row at a moment, in words; '' without data. `aroundUs` is the time of one pixel. */
export function rowFacts(row: TrackRow, atUs: number, aroundUs: number): string {
  switch (row.kind) {
    case 'thread':
      return threadFacts(row.parts(), row.thread === undefined, atUs, Math.max(1, aroundUs));
    case 'messages':
      return (
        row.parts
          .map((part, index) => {
            const message = intervalAt(part, atUs);
            return message < 0 ? '' : row.facts(index, message);
          })
          .find((facts) => facts !== '') ?? ''
      );
    case 'frames':
      for (const part of row.parts) {
        const frame = lateFrameAt(part, atUs);
        if (frame < 0) continue;
        const lateUs = numberAt(part.lateUs, frame);
        if (part.first?.[frame] === 1) return t('first frame of a window, late by {0}', formatDuration(lateUs));
        return t('{1} late, {0} dropped', Math.floor(lateUs / Math.max(1, numberAt(part.periodUs, frame))), formatDuration(lateUs));
      }
      return '';
    case 'counter': {
      const value = counterAt(row.parts, atUs);
      return value === undefined ? '' : row.format(value);
    }
  }
}

/** A row's sums of the view; '' for rows without. */
export function viewFacts(row: TrackRow, view: Viewport): string {
  const sums = row.kind === 'frames' ? row.sums(view.fromX, view.toX) : undefined;
  return sums === undefined ? '' : t('in view: {0}', leveledSumsText(sums));
}

/** Beside a row's name: the view's share of a core, or of late frames; '' for next to nothing. */
export function rowFigure(row: TrackRow, view: Viewport): string {
  const share =
    row.kind === 'thread' ? runningShare(row.parts(), view) : row.kind === 'frames' ? lateShare(row.sums(view.fromX, view.toX)) : 0;
  return share >= LEAST_SHARE ? formatShare(share) : '';
}

function lateShare(sums: FrameSums | undefined): number {
  return sums?.jankShare ?? 0;
}

/** States around a moment, longest first. */
function threadFacts(parts: readonly ActivityShares[], isMain: boolean, atUs: number, aroundUs: number): string {
  const shares = stateShares(parts, isMain, atUs - aroundUs / 2, atUs + aroundUs / 2, 1);
  const states = Object.entries(threadActivity)
    .map(([name, activity]) => ({ name, share: float32At(shares, activity) }))
    .filter(({ share }) => share >= 0.005)
    .sort((a, b) => b.share - a.share);
  const words = (name: string): string => activityWords[isActivity(name) ? name : 'unknown']();
  return states.map(({ name, share }) => (share > 0.995 ? words(name) : `${words(name)} ${formatShare(share)}`)).join(', ');
}

function isActivity(name: string): name is keyof typeof threadActivity {
  return Object.hasOwn(threadActivity, name);
}

/** The time around a moment that counts as the moment: a thousandth of the view. */
export function momentUs(view: Viewport): number {
  return spanOf(view) / 1000;
}
