import type { Theme } from '../theme.ts';
import { RULER } from './axis.ts';
import type { TimelineContext } from './timeline-painter.ts';

/** What marks a moment: its name on the ruler, and a line over the whole height. In CSS pixels. */
export interface Flag {
  readonly name: string;
  /** Of the line. */
  readonly x: number;
  /** Of the name's ground; it lies to the left of the line where there is no room to the right. */
  readonly left: number;
  readonly right: number;
}

const LONGEST_NAME = 140;
const PADDING = 4;
/** A line is easier to meet than it is thick. */
const LINE_REACH = 3;

export function paintFlag(context: TimelineContext, moment: number, width: number, height: number, name: string, theme: Theme): Flag {
  const x = Math.round(moment);
  context.fillRect(x, 0, 1, height);
  context.font = theme.smallFont;
  const shown = shortened(context, name, LONGEST_NAME);
  const ground = context.measureText(shown).width + 2 * PADDING;
  const isLeft = x + ground > width && x >= ground;
  const left = isLeft ? x + 1 - ground : x;
  context.beginPath();
  context.roundRect(left, 1, ground, RULER - 4, isLeft ? [3, 0, 0, 3] : [0, 3, 3, 0]);
  context.fill();
  context.fillStyle = theme.background;
  context.fillText(shown, left + PADDING, RULER / 2);
  return { name, x, left, right: left + ground };
}

/** The flag that is seen there: of several the one that was painted last. */
export function flagAt(flags: readonly Flag[], x: number, y: number): Flag | undefined {
  const meets = (flag: Flag): boolean => (y < RULER && flag.left <= x && x < flag.right) || Math.abs(x - flag.x) <= LINE_REACH;
  return flags.findLast(meets);
}

/** As much of the name as fits, with an ellipsis where it was cut. */
function shortened(context: TimelineContext, name: string, width: number): string {
  if (context.measureText(name).width <= width) return name;
  const cut = (letters: number): string => `${name.slice(0, letters).trimEnd()}…`;
  let low = 0;
  for (let high = name.length; low < high; ) {
    const middle = (low + high + 1) >>> 1;
    if (context.measureText(cut(middle)).width <= width) low = middle;
    else high = middle - 1;
  }
  return cut(low);
}
