import { drawText } from '../../ui/canvas/canvas-text.ts';
import { labelFitter } from '../../ui/canvas/label-fitter.ts';
import { FADED } from '../../ui/frame-colors.ts';
import type { LabelFitter } from '../../ui/names/fitted-label.ts';
import type { Theme } from '../../ui/theme.ts';
import { toPixel, type Viewport } from '../../ui/viewport.ts';
import type { FlameItems } from '../items.ts';
import type { FlameRows } from '../rows.ts';
import type { BoxPlace } from '../selection.ts';
import { FlameFills, filled, LABEL_FROM_PX, type WideBox } from './fills.ts';
import { Hatching, statePattern } from './hatching.ts';
import type { RowPixels } from './row-pixels.ts';

/** CSS pixels, the gap included. */
export const ROW_HEIGHT = 20;
const LABEL_INSET_PX = 5;
/** Narrowest pattern behind a name. */
const PATTERN_PX = 10;

interface FlameScene {
  readonly flame: FlameRows;
  readonly items: FlameItems;
  readonly view: Viewport;
  /** Boxes without a match are faded. */
  readonly searching: boolean;
  /** Matches of a search are marked; those of the legend are not. */
  readonly marks: boolean;
  /** Changes with the search and its results. */
  readonly searchVersion: number;
  readonly selected: BoxPlace | undefined;
  readonly hovered: BoxPlace | undefined;
  /** CSS pixels. */
  readonly marked: { readonly beginX: number; readonly endX: number } | undefined;
  readonly scrollTop: number;
}

export class FlamePainter {
  readonly #fills = new FlameFills();
  readonly #image = new RowImage();
  readonly #hatching = new Hatching();
  #theme: Theme;
  #labels: LabelFitter;

  constructor(theme: Theme) {
    this.#theme = theme;
    this.#labels = labelFitter(theme.font);
  }

  setTheme(theme: Theme): void {
    this.#theme = theme;
    this.#labels = labelFitter(theme.font);
  }

  /** Draws visible rows in CSS pixels; the context is scaled already. */
  paint(context: CanvasRenderingContext2D, width: number, height: number, scene: FlameScene): void {
    const theme = this.#theme;
    context.fillStyle = theme.background;
    context.fillRect(0, 0, width, height);
    context.font = theme.font;
    context.textBaseline = 'middle';
    const firstRow = Math.floor(scene.scrollTop / ROW_HEIGHT);
    const lastRow = Math.min(scene.flame.rows.length - 1, Math.floor((scene.scrollTop + height) / ROW_HEIGHT));
    // Boxes are computed in screen pixels.
    const ratio = context.getTransform().a;
    const pixels = Math.round(width * ratio);
    let { view } = scene;
    if (pixels > 0 && lastRow >= firstRow) {
      view = this.#fills.update({ ...scene, theme, firstRow, lastRow, width: pixels, ratio });
      this.#image.paint(context, this.#fills.shown, width, ROW_HEIGHT, firstRow * ROW_HEIGHT - scene.scrollTop, theme.background);
      const place = { view, pixels, ratio };
      for (const box of this.#fills.wide.values()) this.#paintWide(context, box, place, scene);
      context.globalAlpha = 1;
    }
    outline(context, width, { ...scene, view }, scene.hovered, theme.foreground, 1);
    outline(context, width, { ...scene, view }, scene.selected, theme.focus, 2);
    if (scene.marked !== undefined) paintMarked(context, height, scene.marked, theme);
  }

  #paintWide(
    context: CanvasRenderingContext2D,
    { depth, item, shade, matches, ...box }: WideBox,
    { view, pixels, ratio }: { readonly view: Viewport; readonly pixels: number; readonly ratio: number },
    { items, marks, scrollTop }: FlameScene,
  ): void {
    const theme = this.#theme;
    const { from, to } = filled(toPixel(view, pixels, box.beginX), toPixel(view, pixels, box.endX), pixels, ratio);
    const left = from / ratio;
    const width = (to - from) / ratio;
    const top = depth * ROW_HEIGHT - scrollTop;
    context.globalAlpha = matches ? 1 : FADED;
    if (theme.highContrast) {
      context.fillStyle = theme.background;
      context.fillRect(left, top, width, ROW_HEIGHT - 1);
      context.strokeStyle = shade.outline;
      context.lineWidth = items.category(item) === 'app' ? 2 : 1;
      context.strokeRect(left + 0.5, top + 0.5, width - 1, ROW_HEIGHT - 2);
    }
    const pattern = statePattern(items.state(item));
    const text = theme.highContrast ? theme.foreground : matches ? shade.text : shade.fadedText;
    const label = this.#label(items, item, width - (pattern === undefined ? 0 : PATTERN_PX));
    // A font takes long to set.
    const isSlanted = label !== '' && items.certainty(item) !== 'certain';
    if (isSlanted) context.font = `italic ${theme.font}`;
    if (pattern !== undefined) {
      // The name's ground stays clear.
      const clear = label === '' ? 0 : 2 * LABEL_INSET_PX + Math.ceil(context.measureText(label).width);
      const place = { left: left + clear, top, width: width - clear, height: ROW_HEIGHT - 1 };
      this.#hatching.paint(context, place, pattern, theme.highContrast ? shade.outline : text);
    }
    if (marks && matches) paintMatch(context, left, top, width, theme);
    context.globalAlpha = 1;
    context.fillStyle = text;
    if (label !== '') drawText(context, label, left + LABEL_INSET_PX, top + ROW_HEIGHT / 2);
    if (isSlanted) context.font = theme.font;
  }

