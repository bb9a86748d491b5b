import { TRACKING_MODE } from '../../../core/analysis/lags/detect/late-frames.ts';
import type { IosFacts, Lag, ProcessFacts } from '../../../core/analysis/lags/lag.ts';
import { matrixDumpType } from '../../../core/analysis/lags/matrix-dump-type.ts';
import type { PageStringKey } from '../../../protocol/page-protocol.ts';
import { formatDuration } from '../../ui/format.ts';

/** A sentence of the page and what it is filled in with. */
export type Term = readonly [key: PageStringKey, ...values: readonly (string | number)[]];

/** Mode of the run loop in which iOS sets an app up. */
const INITIALIZATION_MODE = 'UIInitializationRunLoopMode';

/** What kept an app of iOS from its next turn, or what it did too much of, in a few words. */
export function phoneKind({ kind, beginUs, endUs, phone }: Lag): Term {
  switch (kind) {
    case 'launch':
      return ['kindLaunch', formatDuration(endUs - beginUs)];
    case 'cpu':
      return ['kindCpu', formatDuration(endUs - beginUs)];
    case 'power':
      return ['kindPower', formatDuration(endUs - beginUs)];
    case 'frames':
      return ['kindFrames', phone?.lateFrames ?? 0];
    default:
      return kind === 'turns' ? ['kindTurns'] : turnKind(phone);
  }
}

function turnKind(phone: IosFacts | undefined): Term {
  if (phone?.mode === TRACKING_MODE) return ['whileScrolling'];
  if (phone?.mode === INITIALIZATION_MODE) return ['whileLaunching'];
  return phone?.isBackground === true ? ['inBackground'] : ['kindTurn'];
}

/** What became of the app while it lagged, and Matrix' number last. What was counted of the whole process is in `counter-terms.ts`. */
export function phoneTerms({ kind, phone, process }: Lag): readonly Term[] {
  if (phone === undefined) return process === undefined ? [] : processTerms(process);
  const terms: Term[] = [];
  if (phone.isKilled) terms.push([phone.dump === matrixDumpType.blockedAndKilled ? 'blockedAndKilled' : 'endedInLag']);
  if (phone.isBackground && kind !== 'turn') terms.push(['inBackground']);
  const latest = formatDuration(phone.latestUs);
  if (phone.lateFrames > 0) terms.push(kind === 'frames' ? ['latestFrame', latest] : ['lateFrames', phone.lateFrames, latest]);
  if (phone.dump !== undefined) terms.push(['dumpNumber', phone.dump]);
  return terms;
}

/** Of other systems. */
function processTerms({ isBackground, lateFrames, latestUs }: ProcessFacts): readonly Term[] {
  const terms: Term[] = [];
  if (isBackground) terms.push(['inBackground']);
  if (lateFrames > 0) terms.push(['lateFrames', lateFrames, formatDuration(latestUs)]);
  return terms;
}

/** The name of a band: what Android calls ANR has no name on iOS. */
export function bandKey({ band, phone }: Lag): PageStringKey {
  return band === 'anr' && phone !== undefined ? 'severeHang' : band;
}

/** What is waited for, short: the class without its package; of a path on a phone the file. */
export function waitObject(waitsOn: NonNullable<Lag['waitsOn']>, simpleName: (dottedClass: string) => string): string {
  if (waitsOn.function === undefined) return simpleName(waitsOn.objectClass) || '?';
  const object = waitsOn.objectClass.slice(waitsOn.objectClass.lastIndexOf('/') + 1);
  return object === '' ? waitsOn.function : `${waitsOn.function} ${object}`;
}
