import { RULER } from '../ui/canvas/axis.ts';
import { drawText } from '../ui/canvas/canvas-text.ts';
import type { Theme } from '../ui/theme.ts';
import type { TimelineContext } from './timeline-context.ts';

/** Marks a moment: a name on the ruler and a line over the whole height. CSS pixels. */
export interface Flag {
  readonly name: string;
  /** Position of the line. */
  readonly x: number;
  /** Left edge of the name; names move left of the line where the right has no room. */
  readonly left: number;
  readonly right: number;
}

const LONGEST_NAME = 140;
const PADDING = 4;
/** Narrower names are unreadable. */
const SHORTEST_GROUND = 40;
/** Pointer tolerance around a line. */
const LINE_REACH = 3;

export interface Moment {
  readonly name: string;
  /** CSS pixels. */
  readonly x: number;
  readonly color: string;
}

/** Places lines, and names where they fit. Moments are ordered by time. */
export function measuredFlags(context: TimelineContext, moments: readonly Moment[], width: number, theme: Theme): readonly Flag[] {
  context.font = theme.smallFont;
  const groundOf = (name: string): number => context.measureText(shortened(context, name, LONGEST_NAME)).width + 2 * PADDING;
  return placeFlags(moments, width, groundOf);
}

/** @param flags one per moment */
export function paintFlags(
  context: TimelineContext,
  moments: readonly Moment[],
  flags: readonly Flag[],
  height: number,
  theme: Theme,
): void {
  context.font = theme.smallFont;
  moments.forEach(({ x, color, name }, index) => {
    context.fillStyle = color;
    context.fillRect(Math.round(x), 0, 1, height);
    const flag = flags[index];
    if (flag === undefined || flag.right === flag.left) return;
    context.beginPath();
    context.roundRect(flag.left, 1, flag.right - flag.left, RULER - 4, flag.left < flag.x ? [3, 0, 0, 3] : [0, 3, 3, 0]);
    context.fill();
    context.fillStyle = theme.background;
    drawText(context, shortened(context, name, flag.right - flag.left - 2 * PADDING), flag.left + PADDING, RULER / 2);
  });
}

/**
 * Places names without overlaps, the latest first. Earlier names are cut, or left out when unreadable.
 * @param groundOf width of a name's background
 */
export function placeFlags(moments: readonly Omit<Moment, 'color'>[], width: number, groundOf: (name: string) => number): readonly Flag[] {
  const flags = moments.map(({ name, x }): Flag => ({ name, x: Math.round(x), left: Math.round(x), right: Math.round(x) }));
  const order = flags.map((_, index) => index).sort((a, b) => (flags[b]?.x ?? 0) - (flags[a]?.x ?? 0) || b - a);
  let end = width;
  for (const index of order) {
    const flag = flags[index];
    if (flag === undefined) continue;
    const { x } = flag;
    const ground = groundOf(flag.name);
    // A covered flag keeps only its line.
    const room = Math.max(0, end - x);
    const isLeft = room > 0 && ground > room && x + 1 >= ground && end === width;
    const left = isLeft ? x + 1 - ground : x;
    const right = isLeft ? x + 1 : x + (Math.min(ground, room) >= Math.min(ground, SHORTEST_GROUND) ? Math.min(ground, room) : 0);
    flags[index] = { ...flag, left, right };
    end = Math.min(end, left);
  }
  return flags;
}

/** A part of the ruler, CSS pixels. */
export type Covered = Pick<Flag, 'left' | 'right'>;

/** A flag whose name would be covered keeps only its line. */
export function withoutCovered(flags: readonly Flag[], covers: readonly Covered[]): readonly Flag[] {
  const isCovered = ({ left, right }: Flag): boolean => covers.some((cover) => left < cover.right && right > cover.left);
  return flags.map((flag) => (isCovered(flag) ? { ...flag, left: flag.x, right: flag.x } : flag));
}

/** The topmost flag at a point. */
export function flagAt(flags: readonly Flag[], x: number, y: number): Flag | undefined {
  const meets = (flag: Flag): boolean => (y < RULER && flag.left <= x && x < flag.right) || Math.abs(x - flag.x) <= LINE_REACH;
  return flags.findLast(meets);
}

/** Cut with an ellipsis to fit. */
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
