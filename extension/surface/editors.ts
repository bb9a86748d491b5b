import * as vscode from 'vscode';
import { editorLine } from '../../core/text/editor-text.ts';
import { type HoverPart, hoverMarkdown } from './hover-markdown.ts';

/**
 * A lens over a line.
 * @param command '' for text only
 */
export function lensOver(line: number, title: string, command: string, given: readonly unknown[]): vscode.CodeLens {
  return new vscode.CodeLens(new vscode.Range(line, 0, line, 0), { title: editorLine(title), command, arguments: [...given] });
}

/** A text's box, in CSS lengths. */
export interface TextBox {
  readonly text: string;
  readonly width: string;
  readonly margin: string;
}

/** @param after a text at the end, if any */
export function textsAround(range: vscode.Range, { text, width, margin }: TextBox, after: string | undefined): vscode.DecorationOptions {
  const before = { contentText: editorLine(text), width, margin };
  return { range, renderOptions: after === undefined ? { before } : { before, after: { contentText: editorLine(after) } } };
}

/** A text at a line's end. */
export function textBehind(range: vscode.Range, text: string): vscode.DecorationOptions {
  return { range, renderOptions: { after: { contentText: editorLine(text) } } };
}

export function hoverOver(range: vscode.Range, parts: readonly HoverPart[]): vscode.Hover {
  return new vscode.Hover(new vscode.MarkdownString(hoverMarkdown(parts)), range);
}

export function newPanel(
  type: string,
  title: string,
  place: { viewColumn: vscode.ViewColumn; preserveFocus: boolean },
): vscode.WebviewPanel {
  return vscode.window.createWebviewPanel(type, editorLine(title), place);
}
