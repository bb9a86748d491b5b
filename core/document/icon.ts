import { node, type PageElement } from './page-node.ts';

/** Arrows in both directions. */
export const SWAP = 'M5 2.6l.9.9-1.9 1.9h9.5v1.2H4l1.9 1.9-.9.9L1.6 6zm6 4l3.4 3.4-3.4 3.4-.9-.9 1.9-1.9H2.5v-1.2H12l-1.9-1.9z';

/** Has the colour of the text around it. Screen readers skip it: its button needs a label. @param path on 16 x 16 */
export function iconOf(path: string): PageElement {
  return node('svg', { viewBox: '0 0 16 16', class: 'icon', 'aria-hidden': 'true' }, node('path', { d: path, 'fill-rule': 'evenodd' }));
}
