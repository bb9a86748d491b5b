import * as vscode from 'vscode';
import type { Interval } from '../../core/analysis/budgets/bootstrap.ts';
import { formatDuration } from '../../core/analysis/report/format-duration.ts';
import type { ShownCell } from '../../protocol/comparison-protocol.ts';

interface JudgedChange {
  readonly change: number;
  readonly interval: Interval | undefined;
  readonly isNoise: boolean;
}

/** The change, and its interval or that chance explains it. @param format with a sign */
export function changeCells({ change, interval, isNoise }: JudgedChange, format: (value: number) => string): readonly ShownCell[] {
  const limits = interval === undefined ? '' : vscode.l10n.t('{0} to {1}', format(interval.low), format(interval.high));
  const noise = limits === '' ? vscode.l10n.t('within noise') : vscode.l10n.t('within noise: {0}', limits);
  return [number(format(change)), isNoise ? { text: noise, kind: 'muted' } : { text: limits }];
}

/** `+4.90 s`, `−35 ms`, `0` */
export function signed(us: number): string {
  if (us === 0) return '0';
  return `${us < 0 ? '−' : '+'}${formatDuration(Math.abs(us))}`;
}

export function number(text: string): ShownCell {
  return { text, kind: 'number' };
}
