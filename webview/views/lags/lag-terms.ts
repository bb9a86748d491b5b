import { TRACKING_MODE } from '../../../core/analysis/lags/detect/late-frames.ts';
import type { GroupChange } from '../../../core/analysis/lags/groups/baseline-comparison.ts';
import type { IosFacts, Lag, ProcessFacts } from '../../../core/analysis/lags/lag.ts';
import { kindTexts, lagTexts } from '../../../core/analysis/lags/lag-texts.ts';
import { matrixDumpType } from '../../../core/analysis/lags/matrix-dump-type.ts';
import { passedLimit, queueText } from '../../../core/analysis/lags/message-facts.ts';
import { screenKey, screenName } from '../../../core/analysis/lags/screens.ts';
import { formatBytes } from '../../../core/analysis/report/format-bytes.ts';
import type { Frequency } from '../../content/lags/list-items.ts';
import { formatDuration } from '../../ui/format.ts';
import { bandText } from '../../ui/sentences/band-text.ts';
import { t } from '../../ui/translated.ts';

/** Run loop mode of app setup on iOS. */
const INITIALIZATION_MODE = 'UIInitializationRunLoopMode';

/** Kind of an iOS lag: the blocked turn, '' for an ordinary one, or the excess. */
export function phoneKind({ kind, beginUs, endUs, phone }: Lag): string {
  switch (kind) {
    case 'launch':
      return t(lagTexts.kindLaunch, formatDuration(endUs - beginUs));
    case 'cpu':
    case 'power':
    case 'memory':
    case 'growth':
      return t(lagTexts[kindTexts[kind]], formatDuration(endUs - beginUs));
    case 'frames':
      return t(lagTexts.kindFrames, phone?.droppedFrames ?? 0);
    default:
      return kind === 'turns' ? t(lagTexts.kindTurns) : turnKind(phone);
  }
}

function turnKind(phone: IosFacts | undefined): string {
  if (phone?.mode === TRACKING_MODE) return t('while scrolling');
  if (phone?.mode === INITIALIZATION_MODE) return t('while the app launched');
  return phone?.isBackground === true ? t('in the background') : '';
}

/** Screen, time in the queue, pages read from storage, and allocated bytes. */
export function messageTerms(lag: Lag): readonly string[] {
  const queue = queueText(lag);
  const passed = passedLimit(lag);
  const screen = screenKey(lag);
  const { queuedUs = 0, counts: { majorFaults = 0 } = {}, allocated } = lag;
  return [
    ...(screen === undefined ? [] : [t(lagTexts.inFront, screenName(screen))]),
    ...(queue === undefined || passed !== undefined ? [] : [t(lagTexts[queue], formatDuration(queuedUs))]),
    ...(passed === undefined ? [] : [t(lagTexts[passed.text], formatDuration(passed.tookUs), formatDuration(passed.limitUs))]),
    ...(majorFaults > 0 ? [t(lagTexts.pagesRead, majorFaults)] : []),
    ...(allocated === undefined ? [] : [t(lagTexts.allocated, formatBytes(allocated.ownBytes), formatBytes(allocated.allBytes))]),
  ];
}

/** State of the app during the lag, and Matrix' number last. Counters are in `lag-counters.ts`. */
export function phoneTerms({ kind, phone, process }: Lag): readonly string[] {
  if (phone === undefined) return process === undefined ? [] : processTerms(process);
  const terms: string[] = [];
  if (phone.isKilled)
    terms.push(phone.dump === matrixDumpType.blockedAndKilled ? t('blocked, then killed') : t('app ended during the lag'));
  if (phone.isBackground && kind !== 'turn') terms.push(t('in the background'));
  const latest = formatDuration(phone.latestUs);
  if (phone.droppedFrames > 0) terms.push(kind === 'frames' ? t('late, up to {0}', latest) : droppedTerm(phone.droppedFrames, latest));
  if (phone.dump !== undefined) terms.push(t('Matrix {0}', phone.dump));
  return terms;
}

function droppedTerm(frames: number, latest: string): string {
  return frames === 1 ? t('one frame dropped, {0} late', latest) : t('{0} frames dropped, up to {1} late', frames, latest);
}

/** Other systems than iOS. */
function processTerms({ isBackground, droppedFrames, latestUs }: ProcessFacts): readonly string[] {
  const terms: string[] = [];
  if (isBackground) terms.push(t('in the background'));
  if (droppedFrames > 0) terms.push(droppedTerm(droppedFrames, formatDuration(latestUs)));
  return terms;
}

/** ANR is Android's term, so iOS has another. */
export function severityText({ band, phone }: Lag): string {
  return band === 'anr' && phone !== undefined ? t('Hang over 5 s') : bandText(band);
}

/** Time of a lag or group by use. */
export interface SpentTime {
  readonly busyUs: number;
  readonly blockedUs: number;
  readonly readyUs: number;
  readonly unknownUs: number;
  readonly gcUs: number;
}

/** '' for a single lag without a rate. */
export function frequencyText({ count, perMinute }: Frequency): string {
  if (perMinute === undefined) return count > 1 ? t('{0}×', count) : '';
  return count > 1 ? t('{0}× · {1}/min', count, rateText(perMinute)) : '';
}

/** `0.4`, `3.2`, `12`. */
export function rateText(perMinute: number): string {
  return perMinute < 9.95 ? perMinute.toFixed(1) : String(Math.round(perMinute));
}

/** '' when unchanged since the baseline. */
export function changeText(change: GroupChange | undefined): string {
  switch (change) {
    case 'new':
      return t('new');
    case 'worse':
      return t('worse');
    case 'better':
      return t('better');
    case 'gone':
      return t('gone');
    default:
      return '';
  }
}
