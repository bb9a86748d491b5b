import type { FrameCategory, Shade, Theme } from '../theme.ts';
import { BoxColors, FADED } from './box-colors.ts';
import type { LabelFitter } from './fitted-label.ts';
import { Hatching } from './hatching.ts';
import { RowImage } from './row-image.ts';
import type { FlameRows } from './rows.ts';
import type { BoxPlace } from './selection.ts';
import { toPixel, type Viewport } from './viewport.ts';

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
  /** Another one when the search, or what it finds, is another. */
  readonly searchVersion: number;
  readonly selected: BoxPlace | undefined;
  readonly hovered: BoxPlace | undefined;
  /** First visible pixel of the content. */
  readonly scrollTop: number;
}

const rowImage = new RowImage();
const colors = new BoxColors();
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
  // All of a picture is worked out in the pixels of the screen.
  const ratio = context.getTransform().a;
  const pixels = Math.round(width * ratio);
  if (rowImage.begin(pixels, lastRow - firstRow + 1)) {
    const { flame, items, searching, searchVersion } = picture;
    colors.begin({ flame, theme, searching, searchVersion });
    const wide: WideBox[] = [];
    flame.visitVisible(firstRow, lastRow, picture.view, pixels, {
      narrow: (depth, x, item, alike) => rowImage.set(x, depth - firstRow, colors.of(items, item, alike)),
      box(depth, box, left, right) {
        const item = flame.rows[depth]?.item(box) ?? 0;
        const matches = !searching || items.matches(item);
        const shade = theme.frame[items.category(item)][items.shade(item)] ?? theme.frame.unknown[0];
        if (shade === undefined) return;
        const from = Math.round(left);
        const to = Math.max(from + 1, Math.round(right));
        const gap = to - from < 3 * ratio ? 0 : Math.max(1, Math.round(ratio));
        rowImage.fill(from, to - gap, depth - firstRow, colors.fill(shade.fill, matches));
        // A narrow neighbour may have been set there.
        rowImage.fill(to - gap, to, depth - firstRow, 0);
        const boxWidth = (to - gap - from) / ratio;
        if (boxWidth > 3)
          wide.push({ left: from / ratio, top: depth * ROW_HEIGHT - picture.scrollTop, width: boxWidth, item, shade, matches });
      },
    });
    rowImage.paint(context, width, ROW_HEIGHT, firstRow * ROW_HEIGHT - picture.scrollTop, theme.background);
    for (const box of wide) paintWide(context, box, picture, theme, labels);
    context.globalAlpha = 1;
  }
  outline(context, width, picture, picture.hovered, theme.foreground, 1);
  outline(context, width, picture, picture.selected, theme.focus, 2);
}

/** A box that is more than its fill. In CSS pixels. */
interface WideBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly item: number;
  readonly shade: Shade;
  readonly matches: boolean;
}

function paintWide(
  context: CanvasRenderingContext2D,
  { left, top, width, item, shade, matches }: WideBox,
  { items, searching }: FlamePicture,
  theme: Theme,
  labels: LabelFitter,
): void {
  context.globalAlpha = matches ? 1 : FADED;
  if (theme.highContrast) {
    context.fillStyle = theme.background;
    context.fillRect(left, top, width, ROW_HEIGHT - 1);
    context.strokeStyle = shade.fill;
    context.lineWidth = items.category(item) === 'app' ? 2 : 1;
    context.strokeRect(left + 0.5, top + 0.5, width - 1, ROW_HEIGHT - 2);
  }
  const certainty = items.certainty(item);
  if (certainty !== 'certain') {
    const color = theme.highContrast ? theme.foreground : shade.text;
    hatching.paint(context, { left, top, width, height: ROW_HEIGHT - 1 }, certainty, color);
  }
  if (searching && matches) {
    context.fillStyle = theme.match;
    context.fillRect(left, top + ROW_HEIGHT - 4, width, 3);
  }
  if (width < LABEL_FROM_PX) return;
  const label = labels.fit(items.label(item), width - 2 * LABEL_INSET_PX);
  if (label === '') return;
  context.fillStyle = theme.highContrast ? theme.foreground : shade.text;
  context.fillText(label, left + LABEL_INSET_PX, top + ROW_HEIGHT / 2);
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
  if (place === undefined || row === undefined || !row.has(place.box)) return;
  const left = Math.max(-thickness, toPixel(picture.view, width, row.begin(place.box)));
  const right = Math.min(width + thickness, toPixel(picture.view, width, row.end(place.box)));
  if (right < 0 || left > width) return;
  context.strokeStyle = color;
  context.lineWidth = thickness;
  const inset = thickness / 2;
  const top = place.depth * ROW_HEIGHT - picture.scrollTop;
  context.strokeRect(left + inset, top + inset, Math.max(thickness, right - left - thickness - 0.5), ROW_HEIGHT - 1 - thickness);
}
