import type { LagBand } from '../../core/analysis/lags/lag.ts';
import { element } from './dom.ts';
import { frameShades, hex, type Rgb, visibleOn } from './frame-colors.ts';

/** Decides the colour of a frame: the owner of its code, or a step of a comparison. */
export type FrameCategory = 'app' | 'library' | 'native' | 'framework' | 'runtime' | 'idle' | 'unknown' | DifferenceStep;

/** More or less than in the compared range. */
export type DifferenceStep = 'more1' | 'more2' | 'more3' | 'same' | 'less1' | 'less2' | 'less3';

/** Colours of the editor's theme, for canvases. */
export interface Theme {
  readonly highContrast: boolean;
  readonly background: string;
  readonly foreground: string;
  readonly muted: string;
  readonly line: string;
  readonly focus: string;
  readonly match: string;
  /** States have no hue: on a core, off it (patterns), and waiting without a known lock or disk. */
  readonly busy: string;
  readonly offCore: string;
  readonly waiting: string;
  readonly idle: string;
  /** Messages and counters. */
  readonly neutral: string;
  /** Range B. */
  readonly second: string;
  readonly mark: string;
  readonly band: Readonly<Record<LagBand, string>>;
  /** Four shades separate neighbours. */
  readonly frame: Readonly<Record<FrameCategory, readonly Shade[]>>;
  readonly font: string;
  readonly smallFont: string;
}

/** The text is readable on the fill. */
export interface Shade {
  readonly fill: string;
  /** In high contrast, boxes wide enough for one are an outline. */
  readonly outline: string;
  readonly text: string;
  /** Readable on the faded fill. */
  readonly fadedText: string;
}

/** Colours of severities and states, with stand-ins: a theme may leave out its variable, as the dark High Contrast one does. */
const signs: Readonly<Record<string, string>> = {
  '--laglens-hitch': '#cca700',
  '--laglens-hang': '#ee9d28',
  '--laglens-long-hang': '#f14c4c',
  '--laglens-anr': '#f14c4c',
  '--laglens-load': '#888888',
  '--laglens-busy': '#888888',
  '--laglens-off-core': '#888888',
  '--laglens-match': '#b180d7',
  '--laglens-more': '#f14c4c',
  '--laglens-less': '#29b8db',
};

/** Reads CSS variables, and sets those of signs that could not be seen; call again after a change of theme. */
export function readTheme(body: HTMLElement): Theme {
  for (const name of Object.keys(signs)) body.style.removeProperty(name);
  const style = getComputedStyle(body);
  const probe = element('span');
  body.append(probe);
  // The computed value: a shared page has `light-dark()`, which a canvas does not understand.
  const computed = (name: string): string => {
    const value = style.getPropertyValue(name).trim();
    if (value === '' || !CSS.supports('color', value)) return '';
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const parse = colourParser(computed('--laglens-background'));
  const color = (name: string): Rgb => parse(computed(name));
  for (const [name, standIn] of Object.entries(signs)) {
    const [given, ground] = [parse(computed(name) || standIn), color('--laglens-background')];
    const seen = visibleOn(given, ground, color('--laglens-foreground'));
    if (seen !== given || computed(name) === '') body.style.setProperty(name, hex(seen));
  }
  const css = (name: string): string => hex(color(name));
  const background = color('--laglens-background');
  const highContrast = body.classList.contains('vscode-high-contrast') || body.classList.contains('vscode-high-contrast-light');
  const family = style.getPropertyValue('--vscode-font-family') || 'sans-serif';
  const shades = (category: FrameCategory): readonly Shade[] => frameShades(category, color, background);
  const theme: Theme = {
    highContrast,
    background: hex(background),
    foreground: css('--laglens-foreground'),
    muted: css('--laglens-muted'),
    line: css('--laglens-line'),
    focus: css('--laglens-focus'),
    match: css('--laglens-match'),
    busy: css('--laglens-busy'),
    offCore: css('--laglens-off-core'),
    waiting: css('--laglens-waiting'),
    idle: css('--laglens-idle'),
    neutral: css('--laglens-neutral'),
    second: css('--laglens-second'),
    mark: css('--laglens-mark'),
    band: {
      hitch: css('--laglens-hitch'),
      hang: css('--laglens-hang'),
      longHang: css('--laglens-long-hang'),
      anr: css('--laglens-anr'),
      load: css('--laglens-load'),
    },
    frame: {
      app: shades('app'),
      library: shades('library'),
      native: shades('native'),
      framework: shades('framework'),
      runtime: shades('runtime'),
      idle: shades('idle'),
      unknown: shades('unknown'),
      more1: shades('more1'),
      more2: shades('more2'),
      more3: shades('more3'),
      same: shades('same'),
      less1: shades('less1'),
      less2: shades('less2'),
      less3: shades('less3'),
    },
    font: `12px ${family}`,
    smallFont: `11px ${family}`,
  };
  probe.remove();
  return theme;
}

/** VS Code rewrites variables of <html> and classes of <body>. */
export function onThemeChange(changed: () => void): void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['style', 'class'] });
  observer.observe(document.body, { attributes: true, attributeFilter: ['class'] });
}

/** Paints one pixel over the page's background: numbers of any CSS colour, translucent ones included. */
function colourParser(background: string): (css: string) => Rgb {
  const canvas = document.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return (css) => {
    if (context === null || css === '') return [128, 128, 128];
    for (const colour of ['#000', background, css]) {
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
    }
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    return [red, green, blue];
  };
}
