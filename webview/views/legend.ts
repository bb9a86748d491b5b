import { element } from '../ui/dom.ts';
import { text } from '../ui/page-text.ts';
import type { FrameCategory, Theme } from '../ui/theme.ts';

/** Owners and steps of a comparison have the colours of boxes, states the patterns of the timeline. */
const keys = [
  { name: 'app', word: 'legendApp', colors: ['app'] },
  { name: 'library', word: 'legendLibrary', colors: ['library'] },
  { name: 'native', word: 'legendNative', colors: ['native'] },
  { name: 'framework', word: 'legendFramework', colors: ['framework'] },
  { name: 'blocked', word: 'blocked', state: 'blocked' },
  { name: 'ready', word: 'ready', state: 'ready' },
  { name: 'unknown', word: 'unknown', state: 'unknown' },
  { name: 'gc', word: 'garbage', state: 'gc' },
  { name: 'unsure', word: 'legendUnsure' },
  { name: 'less', word: 'legendLess', colors: ['less3', 'less2', 'less1'] },
  { name: 'same', word: 'legendSame', colors: ['same'] },
  { name: 'more', word: 'legendMore', colors: ['more1', 'more2', 'more3'] },
] as const satisfies readonly {
  readonly name: string;
  readonly word: string;
  readonly colors?: readonly FrameCategory[];
  readonly state?: string;
}[];

/** The meanings of colours and patterns. */
export class Legend {
  readonly nodes: readonly HTMLElement[];
  readonly #swatches: readonly (readonly [FrameCategory, HTMLElement])[];

  constructor(theme: Theme) {
    const swatches: (readonly [FrameCategory, HTMLElement])[] = [];
    this.nodes = keys.map((key) => {
      const colors = 'colors' in key ? key.colors : [];
      const shown = colors.map((category) => [category, element('i', { class: 'swatch' })] as const);
      swatches.push(...shown);
      return element('span', { class: `key key-${key.name}` }, [
        ...('state' in key ? [element('i', { class: `swatch ${key.state}` })] : shown.map(([, swatch]) => swatch)),
        element('span', { text: text(key.word) }),
      ]);
    });
    this.#swatches = swatches;
    this.setTheme(theme);
  }

  /** Exactly as boxes are painted. */
  setTheme(theme: Theme): void {
    for (const [category, swatch] of this.#swatches) {
      const [shade] = theme.frame[category];
      swatch.style.background = (theme.highContrast ? theme.background : shade?.fill) ?? '';
      swatch.style.border = theme.highContrast ? `${category === 'app' ? 2 : 1}px solid ${shade?.outline}` : '';
    }
  }
}
