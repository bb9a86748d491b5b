import { Markup, markup } from '../text/html-markup.ts';
import type { PageElement, PageNode } from './page-node.ts';

/** A page as HTML. @param addressOf address in ASCII of a link by its place; undefined for text without a link */
export function pageMarkup(main: PageElement, addressOf: (link: number) => string | undefined): Markup {
  const drawn = (each: PageNode): Markup => {
    if (typeof each === 'string') return markup`${each}`;
    const address = each.opens === undefined ? undefined : addressOf(each.opens);
    const isText = each.opens !== undefined && address === undefined;
    const tag = isText ? 'span' : each.tag;
    const attributes = Object.entries(each.attributes).map(([name, value]) => Markup.of([` ${name}="`, '"'], [value]));
    const href = address === undefined ? [] : [markup` href="${inParts(address)}"`];
    return Markup.of([`<${tag}`, '>', `</${tag}>`], [[...attributes, ...href], each.children.map(drawn)]);
  };
  return drawn(main);
}

/** Longer texts than a line's would be cut, and the link with them. */
function inParts(address: string): readonly Markup[] {
  return (address.match(/.{1,200}/gs) ?? []).map((part) => markup`${part}`);
}
