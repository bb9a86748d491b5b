import type { Cause } from '../../../core/analysis/causes/facts/cause.ts';
import { type CauseTextKey, causeTexts } from '../../../core/analysis/causes/facts/cause-texts.ts';
import { causeParts, partText } from '../../../core/analysis/report/cause-text.ts';
import { t } from '../translated.ts';

/** For `causeParts`: a sentence of a cause without its values. */
export function causeTemplate(key: CauseTextKey): string {
  return t(causeTexts[key]);
}

/** The full sentences as text. */
export function causeSentence({ sentences }: Cause): string {
  return causeParts(sentences, causeTemplate).map(partText).join('');
}

/** A list's form of the same cause. */
export function shortCause({ short }: Cause): string {
  return causeParts([short], causeTemplate).map(partText).join('');
}
