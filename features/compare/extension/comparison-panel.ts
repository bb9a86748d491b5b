import * as vscode from 'vscode';
import { ContentPanel, type ContentPanelServices } from '../../../extension/page/content-panel.ts';
import type { ShownComparison, ToComparison } from '../protocol/comparison-protocol.ts';
import type { FromComparison } from '../protocol/parse-from-comparison.ts';
import { parseFromComparison } from '../protocol/parse-from-comparison.ts';

export type ComparisonPanel = ContentPanel<ShownComparison, FromComparison>;

export function newComparisonPanel(services: ContentPanelServices<FromComparison>): ComparisonPanel {
  const page = {
    bundle: 'comparison',
    tab: vscode.l10n.t('Laglens Comparison'),
    name: 'The page of a comparison',
    parse: parseFromComparison,
    message: (comparison: ShownComparison): ToComparison => ({ type: 'comparison', comparison }),
  } as const;
  return new ContentPanel(page, services);
}
