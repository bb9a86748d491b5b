import * as vscode from 'vscode';
import type { SourcePlace, SourceRequest } from '../page-protocol.ts';
import { declarationOffset, simpleMethod } from './method-name.ts';
import type { Found, SourceFinder } from './source-finder.ts';

/** How long a remark about an opened source stands in the status bar. */
const REMARK_MS = 8000;

/**
 * Opens the source of a frame at its line, or says what was searched. When an inlined function's own source is not here, the
 * place of its call opens instead. `beside` opens another editor group.
 */
export async function openSource(finder: SourceFinder, request: SourceRequest, beside: boolean): Promise<void> {
  const found = await finder.find(request);
  if (found.type === 'nothing' && request.call !== undefined) {
    const call = await finder.find(request.call);
    if (call.type === 'found') {
      await show(call.uri, request.call, beside);
      remark(vscode.l10n.t('$(info) The call of a function that was inlined from {0}', `${request.file}:${request.line}`));
      return;
    }
  }
  if (found.type === 'nothing') sayWhatWasSearched(request, found);
  if (found.type !== 'found') return;
  const opened = await vscode.workspace.openTextDocument(found.uri);
  if (isInlinedWithoutMap(request, opened)) {
    await openCaller(finder, request, opened, beside);
    return;
  }
  const document = await show(found.uri, request, beside);
  const method = simpleMethod(request.method);
  const isInlined = request.call !== undefined;
  if (request.line > document.lineCount || (!isInlined && method !== '' && !document.getText().includes(method))) {
    remark(vscode.l10n.t('$(warning) {0} was changed since the app was built: the line may be wrong', request.file));
  }
}

/** The Kotlin compiler gives lines of inlined functions numbers behind the end of the file; only a source map leads them back. */
function isInlinedWithoutMap(request: SourceRequest, document: vscode.TextDocument): boolean {
  return request.call === undefined && /\.kts?$/.test(document.uri.path) && request.line > document.lineCount;
}

/** Opens the line that called the frame; where that is not in the workspace, the function itself. */
async function openCaller(finder: SourceFinder, request: SourceRequest, document: vscode.TextDocument, beside: boolean): Promise<void> {
  const { caller, file, line, method } = request;
  const found = caller === undefined || caller.line === 0 ? undefined : await finder.find(caller);
  if (caller !== undefined && found?.type === 'found') {
    await show(found.uri, caller, beside);
    remark(vscode.l10n.t('$(info) The caller: inlined from {0}, whose source the build does not name', `${file}:${line}`));
    return;
  }
  const declaredAt = declarationOffset(document.getText(), simpleMethod(method));
  await show(document.uri, { ...request, line: document.positionAt(declaredAt).line + 1 }, beside);
  remark(vscode.l10n.t('$(info) The function in which code was inlined from {0}, whose source the build does not name', `${file}:${line}`));
}

function sayWhatWasSearched(request: SourceRequest, found: Found & { readonly type: 'nothing' }): void {
  const frame = `${request.class}.${request.method}`;
  void vscode.window.showWarningMessage(
    found.searched.length === 0
      ? vscode.l10n.t('No source file is known for {0}.', frame)
      : vscode.l10n.t('No source for {0} in this workspace. Searched: {1}', frame, found.searched.join(', ')),
  );
}

async function show(uri: vscode.Uri, place: SourcePlace, beside: boolean): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(uri);
  const line = Math.min(Math.max(1, place.line), document.lineCount) - 1;
  const at = new vscode.Position(line, document.lineAt(line).firstNonWhitespaceCharacterIndex);
  await vscode.window.showTextDocument(document, {
    selection: new vscode.Range(at, at),
    viewColumn: beside ? vscode.ViewColumn.Beside : columnForSources(),
    preserveFocus: false,
  });
  return document;
}

function remark(text: string): void {
  vscode.window.setStatusBarMessage(text, REMARK_MS);
}

/** A group that shows text already, so that the page stays where it is; a new one beside when there is none. */
function columnForSources(): vscode.ViewColumn {
  const groups = vscode.window.tabGroups;
  const active = groups.activeTabGroup;
  const isPage = (tab: vscode.Tab | undefined): boolean =>
    tab?.input instanceof vscode.TabInputWebview || tab?.input instanceof vscode.TabInputCustom;
  const other = groups.all.find((group) => group !== active && !isPage(group.activeTab));
  return other?.viewColumn ?? vscode.ViewColumn.Beside;
}
