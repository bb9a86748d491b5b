import { htmlText } from '../text/escape.ts';
import { oneLine } from '../text/one-line.ts';
import { isSvg, LINE_BREAK, type PageNode } from './page-node.ts';

/** Address in ASCII of what a press does; undefined for text without a link. */
export type AddressOf = (press: string) => string | undefined;

/** As HTML. Its texts are cut to a line. */
export function htmlOf(each: PageNode, addressOf: AddressOf = () => undefined): string {
  if (each === LINE_BREAK) return each;
  if (typeof each === 'string') return htmlText(oneLine(each));
  const address = each.press === undefined ? undefined : addressOf(each.press);
  const tag = each.press !== undefined && address === undefined ? 'span' : each.tag;
  const attributes = Object.entries(each.attributes).map(([name, value]) => ` ${name}="${htmlText(oneLine(value))}"`);
  // A link is never cut.
  if (address !== undefined) attributes.push(` href="${htmlText(oneLine(address, address.length))}"`);
  const opened = `<${tag}${attributes.join('')}`;
  if (each.children.length === 0 && isSvg(tag)) return `${opened}/>`;
  return `${opened}>${each.children.map((child) => htmlOf(child, addressOf)).join('')}</${tag}>`;
}
