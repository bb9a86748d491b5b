import { uint32At } from '../../core/columns/at.ts';
import type { Theme } from '../ui/theme.ts';
import type { FlameItems } from './painter.ts';
import type { FlameRows } from './rows.ts';

/** Opacity of boxes without a match. */
export const FADED = 0.22;

export type FillTheme = Pick<Theme, 'highContrast' | 'background' | 'match' | 'muted' | 'frame'>;

/** Inputs of box colours besides the items. */
interface ColorSource {
  readonly flame: FlameRows;
  readonly theme: FillTheme;
  readonly searching: boolean;
  /** Changes with the search and its results. */
  readonly searchVersion: number;
}

/** Cached colours of boxes narrower than a pixel: a frame may need fifty thousand. */
export class BoxColors {
  #source: ColorSource | undefined;
  /** By `alike`; 0 is unknown. */
  #known: Uint32Array = new Uint32Array(0);
  readonly #packed = new Map<string, number>();

  begin(source: ColorSource): void {
    const { flame, theme, searching, searchVersion } = source;
    const last = this.#source;
    const isSame =
      last?.flame.source === flame.source && last.theme === theme && last.searching === searching && last.searchVersion === searchVersion;
    if (!isSame) this.#known.fill(0);
    if (last?.theme !== theme) this.#packed.clear();
    this.#source = source;
  }

  /** @param alike equal numbers have equal colours; -1 unknown */
  of(items: FlameItems, item: number, alike: number): number {
    if (alike < 0) return this.#color(items, item);
    if (alike >= this.#known.length) {
      const larger = new Uint32Array(Math.max(1024, alike * 2));
      larger.set(this.#known);
      this.#known = larger;
    }
    const before = uint32At(this.#known, alike);
    if (before !== 0) return before;
    const color = this.#color(items, item);
    this.#known[alike] = color;
    return color;
  }

  fill(fill: string, matches: boolean): number {
    const key = matches ? fill : `${fill}-`;
    let packed = this.#packed.get(key);
    if (packed === undefined) {
      packed = packedColor(fill, this.#source?.theme.background, matches ? 1 : FADED);
      this.#packed.set(key, packed);
    }
    return packed;
  }

  #color(items: FlameItems, item: number): number {
    const source = this.#source;
    if (source === undefined) return 0;
    const { theme, searching } = source;
    const matches = searching && items.matches(item);
    const shade = theme.frame[items.category(item)][items.shade(item)] ?? theme.frame.unknown[0];
    return this.fill(matches ? theme.match : (shade?.fill ?? theme.muted), matches || !searching);
  }
}

/** An opaque pixel of `#rrggbb` colours; `share` below 1 mixes in the background. */
function packedColor(fill: string, background = fill, share = 1): number {
  // Little-endian, as all computers with VS Code: red is the first byte.
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const [over, under] = [fill, background].map((color) => Number.parseInt(color.slice(at, at + 2), 16));
    return Math.round((over ?? 0) * share + (under ?? 0) * (1 - share));
  });
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}
