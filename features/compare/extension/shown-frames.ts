import * as vscode from 'vscode';
import { chanceTexts } from '../../../core/analysis/chance/chance-texts.ts';
import type { FrameSums } from '../../../core/analysis/display-frames/frame-tally.ts';
import { formatPercent, signedPercent } from '../../../core/analysis/report/format-signed.ts';
import type { FramesDiff } from '../core/diff-frames.ts';
import type { ShownCell, ShownTable } from '../protocol/comparison-protocol.ts';
import { changeCells, number } from './shown-cells.ts';

/** Displayed frames of both sides. */
export function framesTable({ before, now, interval }: FramesDiff): ShownTable {
  const row = (label: string, textOf: (sums: FrameSums) => string): readonly ShownCell[] => [
    { text: label },
    number(before === undefined ? '–' : textOf(before)),
    number(now === undefined ? '–' : textOf(now)),
  ];
  const jank = before !== undefined && now !== undefined ? now.jankShare - before.jankShare : undefined;
  return {
    label: vscode.l10n.t('Frames'),
    note: vscode.l10n.t('Missed frames were never shown, as one before was late.'),
    head: [{ text: '' }, number('B'), number('A'), number(vscode.l10n.t('Change')), { text: vscode.l10n.t('Interval') }],
    rows: [
      [...row(vscode.l10n.t('Late frames'), ({ jankShare }) => formatPercent(jankShare)), ...jankCells(jank, interval)],
      [...row(vscode.l10n.t('Missed frames per 1,000'), (sums) => perThousand(sums)), number(''), { text: '' }],
      [...row(vscode.l10n.t('Frames per second'), ({ fps }) => fps?.toFixed(1) ?? '–'), number(''), { text: '' }],
      [...row(vscode.l10n.t('Frames in all'), ({ frames }) => String(frames)), number(''), { text: '' }],
    ],
    nothing: '',
  };
}

function jankCells(change: number | undefined, interval: FramesDiff['interval']): readonly ShownCell[] {
  if (change === undefined) return [number(''), { text: '' }];
  return changeCells({ change, interval, unknown: chanceTexts.noise }, signedPercent);
}

function perThousand({ dropped, frames }: FrameSums): string {
  return ((1_000 * dropped) / Math.max(1, frames + dropped)).toFixed(1);
}
