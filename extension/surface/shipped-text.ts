import * as vscode from 'vscode';
import { textKey } from './text-key.ts';

/** `vscode.l10n.t`, which the build replaces by it: the shipped bundles have texts by short keys. */
export function shippedText(english: string, ...values: (string | number | boolean)[]): string {
  return vscode.l10n.t(vscode.l10n.bundle?.[textKey(english)] ?? english, ...values);
}
