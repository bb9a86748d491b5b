import * as vscode from 'vscode';
import type { Cause } from '../../../core/analysis/causes/facts/cause.ts';
import { causeTexts } from '../../../core/analysis/causes/facts/cause-texts.ts';
import { causeParts, partText } from '../../../core/analysis/report/cause-text.ts';

/** The cause in the user's language, as the page says it. Not yet harmless: names are the session's. */
export function causeWords({ sentences }: Pick<Cause, 'sentences'>): string {
  return causeParts(sentences, (key) => vscode.l10n.t(causeTexts[key]))
    .map(partText)
    .join('');
}
