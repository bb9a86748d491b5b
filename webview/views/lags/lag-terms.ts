import { TRACKING_MODE } from '../../../core/analysis/lags/detect/late-frames.ts';
import type { GroupChange } from '../../../core/analysis/lags/groups/baseline-comparison.ts';
import type { IosFacts, Lag, ProcessFacts } from '../../../core/analysis/lags/lag.ts';
import { kindTexts } from '../../../core/analysis/lags/lag-texts.ts';
import { matrixDumpType } from '../../../core/analysis/lags/matrix-dump-type.ts';
import { passedLimit, queueText } from '../../../core/analysis/lags/message-facts.ts';
import { screenKey, screenName } from '../../../core/analysis/lags/screens.ts';
import { formatBytes } from '../../../core/analysis/report/format-bytes.ts';
import type { PageStringKey } from '../../../protocol/page-protocol.ts';
import type { Frequency } from '../../content/lags/list-items.ts';
import { formatDuration } from '../../ui/format.ts';

/** A text of the page with its values. */
export type Term = readonly [key: PageStringKey, ...values: readonly (string | number)[]];

/** Run loop mode of app setup on iOS. */
const INITIALIZATION_MODE = 'UIInitializationRunLoopMode';

/** Kind of an iOS lag: the blocked turn, or the excess. */
export function phoneKind({ kind, beginUs, endUs, phone }: Lag): Term {
  switch (kind) {
    case 'launch':
      return ['kindLaunch', formatDuration(endUs - beginUs)];
    case 'cpu':
    case 'power':
    case 'memory':
    case 'growth':
      return [kindTexts[kind], formatDuration(endUs - beginUs)];
    case 'frames':
      return ['kindFrames', phone?.droppedFrames ?? 0];
    default:
      return kind === 'turns' ? ['kindTurns'] : turnKind(phone);
  }
}

function turnKind(phone: IosFacts | undefined): Term {
  if (phone?.mode === TRACKING_MODE) return ['whileScrolling'];
  if (phone?.mode === INITIALIZATION_MODE) return ['whileLaunching'];
  return phone?.isBackground === true ? ['inBackground'] : ['kindTurn'];
}

/** Screen, time in the queue, pages read from storage, and allocated bytes. */
export function messageTerms(lag: Lag): readonly Term[] {
  const queue = queueText(lag);
  const passed = passedLimit(lag);
  const screen = screenKey(lag);
  const { queuedUs = 0, counts: { majorFaults = 0 } = {}, allocated } = lag;
  return [
    ...(screen === undefined ? [] : [['inFront', screenName(screen)] as const]),
    ...(queue === undefined || passed !== undefined ? [] : [[queue, formatDuration(queuedUs)] as const]),
    ...(passed === undefined ? [] : [[passed.text, formatDuration(passed.tookUs), formatDuration(passed.limitUs)] as const]),
    ...(majorFaults > 0 ? [['pagesRead', majorFaults] as const] : []),
    ...(allocated === undefined ? [] : [['allocated', formatBytes(allocated.ownBytes), formatBytes(allocated.allBytes)] as const]),
  ];
}

/** State of the app during the lag, and Matrix' number last. Counters are in `lag-counters.ts`. */
export function phoneTerms({ kind, phone, process }: Lag): readonly Term[] {
  if (phone === undefined) return process === undefined ? [] : processTerms(process);
  const terms: Term[] = [];
  if (phone.isKilled) terms.push([phone.dump === matrixDumpType.blockedAndKilled ? 'blockedAndKilled' : 'endedInLag']);
  if (phone.isBackground && kind !== 'turn') terms.push(['inBackground']);
  const latest = formatDuration(phone.latestUs);
  if (phone.droppedFrames > 0) terms.push(kind === 'frames' ? ['latestFrame', latest] : droppedTerm(phone.droppedFrames, latest));
  if (phone.dump !== undefined) terms.push(['dumpNumber', phone.dump]);
  return terms;
}

function droppedTerm(frames: number, latest: string): Term {
  return frames === 1 ? ['droppedFrame', latest] : ['droppedFrames', frames, latest];
}

/** Other systems than iOS. */
function processTerms({ isBackground, droppedFrames, latestUs }: ProcessFacts): readonly Term[] {
  const terms: Term[] = [];
  if (isBackground) terms.push(['inBackground']);
  if (droppedFrames > 0) terms.push(droppedTerm(droppedFrames, formatDuration(latestUs)));
  return terms;
}

/** ANR is Android's term, so iOS has another. */
export function bandKey({ band, phone }: Lag): PageStringKey {
  return band === 'anr' && phone !== undefined ? 'severeHang' : band;
}

/** Time of a lag or group by use. */
export interface SpentTime {
  readonly busyUs: number;
  readonly blockedUs: number;
  readonly readyUs: number;
  readonly unknownUs: number;
  readonly gcUs: number;
}

/** Undefined for a single lag without a rate. */
export function frequencyTerm({ count, perMinute }: Frequency): Term | undefined {
  if (perMinute === undefined) return count > 1 ? ['times', count] : undefined;
  return count > 1 ? ['timesPerMinute', count, rateText(perMinute)] : undefined;
}

/** `0.4`, `3.2`, `12`. */
export function rateText(perMinute: number): string {
  return perMinute < 9.95 ? perMinute.toFixed(1) : String(Math.round(perMinute));
}

/** Undefined when unchanged since the baseline. */
export function changeKey(change: GroupChange | undefined): PageStringKey | undefined {
  switch (change) {
    case 'new':
      return 'changeNew';
    case 'worse':
      return 'changeWorse';
    case 'better':
      return 'changeBetter';
    case 'gone':
      return 'changeGone';
    default:
      return undefined;
  }
}
