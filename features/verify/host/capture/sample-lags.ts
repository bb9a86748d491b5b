import type { Lag } from '../../../../core/analysis/lags/lag.ts';
import type { Run } from '../../../../core/session/model/run.ts';
import type { FieldLag } from '../../core/report/field-report.ts';

/** The app's own measurement of a lag. */
export interface MeasuredLag {
  readonly kind: string;
  /** CLOCK_MONOTONIC. */
  readonly beginNs: number;
  readonly endNs: number;
}

/** Rules of causes that are right for a kind of the sample app; absent kinds have no one answer. */
const rightRules: Readonly<Record<string, readonly string[]>> = {
  // Other apps may have the cores meanwhile.
  busy: ['busy', 'noCore'],
  sleep: ['sleep'],
  lock: ['lock'],
  frame: ['busy', 'noCore'],
  gc: ['garbage', 'busy', 'noCore'],
  file: ['disk', 'file', 'busy', 'unknown', 'noCore'],
  binder: ['binder'],
};

/** A lag of the app beside that of Laglens which shares most of its time. */
export interface ComparedLag extends FieldLag {
  readonly isRight: boolean;
}

/** Only lags inside of the capture are compared. */
export function compareLags<Found extends Pick<Lag, 'beginUs' | 'endUs'>>(
  { lags, causeRule }: { readonly lags: readonly Found[]; causeRule(lag: Found): string },
  { originUs = 0, nowUs, beginUs }: Pick<Run, 'originUs' | 'nowUs' | 'beginUs'>,
  truth: readonly MeasuredLag[],
): readonly ComparedLag[] {
  return truth.flatMap(({ kind, beginNs, endNs }) => {
    const [fromUs, toUs] = [beginNs / 1_000 - originUs, endNs / 1_000 - originUs];
    if (fromUs < beginUs || toUs > nowUs) return [];
    const found = bestOverlap(lags, fromUs, toUs);
    const truthMs = (toUs - fromUs) / 1_000;
    if (found === undefined) return { name: kind, truthMs, isRight: false };
    const cause = causeRule(found);
    const isRight = rightRules[kind]?.includes(cause) !== false;
    return { name: kind, truthMs, foundMs: (found.endUs - found.beginUs) / 1_000, cause, isRight };
  });
}

function bestOverlap<Found extends Pick<Lag, 'beginUs' | 'endUs'>>(
  lags: readonly Found[],
  fromUs: number,
  toUs: number,
): Found | undefined {
  const shared = ({ beginUs, endUs }: Found): number => Math.min(endUs, toUs) - Math.max(beginUs, fromUs);
  const [best] = lags.filter((lag) => shared(lag) > 0).sort((a, b) => shared(b) - shared(a));
  return best;
}
