import { rightRules } from '../../tests/demo-app/expected-causes.ts';
import type { PlatformParts } from '../../tests/demo-app/platform-parts.ts';
import type { Place, TruthLag } from '../../tests/demo-app/truth-lags.ts';
import { overlapMs, type Span, splitBeside } from './match-beside.ts';

/** Times since the capture began. */
export interface FoundLag extends Span {
  readonly kind: string;
  readonly busyMs: number;
  readonly blockedMs: number;
  readonly readyMs: number;
  readonly thread: string;
  /** Dotted class of the activity in front; null if unknown. */
  readonly screen: string | null;
  readonly culprit: { readonly class: string; readonly method: string; readonly file: string; readonly line: number } | null;
  readonly cause: {
    readonly rule: string;
    readonly text: string;
    /** Names of threads in the text. */
    readonly threads: readonly string[];
  };
  /** Thread that ended the longest wait; null if unknown. */
  readonly waker: { readonly thread: string; readonly isCertain: boolean } | null;
}

/** A lag of the app's own log, with its match. */
export interface CheckedLag extends Span {
  readonly kind: string;
  readonly platform: PlatformParts['platform'] | null;
  /** Parts of the platform that are ours. */
  readonly ours: readonly string[];
  readonly culprit: TruthLag['culprit'] | null;
  readonly found: boolean;
  /** Null if not found. */
  readonly foundDurationMs: number | null;
  /** Lags that together cover enough of it, without a single one: a storm with rests between messages. */
  readonly parts: number;
  /** Null without a nameable culprit, or a match. */
  readonly culpritRight: boolean | null;
  /** The found one's sentence; null if not found. */
  readonly cause: string | null;
  /** Null without a known cause, or a match. */
  readonly causeRight: boolean | null;
  /** All threads to be named and no other are named. Null without a thread to be named, or a match. */
  readonly wakerRight: boolean | null;
  /** Where the product is certain who ended the wait. Null without such a thread, or a match. */
  readonly exactWakerRight: boolean | null;
  /** Thread and activity in front. Null if the app's log has none, or without a match. */
  readonly placeRight: boolean | null;
}

export interface Verdict {
  readonly truth: readonly CheckedLag[];
  /** Kinds that the app should have played and did not. */
  readonly missing: readonly string[];
  readonly lags: readonly FoundLag[];
  /** Long works that nobody asked for: the machine stood still. Found or not, they count nowhere, as the next two. */
  readonly stalls: readonly Span[];
  /** Late frames without a lag. */
  readonly stutters: readonly Span[];
  /** Times in which a debugger, a signal or the system stopped the process. */
  readonly stops: readonly Span[];
  /** Lags without any in the app's log. */
  readonly false: number;
}

/** Required part of a true lag in the found one. */
const FOUND_SHARE = 0.5;

/**
 * Compares found lags with the app's own log.
 * @param truth times since the capture began, like `lags`
 * @param window only true lags wholly in it must be found; all of them explain lags
 * @param kinds that should be among the true lags
 * @param thresholdMs shorter true lags need not be found
 * @param beside of the session, which are no lags
 */
export function compare(
  truth: readonly TruthLag[],
  lags: readonly FoundLag[],
  window: Span,
  thresholdMs: number,
  kinds: readonly string[] = [],
  beside: Pick<Verdict, 'stutters' | 'stops'> = { stutters: [], stops: [] },
): Verdict {
  const { asked, counted, stalls, stutters, wrong } = splitBeside(truth, lags, beside, thresholdMs);
  const due = asked.filter((lag) => lag.durationMs >= thresholdMs && overlapMs(lag, window) === lag.durationMs);
  return {
    truth: due.map((lag) => check(lag, counted)),
    missing: kinds.filter((kind) => due.every((lag) => lag.kind !== kind)),
    lags: counted,
    stalls,
    stutters,
    stops: beside.stops,
    false: wrong,
  };
}

function check(real: TruthLag, lags: readonly FoundLag[]): CheckedLag {
  const { kind, startMs, durationMs, culprit, cause, cpuShare, parts } = real;
  const span = { startMs, durationMs };
  const [best] = lags.toSorted((a, b) => overlapMs(b, span) - overlapMs(a, span));
  const found = best !== undefined && overlapMs(best, span) >= durationMs * FOUND_SHARE ? best : undefined;
  const within = kind === 'storm' ? lags.filter((lag) => overlapMs(lag, span) > 0) : [];
  const isInParts = within.reduce((before, lag) => before + overlapMs(lag, span), 0) >= durationMs * FOUND_SHARE;
  return {
    kind,
    ...span,
    platform: parts?.platform ?? null,
    ours: parts?.ours ?? [],
    culprit: culprit ?? null,
    found: found !== undefined,
    foundDurationMs: found?.durationMs ?? null,
    parts: found === undefined && isInParts ? within.length : 0,
    culpritRight: found === undefined || culprit === undefined ? null : isRight(found.culprit, culprit),
    cause: found?.cause.text ?? null,
    causeRight: found === undefined || cause === undefined ? null : rightRules(cause, cpuShare).includes(found.cause.rule),
    wakerRight: found === undefined ? null : areThreadsRight(real, found),
    exactWakerRight: found === undefined ? null : isExactWakerRight(real, found),
    placeRight: found === undefined ? null : isPlaceRight(real, found),
  };
}

function isRight(blamed: FoundLag['culprit'], culprit: NonNullable<TruthLag['culprit']>): boolean {
  const places: readonly Place[] = 'anyOf' in culprit ? culprit.anyOf : [culprit];
  return places.some(
    (place) =>
      blamed?.class === place.class &&
      blamed.method === place.method &&
      blamed.file === place.file &&
      blamed.line >= place.firstLine &&
      blamed.line <= place.lastLine,
  );
}

function ownersOf({ owners, cause }: TruthLag): readonly string[] {
  return owners ?? (cause?.owner === undefined ? [] : [cause.owner]);
}

/** A wrong name is worse than none, also beside right ones. */
function areThreadsRight(real: TruthLag, { cause, waker, thread }: FoundLag): boolean | null {
  const owners = ownersOf(real);
  if (owners.length === 0) return null;
  const mayBeNamed = new Set([...owners, ...(real.waker === undefined ? [] : [real.waker]), real.thread ?? thread]);
  const isWakerRight = waker === null || waker.thread === (real.waker ?? owners[0]);
  return isWakerRight && owners.every((name) => cause.threads.includes(name)) && cause.threads.every((name) => mayBeNamed.has(name));
}

function isExactWakerRight(real: TruthLag, { waker }: FoundLag): boolean | null {
  const right = real.waker ?? ownersOf(real)[0];
  return right === undefined || waker?.isCertain !== true ? null : waker.thread === right;
}

function isPlaceRight({ thread, screen }: TruthLag, found: FoundLag): boolean | null {
  if (thread === undefined && screen === undefined) return null;
  return (thread === undefined || thread === found.thread) && (screen === undefined || screen === found.screen);
}
