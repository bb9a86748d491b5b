import { rememberPhrase } from '../../../core/text/phrase.ts';
import { localized } from '../../../extension/surface/localized.ts';
import type { LakePage } from '../core/page/linked-page.ts';
import { mapTexts, type PhrasedPage } from '../core/page/page-texts.ts';

/** The page in VS Code's display language. */
export function localizedPage({ page, phrases }: PhrasedPage): LakePage {
  for (const phrase of phrases) rememberPhrase(phrase);
  return mapTexts(page, localized);
}
