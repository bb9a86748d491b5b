import * as vscode from 'vscode';
import { background, guarded } from '../../core/guarded.ts';
import { oneLine } from '../../core/text/one-line.ts';
import type { SourcePlace, SourceRequest } from '../../protocol/parse-from-page.ts';
import { commandId } from '../contributions/commands.ts';
import { warn } from '../surface/notifications.ts';
import { remark } from '../surface/status-bar.ts';
import { unexpected } from '../surface/vscode/unexpected.ts';
import type { Found } from './found.ts';
import { writtenPlace } from './kotlin-inlined-source.ts';
import { locateSource } from './learn-source-map.ts';
import { declarationOffset, declaredLines, mayBeInMethod, simpleMethod } from './method-place.ts';
import type { BuiltPath } from './path-map.ts';
import type { SourceFinder } from './source-finder.ts';

/** UTF-16 units of a name in a message, as more text follows. */
const LONGEST_NAME = 240;

/** Opens a frame's source or says where it was searched; an inlined function without source opens at its call. */
export async function openSource(finder: SourceFinder, request: SourceRequest, beside: boolean): Promise<void> {
  const { apiLevel } = request;
  const found = await finder.find(request, apiLevel);
  if (found.type === 'nothing' && request.call !== undefined) {
    const call = await finder.find(request.call, apiLevel);
    if (call.type === 'found') {
      await show(call.uri, request.call, beside);
      remark('info', vscode.l10n.t('Inlined from {0}; this is the call', `${request.file}:${request.line}`));
      return;
    }
  }
  if (found.type === 'nothing') sayWhatWasSearched(request, found, beside);
  if (found.type !== 'found') return;
  const opened = await vscode.workspace.openTextDocument(found.uri);
  if (found.library !== undefined) {
    await show(found.uri, request, beside);
    sayWhichLibrary(request, opened, found.library);
    return;
  }
  if (isInlinedWithoutMap(request, opened)) {
    await openCaller(finder, request, opened, beside);
    return;
  }
  const change = changeSinceBuild(request, opened, found.otherPackage);
  const [line] = change?.areLinesOthers === true ? declaredLines(opened.getText(), [request]) : [];
  await show(found.uri, { ...request, line: line ?? request.line }, beside);
  if (change !== undefined) reportChange(change, opened);
  else if (found.byNameAlone === true) {
    remark('info', vscode.l10n.t('{0} was found by name only; it was built from {1}', request.file, request.path ?? ''));
  }
}

interface SourceChange {
  /** Short, for the status bar. */
  readonly short: string;
  readonly full: string;
  readonly next: readonly (keyof typeof nextCommands)[];
  /** The recorded line is another one now. */
  readonly areLinesOthers: boolean;
}

/** A sign that the source is not the built one, if any. */
function changeSinceBuild(
  request: SourceRequest,
  document: vscode.TextDocument,
  otherPackage: string | undefined,
): SourceChange | undefined {
  const { file, line, method, call } = request;
  const builtPackage = request.class.slice(0, Math.max(0, request.class.lastIndexOf('.')));
  if (otherPackage !== undefined) {
    const short = vscode.l10n.t('{0} from another package: {1}', file, otherPackage);
    const full = vscode.l10n.t(
      'The app was built with a {0} of the package {1}, which is not in this workspace; the one that was opened is of {2}. If it was moved, build the app and capture again; if it is another file, add the folder of the right one to the workspace.',
      file,
      builtPackage,
      otherPackage,
    );
    return { short, full, next: ['capture', 'addFolder'], areLinesOthers: false };
  }
  // The source map names the inlined function's class, not its method.
  const isThere = call !== undefined || request.path !== undefined || mayBeInMethod(document.getText(), line, method);
  if (isThere && line <= document.lineCount) return undefined;
  const short = vscode.l10n.t('{0} changed since the build', file);
  const full = vscode.l10n.t(
    '{0} changed since the app was built, so line {1} is not the recorded one. Build the app and capture again.',
    file,
    line,
  );
  return { short, full, next: ['capture'], areLinesOthers: true };
}

const explainedFiles = new Set<string>();

/** Advice only once per file, as frames are clicked repeatedly; then a remark. */
function reportChange({ short, full, next }: SourceChange, document: vscode.TextDocument): void {
  const key = document.uri.toString();
  if (explainedFiles.has(key)) {
    remark('warning', short);
    return;
  }
  explainedFiles.add(key);
  offer(full, next);
}

/** Kotlin numbers inlined lines after the file's end; only a source map leads back. */
function isInlinedWithoutMap(request: SourceRequest, document: vscode.TextDocument): boolean {
  return request.call === undefined && /\.kts?$/.test(document.uri.path) && request.line > document.lineCount;
}

/** Opens the original inlined line, else the calling line, else the function. */
async function openCaller(finder: SourceFinder, request: SourceRequest, document: vscode.TextDocument, beside: boolean): Promise<void> {
  const { caller, file, line, method } = request;
  const written = await writtenPlace(request);
  const source = written === undefined ? undefined : await finder.find(written, request.apiLevel);
  if (written !== undefined && source?.type === 'found') {
    await show(source.uri, written, beside);
    return;
  }
  const found = caller === undefined || caller.line === 0 ? undefined : await finder.find(caller, request.apiLevel);
  if (caller !== undefined && found?.type === 'found') {
    await show(found.uri, caller, beside);
    remark('info', vscode.l10n.t('Inlined from {0}; this is the caller', `${file}:${line}`));
    return;
  }
  const declaredAt = declarationOffset(document.getText(), simpleMethod(method));
  await show(document.uri, { ...request, line: document.positionAt(declaredAt).line + 1 }, beside);
  remark('info', vscode.l10n.t('Inlined from {0}; this is the enclosing function', `${file}:${line}`));
}

