import * as vscode from 'vscode';
import { type Interval, verdictOf } from '../../core/analysis/chance/interval.ts';
import { formatDuration } from '../../core/analysis/report/format-duration.ts';
import type { ShownCell } from '../../protocol/comparison-protocol.ts';

interface JudgedChange {
  readonly change: number;
  readonly interval: Interval | undefined;
  /** Instead of an interval. */
  readonly unknown: string;
}

/** The change, and its interval or that chance explains it. @param format with a sign */
export function changeCells({ change, interval, unknown }: JudgedChange, format: (value: number) => string): readonly ShownCell[] {
  return [number(format(change)), intervalCell(interval, unknown, format)];
}

function intervalCell(interval: Interval | undefined, unknown: string, format: (value: number) => string): ShownCell {
  if (interval === undefined) return { text: unknown, kind: 'muted' };
  const limits = vscode.l10n.t('{0} to {1}', format(interval.low), format(interval.high));
  return verdictOf(interval) === 'noise' ? { text: vscode.l10n.t('within noise: {0}', limits), kind: 'muted' } : { text: limits };
}

/** `+4.90 s`, `−35 ms`, `0` */
export function signed(us: number): string {
  if (us === 0) return '0';
  return `${us < 0 ? '−' : '+'}${formatDuration(Math.abs(us))}`;
}

export function number(text: string): ShownCell {
  return { text, kind: 'number' };
}
