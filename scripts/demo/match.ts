import type { Place, TruthLag } from '../../tests/demo-app/truth-lags.ts';

/** Times since the capture began. */
export interface FoundLag {
  readonly kind: string;
  readonly startMs: number;
  readonly durationMs: number;
  readonly busyMs: number;
  readonly blockedMs: number;
  readonly culprit: { readonly class: string; readonly method: string; readonly file: string; readonly line: number } | null;
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
}

export interface Verdict {
  readonly truth: readonly CheckedLag[];
  readonly lags: readonly FoundLag[];
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
 * @param thresholdMs shorter true lags need not be found
 */
export function compare(truth: readonly TruthLag[], lags: readonly FoundLag[], window: Span, thresholdMs: number): Verdict {
  const isDue = (lag: TruthLag): boolean => lag.kind !== 'crowd' && lag.durationMs >= thresholdMs;
  const due = truth.filter((lag) => isDue(lag) && overlapMs(lag, window) === lag.durationMs);
  return {
    truth: due.map((lag) => check(lag, lags)),
    lags,
    false: lags.filter((lag) => truth.every((real) => overlapMs(real, lag) === 0)).length,
  };
}

function check({ kind, startMs, durationMs, culprit }: TruthLag, lags: readonly FoundLag[]): CheckedLag {
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
