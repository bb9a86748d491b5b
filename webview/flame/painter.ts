import type { FrameCategory, Theme } from '../theme.ts';
import type { LabelFitter } from './fitted-label.ts';
import { Hatching } from './hatching.ts';
import { NarrowBoxes } from './narrow-boxes.ts';
import type { FlameRows } from './rows.ts';
import type { BoxPlace } from './selection.ts';
import { toPixel, type Viewport } from './viewport.ts';
import { visitVisible } from './visible-boxes.ts';

/** Height of a row in CSS pixels, the gap included. */
export const ROW_HEIGHT = 20;
/** Boxes narrower than this get no label. */
const LABEL_FROM_PX = 28;
const LABEL_INSET_PX = 5;

/** How sure a box's name is: `nearest` and `unknown` are hatched. */
export type Certainty = 'certain' | 'nearest' | 'unknown';

/** What the painter asks about an item of a row. */
export interface FlameItems {
  label(item: number): string;
  category(item: number): FrameCategory;
  /** 0 to 3, the same for the same class. */
  shade(item: number): number;
  certainty(item: number): Certainty;
  /** False fades the box, when a search is on. */
  matches(item: number): boolean;
}

export interface FlamePicture {
  readonly flame: FlameRows;
  readonly items: FlameItems;
  readonly view: Viewport;
  readonly searching: boolean;
  readonly selected: BoxPlace | undefined;
  readonly hovered: BoxPlace | undefined;
  /** First visible pixel of the content. */
  readonly scrollTop: number;
}

const narrowBoxes = new NarrowBoxes();
const hatching = new Hatching();

/** Draws the rows that lie in the canvas; `width` and `height` in CSS pixels, the context already scaled. */
export function paintFlame(
  context: CanvasRenderingContext2D,
  width: number,
  height: number,
  picture: FlamePicture,
  theme: Theme,
  labels: LabelFitter,
): void {
  context.fillStyle = theme.background;
  context.fillRect(0, 0, width, height);
  context.font = theme.font;
  context.textBaseline = 'middle';
  const firstRow = Math.floor(picture.scrollTop / ROW_HEIGHT);
  const lastRow = Math.min(picture.flame.rows.length - 1, Math.floor((picture.scrollTop + height) / ROW_HEIGHT));
  // A search fades and underlines boxes, which a line of pixels cannot show.
  const narrow = !picture.searching && narrowBoxes.begin(Math.ceil(width), lastRow - firstRow + 1) ? narrowBoxes : undefined;
  for (let depth = firstRow; depth <= lastRow; depth++) {
    paintRow(context, width, depth, picture, theme, labels, narrow && ((x, fill) => narrow.set(x, depth - firstRow, fill)));
  }
  narrow?.paint(context, ROW_HEIGHT - 1, (row) => (firstRow + row) * ROW_HEIGHT - picture.scrollTop);
  outline(context, width, picture, picture.hovered, theme.foreground, 1);
  outline(context, width, picture, picture.selected, theme.focus, 2);
}

function paintRow(
  context: CanvasRenderingContext2D,
  width: number,
  depth: number,
  picture: FlamePicture,
  theme: Theme,
  labels: LabelFitter,
  setPixel: ((x: number, fill: string) => void) | undefined,
): void {
  const row = picture.flame.rows[depth];
  if (row === undefined) return;
  const top = depth * ROW_HEIGHT - picture.scrollTop;
  const { items, searching } = picture;
  visitVisible(row, picture.view, width, (box, left, right, merged) => {
    const item = row.item[box] ?? 0;
    const shade = theme.frame[items.category(item)][items.shade(item)] ?? theme.frame.unknown[0];
    if (shade === undefined) return;
    if (setPixel !== undefined && right - left <= 1) {
      setPixel(Math.floor(left), shade.fill);
      return;
    }
    const matches = !searching || items.matches(item);
    const boxWidth = Math.max(1, right - left - (merged > 1 || right - left < 3 ? 0 : 1));
    context.globalAlpha = matches ? 1 : 0.22;
    if (theme.highContrast && boxWidth > 3) {
      context.fillStyle = theme.background;
      context.fillRect(left, top, boxWidth, ROW_HEIGHT - 1);
      context.strokeStyle = shade.fill;
      context.lineWidth = items.category(item) === 'app' ? 2 : 1;
      context.strokeRect(left + 0.5, top + 0.5, boxWidth - 1, ROW_HEIGHT - 2);
    } else {
      context.fillStyle = shade.fill;
      context.fillRect(left, top, boxWidth, ROW_HEIGHT - 1);
    }
    const certainty = items.certainty(item);
    if (certainty !== 'certain' && boxWidth > 3) {
      const color = theme.highContrast ? theme.foreground : shade.text;
      hatching.paint(context, { left, top, width: boxWidth, height: ROW_HEIGHT - 1 }, certainty, color);
    }
    if (searching && matches) {
      context.fillStyle = theme.match;
      context.fillRect(left, top + ROW_HEIGHT - 4, boxWidth, 3);
    }
    if (boxWidth < LABEL_FROM_PX) return;
    const label = labels.fit(items.label(item), boxWidth - 2 * LABEL_INSET_PX);
    if (label === '') return;
    context.fillStyle = theme.highContrast ? theme.foreground : shade.text;
    context.fillText(label, left + LABEL_INSET_PX, top + ROW_HEIGHT / 2);
  });
  context.globalAlpha = 1;
}

function outline(
  context: CanvasRenderingContext2D,
  width: number,
  picture: FlamePicture,
  place: BoxPlace | undefined,
  color: string,
  thickness: number,
): void {
  const row = place && picture.flame.rows[place.depth];
  if (place === undefined || row === undefined || place.box >= row.count) return;
  const left = Math.max(-thickness, toPixel(picture.view, width, row.begin[place.box] ?? 0));
  const right = Math.min(width + thickness, toPixel(picture.view, width, row.end[place.box] ?? 0));
  if (right < 0 || left > width) return;
  context.strokeStyle = color;
  context.lineWidth = thickness;
  const inset = thickness / 2;
  const top = place.depth * ROW_HEIGHT - picture.scrollTop;
  context.strokeRect(left + inset, top + inset, Math.max(thickness, right - left - thickness - 0.5), ROW_HEIGHT - 1 - thickness);
}
