import type { PageElement } from '../../../../core/document/page-node.ts';
import { type Phrase, phraseOf } from '../../../../core/text/phrase.ts';
import type { LakePage } from './linked-page.ts';

/** A page with its texts that can be translated, for a program that did not compose them. */
export interface PhrasedPage {
  readonly page: LakePage;
  readonly phrases: readonly Phrase[];
}

export function withPhrases(page: LakePage): PhrasedPage {
  const phrases = new Map<string, Phrase>();
  mapTexts(page, (text) => {
    const known = phraseOf(text);
    if (known !== undefined) phrases.set(text, known);
    return text;
  });
  return { page, phrases: [...phrases.values()] };
}

/** The page with other words for all that is read. */
export function mapTexts({ title, main, links }: LakePage, words: (text: string) => string): LakePage {
  const mapped = (element: PageElement): PageElement => {
    const { 'aria-label': label } = element.attributes;
    const attributes = label === undefined ? element.attributes : { ...element.attributes, 'aria-label': words(label) };
    return { ...element, attributes, children: element.children.map((each) => (typeof each === 'string' ? words(each) : mapped(each))) };
  };
  return { title: words(title), main: mapped(main), links };
}
