import type { ExpectedCause } from './expected-causes.ts';
import type { PlatformParts } from './platform-parts.ts';

/** The app's record of one long piece of main's work. */
interface TruthLine {
  /** `span`: pieces without a sleep between. `crowd`: spans with hardly any sleep between. */
  readonly what: 'message' | 'input' | 'span' | 'crowd';
  /** The request; empty without one. */
  readonly label: string;
  /** CLOCK_MONOTONIC, which is also System.nanoTime. */
  readonly beginUs: number;
  readonly endUs: number;
  /** Main's CPU time. */
  readonly cpuUs?: number | undefined;
  /** Main was ready without a core, by the kernel. */
  readonly noCoreUs?: number | undefined;
  /** Name of the thread that lagged. */
  readonly thread?: string | undefined;
  /** Class of the activity in front. */
  readonly screen?: string | undefined;
  /** With commas: who held what it waited for, what that one waited for, and so on. */
  readonly owners?: string | undefined;
  /** Thread that ended the wait. */
  readonly waker?: string | undefined;
}

/** Lines of one method. */
export interface Place {
  /** With dots, as `Class.getName()`. */
  readonly class: string;
  readonly method: string;
  readonly file: string;
  readonly firstLine: number;
  readonly lastLine: number;
}

/** One lag by the app's own clock. */
export interface TruthLag {
  /**
   * The request, or `other`: a stalled machine, or several small works; or `crowd`: small works with pauses below 2 ms, which may count as
   * a lag or not.
   */
  readonly kind: string;
  /** Since the app was started. */
  readonly startMs: number;
  readonly durationMs: number;
  /** CLOCK_MONOTONIC. */
  readonly startUs: number;
  /** Main was ready without a core, by the kernel; undefined if unknown. */
  readonly noCoreUs?: number;
  /** The method that took the time; undefined if unknown. */
  readonly culprit: Place | { readonly anyOf: readonly Place[] } | undefined;
  /** Undefined if unknown. */
  readonly cause: ExpectedCause | undefined;
  /** Main's share on CPU by its own clock; undefined if unknown. */
  readonly cpuShare: number | undefined;
  /** Name of the thread that lagged. */
  readonly thread?: string;
  /** Dotted class of the activity in front. */
  readonly screen?: string;
  /** By the threads themselves: who held what main waited for, what that one waited for, and so on. */
  readonly owners?: readonly string[];
  /** By the threads themselves: who ended the wait. */
  readonly waker?: string;
  /** Undefined if nobody asked for the lag. */
  readonly parts?: PlatformParts;
}

/** The app logs nothing shorter. */
const SHORTEST_US = 50_000;
/** The one kind without a long single piece of work. */
const STORM = 'storm';
const CROWD = 'crowd';

/**
 * Lags of a truth file, by time. A span is a lag if no single piece of it was long enough.
 * @param originUs CLOCK_MONOTONIC at the app's start
 * @param culprits places of each kind's time
 * @param causes of each kind
 * @param partsOf of the platform, in a kind
 */
export function readTruth(
  text: string,
  originUs: number,
  culprits: ReadonlyMap<string, readonly Place[]>,
  causes: Readonly<Record<string, ExpectedCause>>,
  partsOf?: (kind: string) => PlatformParts,
): TruthLag[] {
  const lines = text.split('\n').flatMap(parseLine);
  const crowds = lines.filter(({ what }) => what === 'crowd').map((crowd) => ({ ...crowd, label: CROWD }));
  const pieces = lines.filter(({ what }) => what === 'message' || what === 'input');
  const busyPeriods = lines.filter(({ what }) => what === 'span').flatMap((period) => lagsOfPeriod(period, pieces));
  const lags = [...pieces.filter(({ label }) => label !== STORM), ...busyPeriods, ...crowds];
  return lags
    .sort((a, b) => a.beginUs - b.beginUs)
    .map(({ label, beginUs, endUs, cpuUs, noCoreUs, thread, screen, owners, waker }) => ({
      kind: label || 'other',
      startMs: (beginUs - originUs) / 1000,
      durationMs: (endUs - beginUs) / 1000,
      startUs: beginUs,
      ...(noCoreUs === undefined ? {} : { noCoreUs }),
      culprit: culpritOf(culprits.get(label)),
      cause: causes[label],
      cpuShare: cpuUs === undefined ? undefined : Math.min(1, cpuUs / Math.max(1, endUs - beginUs)),
      ...(thread === undefined ? {} : { thread }),
      ...(screen === undefined ? {} : { screen }),
      ...(owners === undefined ? {} : { owners: owners.split(',') }),
      ...(waker === undefined ? {} : { waker }),
      ...(partsOf === undefined || label === '' || label === CROWD ? {} : { parts: partsOf(label) }),
    }));
}

/** A storm is the whole span; otherwise the parts before, between and after the long pieces. */
function lagsOfPeriod(period: TruthLine, pieces: readonly TruthLine[]): TruthLine[] {
  if (period.label === STORM) return [period];
  const inside = pieces.filter(({ beginUs, endUs }) => beginUs < period.endUs && endUs > period.beginUs);
  const rest: TruthLine[] = [];
  let beginUs = period.beginUs;
  for (const piece of [...inside, { beginUs: period.endUs, endUs: period.endUs }]) {
    if (piece.beginUs - beginUs >= SHORTEST_US) rest.push({ what: 'span', label: '', beginUs, endUs: piece.beginUs });
    beginUs = piece.endUs;
  }
  return rest;
}

function culpritOf(places: readonly Place[] | undefined): TruthLag['culprit'] {
  return places?.length === 1 ? places[0] : places && { anyOf: places };
}

/** The last line may be incomplete. */
function parseLine(line: string): TruthLine[] {
  if (!line.endsWith('}')) return [];
  const value: unknown = JSON.parse(line);
  if (!isTruthLine(value)) throw new Error(`This is no line of a truth file: ${line}`);
  return [value];
}

function isTruthLine(value: unknown): value is TruthLine {
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Partial<Record<keyof TruthLine, unknown>>;
  const { what, label, beginUs, endUs, cpuUs, noCoreUs, thread, screen, owners, waker } = fields;
  const known = what === 'message' || what === 'input' || what === 'span' || what === 'crowd';
  const texts = [label, thread ?? '', screen ?? '', owners ?? '', waker ?? ''];
  const numbers = [beginUs, endUs, cpuUs ?? 0, noCoreUs ?? 0];
  return known && texts.every((each) => typeof each === 'string') && numbers.every((each) => typeof each === 'number');
}
