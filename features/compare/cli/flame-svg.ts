import { numberAt } from '../../../core/columns/at.ts';
import { type Markup, markup } from '../../../core/text/html-markup.ts';
import { shortened } from '../../../core/text/one-line.ts';
import { differenceStep } from '../../../core/trees/difference.ts';
import { timesText } from '../core/diff-texts.ts';
import type { TreeDiff } from '../core/tree-diff.ts';
import { type FlameBox, flameBoxes } from './flame-boxes.ts';

const ROW = 20;
const LONGEST_TITLE = 160;
/** More letters fit into no box. */
const LONGEST_LABEL = 80;
/** Share of the width with room for some letters. */
const LEAST_LABELLED = 0.02;
/** Bounds the page, whatever the names. */
const MOST_LETTERS = 150_000;

/** Boxes are as wide as their time before and after together, so that functions of one session only are there. */
export function flameSvg(diff: TreeDiff): Markup {
  const boxes = flameBoxes(diff);
  const most = Math.max(numberAt(diff.beforeUs, 0), numberAt(diff.nowUs, 0));
  const shown: Markup[] = [];
  let depth = 0;
  let letters = 0;
  for (const box of boxes) {
    const drawn = boxSvg(box, most);
    letters += drawn.text.length;
    if (letters > MOST_LETTERS) break;
    shown.push(drawn);
    depth = Math.max(depth, box.depth);
  }
  const about = 'Stacks of main: each box is a function, its callees are below it. The tables have the largest changes as text.';
  return markup`<svg class="flame" role="img" aria-label="${about}" width="100%" height="${(depth + 1) * ROW}">${shown}</svg>`;
}

/** A nested image cuts its label at its border. */
function boxSvg({ name, depth, left, width, beforeUs, nowUs }: FlameBox, most: number): Markup {
  const step = differenceStep(nowUs / most, beforeUs / most);
  const color = step === 0 ? 'same' : `${step > 0 ? 'more' : 'less'}${Math.abs(step)}`;
  const title = `${shortened(name, LONGEST_TITLE)}: ${timesText(beforeUs, nowUs)}`;
  const label = width < LEAST_LABELLED ? [] : markup`<text x="4" y="13">${shortened(withoutPackage(name), LONGEST_LABEL)}</text>`;
  return markup`<svg x="${percent(left)}" y="${depth * ROW}" width="${percent(width)}" height="${ROW - 1}"><title>${title}</title><rect class="${color}" width="100%" height="100%"/>${label}</svg>
`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(3)}%`;
}

/** `com.example.Cart.total` -> `Cart.total`. */
function withoutPackage(name: string): string {
  return name.replace(/^(?:[a-z_][\w$]*\.)+(?=[A-Z])/, '');
}