/** Other versions of Android's or a library's sources may have the line elsewhere. */
function sayWhichLibrary(
  { file, line, apiLevel }: SourceRequest,
  document: vscode.TextDocument,
  library: { readonly apiLevel?: number | undefined },
): void {
  if (library.apiLevel !== undefined) {
    remark('info', vscode.l10n.t('Sources of API {0}; the phone has {1}, so lines may differ', library.apiLevel, apiLevel ?? '?'));
  } else if (line > document.lineCount) {
    remark('warning', vscode.l10n.t('{0} is another version: it has no line {1}', file, line));
  }
}

function sayWhatWasSearched(request: SourceRequest, found: Found & { readonly type: 'nothing' }, beside: boolean): void {
  const frame = oneLine(request.class === '' ? request.method : `${request.class}.${request.method}`, LONGEST_NAME);
  if (found.searched.length === 0) {
    background(warn(vscode.l10n.t('No source file is known for {0}.', frame)), unexpected);
    return;
  }
  if (found.elsewhere !== undefined) {
    askWhere(request, frame, found.elsewhere, beside);
    return;
  }
  const text = vscode.l10n.t(
    'No source for {0} in this workspace. Searched: {1}. If it is elsewhere, add its folder to the workspace.',
    frame,
    oneLine(found.searched.join(', ')),
  );
  offer(text, ['addFolder']);
}

/** One file chosen by the user maps all files of a build made elsewhere. */
function askWhere(request: SourceRequest, frame: string, built: BuiltPath, beside: boolean): void {
  const text = vscode.l10n.t(
    'No source for {0} in this workspace: it was built from {1}. Locate that file, and the others of this build are found too.',
    frame,
    oneLine(built.path, LONGEST_NAME),
  );
  const locate = vscode.l10n.t('Locate…');
  background(
    warn(text, locate, vscode.l10n.t('Add Folder…')).then(async (answer) => {
      if (answer === undefined) return;
      if (answer !== locate) return background(vscode.commands.executeCommand(nextCommands.addFolder), unexpected);
      const uri = await locateSource(built);
      if (uri !== undefined) await show(uri, request, beside);
    }),
    unexpected,
  );
}

/** Actions for a source, one button each. */
const nextCommands = { capture: commandId('repeat'), addFolder: 'workbench.action.addRootFolder' } as const;

/** Warns and runs the chosen action, without waiting. */
function offer(text: string, next: readonly (keyof typeof nextCommands)[]): void {
  const labels = { capture: vscode.l10n.t('Capture Again'), addFolder: vscode.l10n.t('Add Folder…') };
  background(
    warn(text, ...next.map((each) => labels[each])).then((answer) => {
      const chosen = next.find((each) => labels[each] === answer);
      if (chosen !== undefined) background(vscode.commands.executeCommand(nextCommands[chosen]), unexpected);
    }),
    unexpected,
  );
}

async function show(uri: vscode.Uri, place: SourcePlace, beside: boolean): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(uri);
  const line = Math.min(Math.max(1, place.line), document.lineCount) - 1;
  const at = new vscode.Position(line, document.lineAt(line).firstNonWhitespaceCharacterIndex);
  const viewColumn = columnForSources(beside);
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(at, at), viewColumn, preserveFocus: false });
  keepFocus(document, viewColumn);
  return document;
}

/** VS Code asks pages for their focus four times a second. */
const LATE_FOCUS_MS = 400;

/** Ends what takes the focus back. */
let leave = (): void => undefined;

/** The page is used again: it keeps the focus. */
export function leaveFocus(): void {
  leave();
}

/** Takes the focus back once: the report of the click on the page may come after the source was opened. */
function keepFocus(document: vscode.TextDocument, viewColumn: vscode.ViewColumn): void {
  leave();
  const over = (): void => {
    clearTimeout(timer);
    listener.dispose();
  };
  leave = over;
  const returnOnce = (): PromiseLike<unknown> | undefined => {
    if (!isPage(vscode.window.tabGroups.activeTabGroup.activeTab)) return undefined;
    over();
    return vscode.window.showTextDocument(document, { viewColumn, preserveFocus: false });
  };
  const listener = vscode.window.tabGroups.onDidChangeTabGroups(guarded(returnOnce, unexpected));
  const timer = setTimeout(guarded(over, unexpected), LATE_FOCUS_MS);
}

function isPage(tab: vscode.Tab | undefined): boolean {
  return tab?.input instanceof vscode.TabInputWebview || tab?.input instanceof vscode.TabInputCustom;
}

/**
 * An editor group with text, so that the page stays visible, else a new one.
 * @param beside another such group, so that the first source stays too
 */
function columnForSources(beside: boolean): vscode.ViewColumn {
  const { all } = vscode.window.tabGroups;
  // Includes the focused group: VS Code reports the click's focus late.
  const [first, second] = all.filter((group) => !isPage(group.activeTab));
  if (first === undefined) return vscode.ViewColumn.Beside;
  if (!beside) return first.viewColumn;
  return second?.viewColumn ?? Math.min(all.length + 1, vscode.ViewColumn.Nine);
}
