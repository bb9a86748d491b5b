import { formatSeconds } from '../../../core/analysis/report/format-seconds.ts';
import { baselineName, isCompared } from '../../content/selection/baseline-scope.ts';
import type { ViewRange } from '../../state/view-state.ts';
import { formatDuration, formatMoment } from '../../ui/format.ts';
import { text } from '../../ui/page-text.ts';
import { sessionNameAt } from '../../ui/sentences/session-name.ts';
import type { CompareFacts } from './compare-menus.ts';

export interface ShownSide {
  readonly text: string;
  /** Tooltip. */
  readonly about: string;
}

/** Both sides; undefined without a comparison. */
export function comparedSides(facts: CompareFacts): { readonly a: ShownSide; readonly b: ShownSide } | undefined {
  const { baseline, scope, state, range } = facts;
  if (state.range2 !== undefined) return { a: rangeSide('rangeA', range), b: rangeSide('rangeB', state.range2) };
  if (baseline === undefined || !isCompared(scope)) return undefined;
  if (scope.kind === 'later') {
    const about = text('sinceAbout', scope.since);
    return { a: { text: text('since', scope.since), about }, b: { text: text('timeBefore', scope.since), about } };
  }
  const name = baselineOf(facts);
  const selected = state.range ?? state.within;
  const { observedUs, thresholdUs } = baseline;
  return {
    a: selected === undefined ? { text: text('thisSession'), about: text('pickRangeA') } : rangeSide('rangeA', selected),
    b: { text: name, about: text('baselineAbout', name, formatDuration(observedUs), formatDuration(thresholdUs)) },
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
        ? { text: text('ownBaseline'), about: text('ownBaselineAbout') }
        : { text: text('ownRange', formatSeconds(range)), about: text('ownRangeAbout') };
    case 'otherApp':
      return { text: text('otherApp', scope.app), about: text('otherAppAbout', named) };
    case 'otherSystem':
      return { text: text('otherSystem'), about: text('otherAppAbout', named) };
    case 'import':
      return { text: text('importBaseline'), about: text('otherAppAbout', named) };
  }
}

/** The kept baseline for people; '' without one. */
export function baselineOf({ baseline }: Pick<CompareFacts, 'baseline'>): string {
  return baseline === undefined ? '' : baselineName(baseline, sessionNameAt(baseline.title, baseline.recordedMs));
}

/** Effect of the swap, or the reason that it is disabled. */
export function swapText({ baseline, state }: CompareFacts): string {
  if (state.range2 !== undefined) return text('swapRanges');
  if (baseline === undefined) return '';
  const name = sessionNameAt(baseline.title, baseline.recordedMs);
  if (baseline.sessions !== undefined) return text('swapSetBaseline');
  return text(baseline.range === undefined ? 'swapBaseline' : 'swapRangeBaseline', name);
}

/** `0:02.0 – 0:04.5` */
export function rangeName({ fromUs, toUs }: ViewRange): string {
  return `${formatMoment(fromUs, 1)} – ${formatMoment(toUs, 1)}`;
}

function rangeSide(key: 'rangeA' | 'rangeB', range: ViewRange): ShownSide {
  const { fromUs, toUs } = range;
  return { text: rangeName(range), about: text(key, formatMoment(fromUs, 2), formatMoment(toUs, 2), formatDuration(toUs - fromUs)) };
}
