import { element } from '../dom.ts';

/** A line at the pointer's moment, over a drawing that it does not repaint. */
export class HoverLine {
  readonly node = element('div', { class: 'hover-line', attributes: { 'aria-hidden': 'true' } });

  constructor() {
    this.node.hidden = true;
  }

  /** @param x CSS pixels from the left of the line's parent; undefined hides it */
  show(x: number | undefined): void {
    this.node.hidden = x === undefined;
    if (x !== undefined) this.node.style.translate = `${x}px`;
  }
}

/**
 * The moment's place; undefined if the view lacks it.
 * @param width asked only for a moment in the view: it makes the browser lay out a changed page
 */
export function hoverX(
  atUs: number | undefined,
  { fromX, toX }: { readonly fromX: number; readonly toX: number },
  width: () => number,
): number | undefined {
  return atUs === undefined || atUs < fromX || atUs > toX ? undefined : ((atUs - fromX) / (toX - fromX)) * width();
}
