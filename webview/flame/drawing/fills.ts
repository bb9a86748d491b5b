import type { Shade } from '../../ui/theme.ts';
import { movedByPixels, spanOf, type Viewport } from '../../ui/viewport.ts';
import type { FlameItems } from '../items.ts';
import { type FlameRows, MOMENTS, type VisibleBoxes } from '../rows.ts';
import { BoxColors, type FillTheme, packedColor } from './box-colors.ts';
import { Density } from './density.ts';
import { DrawnBoxes } from './drawn-boxes.ts';
import { RowPixels } from './row-pixels.ts';

/** Boxes up to this width (CSS pixels) are only a fill. */
const PLAIN_PX = 3;
export const LABEL_FROM_PX = 28;

export interface FillsInput {
  readonly flame: FlameRows;
  readonly items: FlameItems;
  readonly view: Viewport;
  /** Boxes without a match are faded. */
  readonly searching: boolean;
  /** Matches of a search are marked; those of the legend are not. */
  readonly marks: boolean;
  /** Changes with the search and its results. */
  readonly searchVersion: number;
  readonly theme: FillTheme;
  readonly firstRow: number;
  readonly lastRow: number;
  /** Screen pixels, and how many make a CSS pixel. */
  readonly width: number;
  readonly ratio: number;
}

/** A box with a label or another sign. */
export interface WideBox {
  readonly depth: number;
  readonly item: number;
  readonly beginX: number;
  readonly endX: number;
  readonly shade: Shade;
  readonly matches: boolean;
}

/**
 * The fills of a flame graph. A panned or grown graph moves by whole pixels; only new parts are computed.
 * It changes ten times a second while following, and sixty times while dragging.
 */
export class FlameFills {
  readonly pixels = new RowPixels();
  readonly #density = new Density();
  /** Keyed by item. */
  readonly wide = new Map<number, WideBox>();
  readonly #colors = new BoxColors();
  /** The last whole drawing, and its input. */
  readonly #drawn = new DrawnBoxes();
  #drawnFor: FillsInput | undefined;
  #last: (FillsInput & { readonly steadyX: number }) | undefined;
  /** The first column of a box that changed its colour: growing, it may reach far back. */
  #recoloredFrom = 0;

  /** Narrow boxes are merged; a search shows each match. */
  get shown(): Pick<RowPixels, 'width' | 'rows' | 'pixels'> {
    return this.#last?.marks === true ? this.pixels : this.#density;
  }

  /** Updates pixels and wide boxes. Returns the view drawn: the requested one, or half a pixel beside it. */
  update(input: FillsInput): Viewport {
    this.#colors.begin(input);
    const last = this.#last !== undefined && isAlike(this.#last, input) ? this.#last : undefined;
    const moved = last && movedByPixels(last.view, input.view, input.width);
    const { parts } = input.flame;
    const steadyX = parts?.steadyX ?? Number.NEGATIVE_INFINITY;
    if (last === undefined || moved === undefined || parts === undefined || Math.abs(moved) >= input.width) {
      this.#last = { ...input, steadyX };
      this.#drawAll(input);
      return input.view;
    }
    const movedUs = (moved * spanOf(last.view)) / input.width;
    const view = { fromX: last.view.fromX + movedUs, toX: last.view.toX + movedUs };
    this.#last = { ...input, view, steadyX };
    this.#drawChanges(this.#last, moved, last.flame === input.flame ? Number.POSITIVE_INFINITY : last.steadyX);
    return view;
  }

  #drawAll(input: FillsInput): void {
    const { flame, items, firstRow, lastRow, view, width, searching } = input;
    const drawn = this.#drawn;
    this.pixels.begin(width, lastRow - firstRow + 1);
    this.wide.clear();
    if (searching && this.#drawnFor !== undefined && isSameDrawing(this.#drawnFor, input)) {
      drawn.repeat((...narrow) => this.#paintNarrow(items, ...narrow), this.#boxVisitor(input).box);
      this.#merge(input, 0, width);
      return;
    }
    drawn.begin();
    this.#drawnFor = input;
    flame.visitVisible(firstRow, lastRow, view, width, this.#boxVisitor(input, drawn));
    this.#merge(input, 0, width);
  }

  #merge({ marks, theme, ratio }: FillsInput, fromColumn: number, toColumn: number): void {
    if (!marks) this.#density.update(this.pixels, fromColumn, toColumn, packedColor(theme.background), ratio);
  }