  /** '' where there is no room: a search has thousands of such boxes, whose names nobody needs. */
  #label(items: FlameItems, item: number, width: number): string {
    return width < LABEL_FROM_PX ? '' : this.#labels.fit(items.label(item), width - 2 * LABEL_INSET_PX);
  }
}

/** A bar, which a gap sets off from any owner's colour. */
function paintMatch(context: CanvasRenderingContext2D, left: number, top: number, width: number, theme: Theme): void {
  context.fillStyle = theme.background;
  context.fillRect(left, top + ROW_HEIGHT - 5, width, 1);
  context.fillStyle = theme.match;
  context.fillRect(left, top + ROW_HEIGHT - 4, width, 3);
}

function paintMarked(
  context: CanvasRenderingContext2D,
  height: number,
  { beginX, endX }: NonNullable<FlameScene['marked']>,
  theme: Theme,
): void {
  context.globalAlpha = 0.25;
  context.fillStyle = theme.focus;
  context.fillRect(beginX, 0, endX - beginX, height);
  context.globalAlpha = 1;
}

function outline(
  context: CanvasRenderingContext2D,
  width: number,
  scene: FlameScene,
  place: BoxPlace | undefined,
  color: string,
  thickness: number,
): void {
  const row = place && scene.flame.rows[place.depth];
  if (place === undefined || row === undefined || !row.has(place.box)) return;
  const left = Math.max(-thickness, toPixel(scene.view, width, row.begin(place.box)));
  const right = Math.min(width + thickness, toPixel(scene.view, width, row.end(place.box)));
  if (right < 0 || left > width) return;
  context.strokeStyle = color;
  context.lineWidth = thickness;
  const inset = thickness / 2;
  const top = place.depth * ROW_HEIGHT - scene.scrollTop;
  context.strokeRect(left + inset, top + inset, Math.max(thickness, right - left - thickness - 0.5), ROW_HEIGHT - 1 - thickness);
}

/** Draws all fills as one small image, a line per row. A thousand fills per row would make panning slow. */
class RowImage {
  readonly #canvas = document.createElement('canvas');
  readonly #context = this.#canvas.getContext('2d');
  #image: ImageData | undefined;

  /**
   * Draws all rows at once; an image per row takes ten times as long.
   * @param top upper edge of the first row @param gap colour of the lines between rows
   */
  paint(
    context: CanvasRenderingContext2D,
    of: Pick<RowPixels, 'width' | 'rows' | 'pixels'>,
    width: number,
    rowHeight: number,
    top: number,
    gap: string,
  ): void {
    // Browsers limit the size of a canvas.
    if (this.#context === null) return;
    const { rows, pixels } = of;
    if (this.#image?.data.buffer !== pixels.buffer) {
      this.#canvas.width = of.width;
      this.#canvas.height = rows;
      this.#image = new ImageData(new Uint8ClampedArray(pixels.buffer), of.width, rows);
    }
    this.#context.putImageData(this.#image, 0, 0);
    context.imageSmoothingEnabled = false;
    context.drawImage(this.#canvas, 0, 0, of.width, rows, 0, top, width, rows * rowHeight);
    context.fillStyle = gap;
    for (let row = 1; row <= rows; row++) context.fillRect(0, top + row * rowHeight - 1, width, 1);
  }
}
