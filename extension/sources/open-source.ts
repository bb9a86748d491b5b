import * as vscode from 'vscode';
import type { SourceRequest } from '../page-protocol.ts';
import { simpleMethod } from './method-name.ts';
import type { SourceFinder } from './source-finder.ts';

/** Opens the source of a frame at its line, or says what was searched. `beside` opens another editor group. */
export async function openSource(finder: SourceFinder, request: SourceRequest, beside: boolean): Promise<void> {
  const found = await finder.find(request);
  switch (found.type) {
    case 'cancelled':
      return;
    case 'nothing': {
      const frame = `${request.class}.${request.method}`;
      void vscode.window.showWarningMessage(
        found.searched.length === 0
          ? vscode.l10n.t('No source file is known for {0}.', frame)
          : vscode.l10n.t('No source for {0} in this workspace. Searched: {1}', frame, found.searched.join(', ')),
      );
      return;
    }
    case 'found':
      await show(found.uri, request, beside);
  }
}

async function show(uri: vscode.Uri, request: SourceRequest, beside: boolean): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const wanted = Math.max(1, request.line);
  const line = Math.min(wanted, document.lineCount) - 1;
  const at = new vscode.Position(line, document.lineAt(line).firstNonWhitespaceCharacterIndex);
  await vscode.window.showTextDocument(document, {
    selection: new vscode.Range(at, at),
    viewColumn: beside ? vscode.ViewColumn.Beside : columnForSources(),
    preserveFocus: false,
  });
  const method = simpleMethod(request.method);
  if (wanted > document.lineCount || (method !== '' && !document.getText().includes(method))) {
    void vscode.window.setStatusBarMessage(vscode.l10n.t('$(warning) {0} was changed since: the line may be wrong', request.file), 8000);
  } else if (request.inlinedFrom !== '') {
    void vscode.window.setStatusBarMessage(
      vscode.l10n.t('$(info) Call of a function that was inlined from {0}', request.inlinedFrom),
      8000,
    );
  }
}

/** A group that shows text already, so that the page stays where it is; a new one beside when there is none. */
function columnForSources(): vscode.ViewColumn {
  const groups = vscode.window.tabGroups;
  const active = groups.activeTabGroup;
  const other = groups.all.find((group) => group !== active && !(group.activeTab?.input instanceof vscode.TabInputWebview));
  return other?.viewColumn ?? vscode.ViewColumn.Beside;
}
