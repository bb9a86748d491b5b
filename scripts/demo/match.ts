import { rightRules } from '../../tests/demo-app/expected-causes.ts';
import type { Place, TruthLag } from '../../tests/demo-app/truth-lags.ts';

/** Times since the capture began. */
export interface FoundLag {
  readonly kind: string;
  readonly startMs: number;
  readonly durationMs: number;
  readonly busyMs: number;
  readonly blockedMs: number;
  readonly readyMs: number;
  readonly culprit: { readonly class: string; readonly method: string; readonly file: string; readonly line: number } | null;
  readonly cause: {
    /** Name of the rule. */
    readonly rule: string;
    readonly text: string;
    /** Names of threads in the text. */
    readonly threads: readonly string[];
  };
}

/** A lag of the app's own log, with its match. */
export interface CheckedLag {
  readonly kind: string;
  /** Since the capture began. */
  readonly startMs: number;
  readonly durationMs: number;
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
  /** Null without a thread to be named, or a match. */
  readonly wakerRight: boolean | null;
}

/** A time in which nobody asked for a lag: the machine stood still, or small works came together. */
interface Stall {
  readonly startMs: number;
  readonly durationMs: number;
}

export interface Verdict {
  readonly truth: readonly CheckedLag[];
  /** Kinds that the app should have played and did not. */
  readonly missing: readonly string[];
  readonly lags: readonly FoundLag[];
  /** Long works that nobody asked for; found or not, they count nowhere. */
  readonly stalls: readonly Stall[];
  /** Lags without any in the app's log. */
  readonly false: number;
}

interface Span {
  readonly startMs: number;
  readonly durationMs: number;
}

/** Required part of a true lag in the found one. */
const FOUND_SHARE = 0.5;

/**
 * Compares found lags with the app's own log.
 * @param truth times since the capture began, like `lags`
 * @param window only true lags wholly in it must be found; all of them explain lags
 * @param kinds that should be among the true lags
 * @param thresholdMs shorter true lags need not be found
 */
export function compare(
  truth: readonly TruthLag[],
  lags: readonly FoundLag[],
  window: Span,
  thresholdMs: number,
  kinds: readonly string[] = [],
): Verdict {
  const isAsked = ({ kind }: TruthLag): boolean => kind !== 'crowd' && kind !== 'other';
  const isDue = (lag: TruthLag): boolean => isAsked(lag) && lag.durationMs >= thresholdMs;
  const due = truth.filter((lag) => isDue(lag) && overlapMs(lag, window) === lag.durationMs);
  const isOf = (found: FoundLag, real: readonly TruthLag[]): boolean => real.some((lag) => overlapMs(lag, found) > 0);
  const [asked, others] = [truth.filter(isAsked), truth.filter((lag) => !isAsked(lag))];
  const counted = lags.filter((lag) => isOf(lag, asked) || !isOf(lag, others));
  return {
    truth: due.map((lag) => check(lag, lags)),
    missing: kinds.filter((kind) => due.every((lag) => lag.kind !== kind)),
    lags: counted,
    stalls: others
      .filter(({ kind, durationMs }) => kind === 'other' && durationMs >= thresholdMs)
      .map(({ startMs, durationMs }) => ({ startMs, durationMs })),
    false: counted.filter((lag) => !isOf(lag, asked)).length,
  };
}

function check({ kind, startMs, durationMs, culprit, cause, cpuShare }: TruthLag, lags: readonly FoundLag[]): CheckedLag {
  const span = { startMs, durationMs };
  const [best] = lags.toSorted((a, b) => overlapMs(b, span) - overlapMs(a, span));
  const found = best !== undefined && overlapMs(best, span) >= durationMs * FOUND_SHARE ? best : undefined;
  const within = kind === 'storm' ? lags.filter((lag) => overlapMs(lag, span) > 0) : [];
  const isInParts = within.reduce((before, lag) => before + overlapMs(lag, span), 0) >= durationMs * FOUND_SHARE;
  return {
    kind,
    ...span,
    culprit: culprit ?? null,
    found: found !== undefined,
    foundDurationMs: found?.durationMs ?? null,
    parts: found === undefined && isInParts ? within.length : 0,
    culpritRight: found === undefined || culprit === undefined ? null : isRight(found.culprit, culprit),
    cause: found?.cause.text ?? null,
    causeRight: found === undefined || cause === undefined ? null : rightRules(cause, cpuShare).includes(found.cause.rule),
    wakerRight: found === undefined || cause?.owner === undefined ? null : found.cause.threads.includes(cause.owner),
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

function overlapMs(a: Span, b: Span): number {
  const contained = a.startMs >= b.startMs && a.startMs + a.durationMs <= b.startMs + b.durationMs;
  if (contained) return a.durationMs;
  return Math.max(0, Math.min(a.startMs + a.durationMs, b.startMs + b.durationMs) - Math.max(a.startMs, b.startMs));
}
