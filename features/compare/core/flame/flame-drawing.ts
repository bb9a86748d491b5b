import { htmlOf } from '../../../../core/document/html-of.ts';
import { LINE_BREAK, node, type PageElement, type PageNode, pressed } from '../../../../core/document/page-node.ts';
import { shortened } from '../../../../core/text/one-line.ts';
import { differenceStep } from '../../../../core/trees/difference.ts';
import type { FlameBox, FlameBoxes } from './flame-boxes.ts';

const ROW = 20;
/** More letters fit into no box. */
const LONGEST_LABEL = 80;
/** Share of the width with room for some letters. */
const LEAST_LABELLED = 0.02;
/** Of HTML. Bounds the page, whatever the names. */
const MOST_LETTERS = 150_000;

/** Parts of a box that differ between an image and a page. */
export interface DrawnBox {
  /** Before the rectangle. */
  readonly first?: readonly PageNode[];
  /** They are the rectangle's. */
  readonly attributes?: Readonly<Record<string, string | number>>;
  readonly press?: string | undefined;
}

/**
 * Boxes are as wide as their time before and after together, so that functions of one session only are there.
 * @param attributes of the whole
 */
export function flameDrawing(
  { boxes, mostUs }: FlameBoxes,
  attributes: Readonly<Record<string, string>>,
  drawn: (box: FlameBox) => DrawnBox,
): PageElement {
  const shown: PageNode[] = [];
  let depth = 0;
  let letters = 0;
  for (const box of boxes) {
    const element = boxElement(box, mostUs, drawn(box));
    letters += htmlOf(element).length + LINE_BREAK.length;
    if (letters > MOST_LETTERS) break;
    shown.push(element, LINE_BREAK);
    depth = Math.max(depth, box.depth);
  }
  return node('svg', { class: 'flame', ...attributes, width: '100%', height: (depth + 1) * ROW }, shown);
}

/** A nested image cuts its label at its border. */
function boxElement(box: FlameBox, mostUs: number, { first = [], attributes, press }: DrawnBox): PageElement {
  const { name, depth, left, width, beforeUs, nowUs } = box;
  const step = differenceStep(nowUs / mostUs, beforeUs / mostUs);
  const color = step === 0 ? 'same' : `${step > 0 ? 'more' : 'less'}${Math.abs(step)}`;
  const label = width < LEAST_LABELLED ? [] : node('text', { x: 4, y: 13 }, shortened(withoutPackage(name), LONGEST_LABEL));
  const place = { x: percent(left), y: depth * ROW, width: percent(width), height: ROW - 1 };
  const rectangle = node('rect', { class: color, width: '100%', height: '100%', ...attributes });
  return node('svg', place, first, press === undefined ? rectangle : pressed(press, rectangle), label);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(3)}%`;
}

/** `com.example.Cart.total` -> `Cart.total`. */
function withoutPackage(name: string): string {
  return name.replace(/^(?:[a-z_][\w$]*\.)+(?=[A-Z])/, '');
}
