import { uint32At } from '../../../core/columns/at.ts';
import { withRow } from '../../../core/columns/table.ts';
import { FADED } from '../../ui/frame-colors.ts';
import type { Theme } from '../../ui/theme.ts';
import type { FlameItems } from '../items.ts';
import type { FlameRows } from '../rows.ts';

export type FillTheme = Pick<Theme, 'highContrast' | 'background' | 'match' | 'muted' | 'frame'>;

/** Inputs of box colours besides the items. */
interface ColorSource {
  readonly flame: FlameRows;
  readonly theme: FillTheme;
  /** Boxes without a match are faded. */
  readonly searching: boolean;
  /** Narrow matches have the colour of found text. */
  readonly marks: boolean;
  /** Changes with the search and its results. */
  readonly searchVersion: number;
}

/** Cached colours of boxes narrower than a pixel: a frame may need fifty thousand. */
export class BoxColors {
  #source: ColorSource | undefined;
  /** Fills in the search, at `alike`; 0 is unknown. */
  #known: Uint32Array = new Uint32Array(0);
  /** Fills without a search, at `alike`; 0 is unknown. Kept while searches change: a fill takes longer than a match. */
  #fills: Uint32Array = new Uint32Array(0);
  readonly #packed = new Map<string, number>();

  begin(source: ColorSource): void {
    const { flame, theme, searching, searchVersion } = source;
    const last = this.#source;
    const hasSameFills = last?.flame.source === flame.source && last.theme === theme;
    if (!hasSameFills) this.#fills.fill(0);
    if (!hasSameFills || last.searching !== searching || last.searchVersion !== searchVersion) this.#known.fill(0);
    if (last?.theme !== theme) this.#packed.clear();
    this.#source = source;
  }

  /** Without a search. @param alike equal numbers have equal colours; -1 unknown */
  fillOf(items: FlameItems, item: number, alike: number): number {
    if (alike < 0) return this.#fillOf(items, item);
    if (alike >= this.#fills.length) this.#fills = withRow(this.#fills, alike);
    const before = uint32At(this.#fills, alike);
    if (before !== 0) return before;
    const fill = this.#fillOf(items, item);
    this.#fills[alike] = fill;
    return fill;
  }

  /** A fill in the search. */
  inSearch(items: FlameItems, item: number, alike: number, fill: number): number {
    if (this.#source?.searching !== true) return fill;
    if (alike < 0) return this.#inSearch(items, item, fill);
    if (alike >= this.#known.length) this.#known = withRow(this.#known, alike);
    const before = uint32At(this.#known, alike);
    if (before !== 0) return before;
    const color = this.#inSearch(items, item, fill);
    this.#known[alike] = color;
    return color;
  }

  fill(fill: string, matches: boolean): number {
    return matches ? this.#pixel(fill) : this.#faded(this.#pixel(fill));
  }

  #fillOf(items: FlameItems, item: number): number {
    const source = this.#source;
    if (source === undefined) return 0;
    const { theme } = source;
    const shade = theme.frame[items.category(item)][items.shade(item)] ?? theme.frame.unknown[0];
    return this.#pixel(shade?.fill ?? theme.muted);
  }

  #inSearch(items: FlameItems, item: number, fill: number): number {
    if (this.#source === undefined || !items.matches(item)) return this.#faded(fill);
    return this.#source.marks ? this.#pixel(this.#source.theme.match) : fill;
  }

  #faded(pixel: number): number {
    const background = this.#source?.theme.background;
    return background === undefined ? pixel : mixed(pixel, this.#pixel(background), FADED);
  }

  #pixel(color: string): number {
    let pixel = this.#packed.get(color);
    if (pixel === undefined) {
      pixel = packedColor(color);
      this.#packed.set(color, pixel);
    }
    return pixel;
  }
}

/** An opaque pixel of a `#rrggbb` colour. */
export function packedColor(color: string): number {
  // Little-endian, as all computers with VS Code: red is the first byte.
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

/** @param share of `over` */
function mixed(over: number, under: number, share: number): number {
  let pixel = 255 << 24;
  for (let bit = 0; bit < 24; bit += 8) {
    pixel |= Math.round(((over >>> bit) & 255) * share + ((under >>> bit) & 255) * (1 - share)) << bit;
  }
  return pixel >>> 0;
}