  #paintNarrow(items: FlameItems, pixel: number, item: number, alike: number, fill: number, covered: number): void {
    this.pixels.pixels[pixel] = this.#colors.inSearch(items, item, alike, fill);
    this.pixels.covered[pixel] = covered;
  }

  /** @param steadyX everything before this is unchanged */
  #drawChanges(input: FillsInput, moved: number, steadyX: number): void {
    const { flame, firstRow, lastRow, view, width } = input;
    const scale = width / spanOf(view);
    const steady = Math.max(0, Math.floor((steadyX - view.fromX) * scale));
    // After a move the edge may cut another part of a box.
    const leftEnd = moved === 0 ? 0 : Math.max(1, 1 - moved);
    const rightBegin = Math.min(steady, moved === 0 ? width : width - 1 - Math.max(0, moved));
    this.pixels.moveLeft(moved);
    this.#density.moveLeft(moved);
    const draw = (fromColumn: number, toColumn: number): void => {
      this.pixels.clear(fromColumn, toColumn);
      this.#recoloredFrom = fromColumn;
      flame.parts?.visit({ firstRow, lastRow, view, width, fromColumn, toColumn }, this.#boxVisitor(input));
      this.#merge(input, this.#recoloredFrom, toColumn);
    };
    if (leftEnd >= rightBegin) {
      this.wide.clear();
      draw(0, width);
      return;
    }
    for (const [item, { beginX, endX }] of this.wide) {
      const isLeft = leftEnd > 0 && (beginX - view.fromX) * scale < leftEnd;
      const isRight = rightBegin < width && (endX - view.fromX) * scale > rightBegin;
      if (isLeft || isRight) this.wide.delete(item);
    }
    if (leftEnd > 0) draw(0, leftEnd);
    if (rightBegin < width) draw(rightBegin, width);
  }

  /** @param drawn records the visits */
  #boxVisitor({ flame, items, searching, marks, theme, firstRow, ratio }: FillsInput, drawn?: DrawnBoxes): VisibleBoxes {
    const { pixels } = this;
    return {
      narrow: (depth, x, item, alike, covered) => {
        const pixel = pixels.place(x, depth - firstRow);
        const fill = this.#colors.fillOf(items, item, alike);
        drawn?.narrow(pixel, item, alike, fill, covered);
        this.#paintNarrow(items, pixel, item, alike, fill, covered);
      },
      box: (depth, box, left, right) => {
        drawn?.box(depth, box, left, right);
        const row = flame.rows[depth];
        const item = row?.item(box) ?? 0;
        const matches = !searching || items.matches(item);
        const shade = theme.frame[items.category(item)][items.shade(item)] ?? theme.frame.unknown[0];
        if (row === undefined || shade === undefined) return;
        const { from, to, gap } = filled(left, right, pixels.width, ratio);
        const fill = this.#colors.fill(shade.fill, matches);
        if (pixels.pixels[pixels.place(from, depth - firstRow)] !== fill) this.#recoloredFrom = Math.min(this.#recoloredFrom, from);
        pixels.fill(from, to, depth - firstRow, fill, gap === 0 ? MOMENTS : 0);
        // Clears pixels of a narrow neighbour.
        pixels.fill(to, to + gap, depth - firstRow, 0);
        const width = (to - from) / ratio;
        if (width <= PLAIN_PX) return;
        const isSigned = theme.highContrast || (marks && matches) || width >= LABEL_FROM_PX || items.state(item) !== undefined;
        if (isSigned) this.wide.set(item, { depth, item, beginX: row.begin(box), endX: row.end(box), shade, matches });
      },
    };
  }
}

/** Pixels of a box, with a gap behind it if there is room. */
export function filled(
  left: number,
  right: number,
  width: number,
  ratio: number,
): { readonly from: number; readonly to: number; readonly gap: number } {
  const from = Math.round(Math.max(0, left));
  const end = Math.max(from + 1, Math.round(Math.min(width, right)));
  const gap = end - from < PLAIN_PX * ratio ? 0 : Math.max(1, Math.round(ratio));
  return { from, to: end - gap, gap };
}

/** True if pixels of one input are valid for the other. */
function isAlike(one: FillsInput, other: FillsInput): boolean {
  return (
    one.flame.source === other.flame.source &&
    one.searching === other.searching &&
    one.marks === other.marks &&
    one.searchVersion === other.searchVersion &&
    isSameCanvas(one, other)
  );
}

/** True if only the search differs. */
function isSameDrawing(one: FillsInput, other: FillsInput): boolean {
  return (
    one.flame === other.flame &&
    one.items === other.items &&
    one.view.fromX === other.view.fromX &&
    one.view.toX === other.view.toX &&
    isSameCanvas(one, other)
  );
}

function isSameCanvas(one: FillsInput, other: FillsInput): boolean {
  return (
    one.theme === other.theme &&
    one.firstRow === other.firstRow &&
    one.lastRow === other.lastRow &&
    one.width === other.width &&
    one.ratio === other.ratio
  );
}
