import type { TruthLag } from '../../tests/demo-app/truth-lags.ts';
import type { FoundLag, Verdict } from './match.ts';

export interface Span {
  readonly startMs: number;
  readonly durationMs: number;
}

/** The app's lags and those found, without all that is neither. */
interface Split {
  /** Lags that the app was asked for. */
  readonly asked: readonly TruthLag[];
  /** Found lags that the app's log can judge. */
  readonly counted: readonly FoundLag[];
  readonly stalls: readonly Span[];
  readonly stutters: readonly Span[];
  /** Found lags without any of the app's. */
  readonly wrong: number;
}

/** Whole apps' loads (core/analysis/lags/lag.ts), of which main's log says nothing. */
const loads: ReadonlySet<string> = new Set(['cpu', 'power', 'memory', 'growth']);
/** Late frames while scrolling. */
const FRAMES = 'frames';
/** A process that just ran has a stop's border for a lag's. */
const BORDER_MS = 50;

/** Takes stalls, stutters and stops out of both lists, as nobody asked for them. */
export function splitBeside(
  truth: readonly TruthLag[],
  lags: readonly FoundLag[],
  { stutters, stops }: Pick<Verdict, 'stutters' | 'stops'>,
  thresholdMs: number,
): Split {
  // The app's clock runs on while it is stopped.
  const [stopped, running] = parted(truth, (lag) => isOf(lag, stops));
  const [asked, others] = parted(running, ({ kind }) => kind !== 'crowd' && kind !== 'other');
  const unasked = [...others, ...stopped, ...stops.map(wider)];
  const [late, judged] = parted(
    lags.filter(({ kind }) => !loads.has(kind)),
    (lag) => lag.kind === FRAMES,
  );
  const counted = judged.filter((lag) => isOf(lag, asked) || !isOf(lag, unasked));
  return {
    asked,
    counted,
    stalls: others.filter(({ kind, durationMs }) => kind === 'other' && durationMs >= thresholdMs).map(spanOf),
    stutters: [...stutters, ...late.map(spanOf)],
    wrong: counted.filter((lag) => !isOf(lag, asked)).length,
  };
}

function parted<Each>(all: readonly Each[], isFirst: (each: Each) => boolean): readonly [readonly Each[], readonly Each[]] {
  return [all.filter(isFirst), all.filter((each) => !isFirst(each))];
}

function isOf(span: Span, others: readonly Span[]): boolean {
  return others.some((other) => overlapMs(other, span) > 0);
}

function spanOf({ startMs, durationMs }: Span): Span {
  return { startMs, durationMs };
}

function wider({ startMs, durationMs }: Span): Span {
  return { startMs: startMs - BORDER_MS, durationMs: durationMs + 2 * BORDER_MS };
}

export function overlapMs(a: Span, b: Span): number {
  const contained = a.startMs >= b.startMs && a.startMs + a.durationMs <= b.startMs + b.durationMs;
  if (contained) return a.durationMs;
  return Math.max(0, Math.min(a.startMs + a.durationMs, b.startMs + b.durationMs) - Math.max(a.startMs, b.startMs));
}
