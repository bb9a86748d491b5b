import * as vscode from 'vscode';
import { rangeText } from '../../../core/analysis/chance/chance-texts.ts';
import { type Interval, verdictOf } from '../../../core/analysis/chance/interval.ts';
import { localized } from '../../../extension/surface/localized.ts';
import type { Cell } from '../core/table-of.ts';

interface JudgedChange {
  readonly change: number;
  readonly interval: Interval | undefined;
  /** Instead of an interval. */
  readonly unknown: string;
}

/** The change, and its interval or that chance explains it. @param format with a sign */
export function changeCells({ change, interval, unknown }: JudgedChange, format: (value: number) => string): readonly Cell[] {
  return [number(format(change)), intervalCell(interval, unknown, format)];
}

function intervalCell(interval: Interval | undefined, unknown: string, format: (value: number) => string): Cell {
  if (interval === undefined) return { content: localized(unknown), class: 'muted' };
  const limits = localized(rangeText(interval, format));
  if (verdictOf(interval) === 'noise') return { content: vscode.l10n.t('within noise: {0}', limits), class: 'muted' };
  return { content: limits };
}

export function number(text: string): Cell {
  return { content: text, class: 'number' };
}

/** B, A, and what changed. */
export function changeHeads(): readonly Cell[] {
  return [number('B'), number('A'), number(vscode.l10n.t('Change')), { content: vscode.l10n.t('Interval') }];
}
