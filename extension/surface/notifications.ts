import * as vscode from 'vscode';
import { editorLine, editorParagraphs } from '../../core/text/editor-text.ts';

/** UTF-16 units of a message. VS Code cuts at 1,000, maybe inside a pair. */
const MESSAGE_LENGTH = 990;

export interface Question {
  readonly question: string;
  /** Further facts, maybe several lines. */
  readonly detail?: string | undefined;
}

interface Button extends vscode.MessageItem {
  readonly label: string;
}

/** Informs; returns the pressed button. */
export async function inform(text: string, ...buttons: readonly string[]): Promise<string | undefined> {
  return (await vscode.window.showInformationMessage(message(text), ...buttons.map(asButton)))?.label;
}

/** Warns; returns the pressed button. */
export async function warn(text: string, ...buttons: readonly string[]): Promise<string | undefined> {
  return (await vscode.window.showWarningMessage(message(text), ...buttons.map(asButton)))?.label;
}

/** Reports a failure; returns the pressed button. */
export async function complain(text: string, ...buttons: readonly string[]): Promise<string | undefined> {
  return (await vscode.window.showErrorMessage(message(text), ...buttons.map(asButton)))?.label;
}

/** Asks in a dialog; true if confirmed. */
export async function confirm({ question, detail }: Question, yes: string): Promise<boolean> {
  const options = { modal: true, ...(detail === undefined ? {} : { detail: editorParagraphs(detail) }) };
  return (await vscode.window.showWarningMessage(message(question), options, asButton(yes))) !== undefined;
}

/** An error whose message VS Code shows. */
export function shownError(text: string): Error {
  return new Error(message(text));
}

function message(text: string): string {
  return editorLine(text, MESSAGE_LENGTH);
}

function asButton(label: string): Button {
  return { title: editorLine(label), label };
}
