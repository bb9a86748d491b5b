import * as vscode from 'vscode';
import { type Phrase, phraseOf } from '../../core/text/phrase.ts';
import { phraseKey } from './phrase-key.ts';

/** A text of core or host in VS Code's display language; any other text as it is. */
export function localized(text: string): string {
  const known = phraseOf(text);
  return known === undefined ? text : inLanguage(known);
}

/** Bundles have a phrase by its short key, or by its template where the code has that text, too. */
function inLanguage({ template, values }: Phrase): string {
  const translated = vscode.l10n.bundle?.[phraseKey(template)] ?? template;
  return vscode.l10n.t(translated, ...values.map((value) => (typeof value === 'string' ? value : inLanguage(value))));
}
