import type { Cause } from '../../../core/analysis/causes/facts/cause.ts';
import { causeParts, partText } from '../../../core/analysis/report/cause-text.ts';
import { template } from '../page-text.ts';

/** The full sentences as text. */
export function causeSentence({ sentences }: Cause): string {
  return causeParts(sentences, template).map(partText).join('');
}

/** A list's form of the same cause. */
export function shortCause({ short }: Cause): string {
  return causeParts([short], template).map(partText).join('');
}
