import * as vscode from 'vscode';
import type { PageElement } from '../../../core/document/page-node.ts';
import { ContentPanel, type ContentPanelServices } from '../../../extension/page/content-panel.ts';
import type { ToComparison } from '../protocol/comparison-protocol.ts';
import type { FromComparison } from '../protocol/parse-from-comparison.ts';
import { parseFromComparison } from '../protocol/parse-from-comparison.ts';

export type ComparisonPanel = ContentPanel<PageElement, FromComparison>;

export function newComparisonPanel(services: ContentPanelServices<FromComparison>): ComparisonPanel {
  const page = {
    bundle: 'comparison',
    tab: vscode.l10n.t('Laglens Comparison'),
    name: 'The page of a comparison',
    parse: parseFromComparison,
    message: (main: PageElement): ToComparison => ({ type: 'comparison', main }),
  } as const;
  return new ContentPanel(page, services);
}
