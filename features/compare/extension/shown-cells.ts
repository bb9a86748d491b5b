import * as vscode from 'vscode';
import { rangeText } from '../../../core/analysis/chance/chance-texts.ts';
import { type Interval, verdictOf } from '../../../core/analysis/chance/interval.ts';
import { localized } from '../../../extension/surface/localized.ts';
import type { ShownCell } from '../protocol/comparison-protocol.ts';

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
  if (interval === undefined) return { text: localized(unknown), kind: 'muted' };
  const limits = localized(rangeText(interval, format));
  return verdictOf(interval) === 'noise' ? { text: vscode.l10n.t('within noise: {0}', limits), kind: 'muted' } : { text: limits };
}

export function number(text: string): ShownCell {
  return { text, kind: 'number' };
}
