import type { LakePage } from '../../core/lake/page/page-node.ts';
import { mapTexts, type PhrasedPage } from '../../core/lake/page/page-texts.ts';
import { rememberPhrase } from '../../core/text/phrase.ts';
import { localized } from '../surface/localized.ts';

/** The page in VS Code's display language. */
export function localizedPage({ page, phrases }: PhrasedPage): LakePage {
  for (const phrase of phrases) rememberPhrase(phrase);
  return mapTexts(page, localized);
}
