import * as vscode from 'vscode';
import { chanceTexts } from '../../../core/analysis/chance/chance-texts.ts';
import type { FrameSums } from '../../../core/analysis/display-frames/frame-tally.ts';
import { formatPercent, signedPercent } from '../../../core/analysis/report/format-signed.ts';
import type { PageElement } from '../../../core/document/page-node.ts';
import type { FramesDiff } from '../core/diff-frames.ts';
import type { Cell } from '../core/table-of.ts';
import { changeCells, changeHeads, number } from './shown-cells.ts';
import { tableSection } from './shown-table.ts';

/** Displayed frames of both sides. */
export function framesTable({ before, now, interval }: FramesDiff): PageElement {
  const row = (label: string, textOf: (sums: FrameSums) => string): readonly Cell[] => [
    { content: label },
    number(before === undefined ? '–' : textOf(before)),
    number(now === undefined ? '–' : textOf(now)),
  ];
  const jank = before !== undefined && now !== undefined ? now.jankShare - before.jankShare : undefined;
  return tableSection({
    label: vscode.l10n.t('Frames'),
    note: vscode.l10n.t('Missed frames were never shown, as one before was late.'),
    head: [{ content: '' }, ...changeHeads()],
    rows: [
      [...row(vscode.l10n.t('Late frames'), ({ jankShare }) => formatPercent(jankShare)), ...jankCells(jank, interval)],
      [...row(vscode.l10n.t('Missed frames per 1,000'), (sums) => perThousand(sums)), ...unchanged],
      [...row(vscode.l10n.t('Frames per second'), ({ fps }) => fps?.toFixed(1) ?? '–'), ...unchanged],
      [...row(vscode.l10n.t('Frames in all'), ({ frames }) => String(frames)), ...unchanged],
    ],
    nothing: '',
  });
}

const unchanged: readonly Cell[] = [number(''), { content: '' }];

function jankCells(change: number | undefined, interval: FramesDiff['interval']): readonly Cell[] {
  if (change === undefined) return unchanged;
  return changeCells({ change, interval, unknown: chanceTexts.noise }, signedPercent);
}

function perThousand({ dropped, frames }: FrameSums): string {
  return ((1_000 * dropped) / Math.max(1, frames + dropped)).toFixed(1);
}
