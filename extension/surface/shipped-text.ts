import * as vscode from 'vscode';
import { pageTextKey, translationKey } from '../../protocol/translation-key.ts';

/** `vscode.l10n.t`, which the build replaces by it: the shipped bundles have texts by short keys. */
export function shippedText(english: string, ...values: (string | number | boolean)[]): string {
  const { bundle } = vscode.l10n;
  return vscode.l10n.t(bundle?.[translationKey(english)] ?? bundle?.[pageTextKey(english)] ?? english, ...values);
}
