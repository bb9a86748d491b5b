import * as vscode from 'vscode';
import type { FromTroubleshoot } from '../../protocol/parse-from-troubleshoot.ts';
import { parseFromTroubleshoot } from '../../protocol/parse-from-troubleshoot.ts';
import type { ShownChecks, ToTroubleshoot } from '../../protocol/troubleshoot-protocol.ts';
import { ContentPanel, type ContentPanelServices } from '../page/content-panel.ts';

export type TroubleshootPanel = ContentPanel<ShownChecks, FromTroubleshoot>;

export function newTroubleshootPanel(services: ContentPanelServices<FromTroubleshoot>): TroubleshootPanel {
  const page = {
    bundle: 'troubleshoot',
    tab: vscode.l10n.t('Laglens Troubleshooting'),
    name: 'The troubleshooting page',
    parse: parseFromTroubleshoot,
    message: (checks: ShownChecks): ToTroubleshoot => ({ type: 'checks', checks }),
  } as const;
  return new ContentPanel(page, services);
}
