import { isSvg, type PageElement, type PageNode } from '../../../core/document/page-node.ts';
import { element, svgElement, textNode } from '../../../webview/ui/dom.ts';

/** The page's elements. @param open gets the place of a pressed lag */
export function drawPage(main: PageElement, open: (link: number) => void): Node {
  const draw = (each: PageNode): Node => {
    if (typeof each === 'string') return textNode(each);
    const { tag, attributes, opens } = each;
    const children = each.children.map(draw);
    if (isSvg(tag)) return svgElement(tag, attributes, children);
    if (opens === undefined) return element(tag, { attributes }, children);
    const button = element('button', { class: 'link', attributes: { ...attributes, type: 'button' } }, children);
    button.addEventListener('click', () => open(opens));
    return button;
  };
  return draw(main);
}
