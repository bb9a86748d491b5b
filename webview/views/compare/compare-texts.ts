import { formatSeconds } from '../../../core/analysis/report/format-seconds.ts';
import { baselineName, isCompared } from '../../content/selection/baseline-scope.ts';
import type { ViewRange } from '../../state/view-state.ts';
import { formatDuration, formatMoment } from '../../ui/format.ts';
import { chosenRangeText } from '../../ui/sentences/chosen-range-text.ts';
import { sessionNameAt } from '../../ui/sentences/session-name.ts';
import { t } from '../../ui/translated.ts';
import type { CompareFacts } from './compare-menus.ts';

export interface ShownSide {
  readonly text: string;
  /** Tooltip. */
  readonly about: string;
}

/** Both sides; undefined without a comparison. */
export function comparedSides(facts: CompareFacts): { readonly a: ShownSide; readonly b: ShownSide } | undefined {
  const { baseline, scope, state, range } = facts;
  if (state.range2 !== undefined) return { a: rangeSide('a', range), b: rangeSide('b', state.range2) };
  if (baseline === undefined || !isCompared(scope)) return undefined;
  if (scope.kind === 'later') {
    const about = t('Lags since {0} are compared with the lags before it, which are the baseline.', scope.since);
    return { a: { text: t('Since {0}', scope.since), about }, b: { text: t('the time before {0}', scope.since), about } };
  }
  const name = baselineOf(facts);
  const selected = state.range ?? state.within;
  const { observedUs, thresholdUs } = baseline;
  return {
    a: selected === undefined ? { text: t('this session'), about: t('Drag on the timeline for a part of it') } : rangeSide('a', selected),
    b: {
      text: name,
      about: t(
        'Compared with {0}: {1} recorded, lags over {2}. Worse and better compare their time per minute, beyond chance.',
        name,
        formatDuration(observedUs),
        formatDuration(thresholdUs),
      ),
    },
  };
}

/** Why the baseline is not compared with this session; undefined if it is, or there is none. */
export function notCompared({ baseline, scope, state }: CompareFacts): ShownSide | undefined {
  if (state.range2 !== undefined || baseline === undefined || scope === undefined || isCompared(scope)) return undefined;
  const { title, recordedMs, range } = baseline;
  const named = baselineName(baseline, sessionNameAt(title, recordedMs));
  switch (scope.kind) {
    case 'own':
      return range === undefined
        ? {
            text: t('Baseline session'),
            about: t('Other sessions of this app are compared with this session, and so is what this session records from now on.'),
          }
        : {
            text: t('Baseline: {0} of this session', formatSeconds(range)),
            about: t(
              'Other sessions of this app are compared with this part. Parts of one session are compared as ranges A and B: Shift+drag on the timeline.',
            ),
          };
    case 'otherApp':
      return { text: t('Baseline of another app: {0}', scope.app), about: t('Nothing is compared with {0} unless you ask.', named) };
    case 'otherSystem':
      return { text: t('Baseline of this app on another system'), about: t('Nothing is compared with {0} unless you ask.', named) };
    case 'import':
      return { text: t('Baseline not used: imported profile'), about: t('Nothing is compared with {0} unless you ask.', named) };
  }
}

/** The kept baseline for people; '' without one. */
export function baselineOf({ baseline }: Pick<CompareFacts, 'baseline'>): string {
  return baseline === undefined ? '' : baselineName(baseline, sessionNameAt(baseline.title, baseline.recordedMs));
}

/** Effect of the swap, or the reason that it is disabled. */
export function swapText({ baseline, state }: CompareFacts): string {
  if (state.range2 !== undefined) return t('Swap ranges A and B (X)');
  if (baseline === undefined) return '';
  const name = sessionNameAt(baseline.title, baseline.recordedMs);
  if (baseline.sessions !== undefined) return t('Several sessions cannot change sides: swapping shows one session.');
  return baseline.range === undefined
    ? t('Swap: show {0}, with this session as the baseline (X)', name)
    : t('A part of a session cannot change sides: swapping shows whole sessions. Set {0} as baseline as a whole to swap.', name);
}

/** `0:02.0 – 0:04.5` */
export function rangeName({ fromUs, toUs }: ViewRange): string {
  return `${formatMoment(fromUs, 1)} – ${formatMoment(toUs, 1)}`;
}

function rangeSide(side: 'a' | 'b', range: ViewRange): ShownSide {
  return { text: rangeName(range), about: chosenRangeText(side, range.fromUs, range.toUs) };
}
