import { isSvg, type PageElement, type PageNode } from '../../../core/document/page-node.ts';
import { element, svgElement, textNode } from '../../../webview/ui/dom.ts';

/** The page's elements. @param open gets the id of a pressed link */
export function drawPage(main: PageElement, open: (link: string) => void): Node {
  const draw = (each: PageNode): Node => {
    if (typeof each === 'string') return textNode(each);
    const { tag, attributes, press } = each;
    const children = each.children.map(draw);
    if (isSvg(tag)) return svgElement(tag, attributes, children);
    if (press === undefined) return element(tag, { attributes }, children);
    const button = element('button', { class: 'link', attributes: { ...attributes, type: 'button' } }, children);
    button.addEventListener('click', () => open(press));
    return button;
  };
  return draw(main);
}
