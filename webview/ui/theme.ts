import type { LagBand } from '../../core/analysis/lags/lag.ts';
import { frameShades, hex, type Rgb } from './frame-colors.ts';

/** What a frame belongs to; decides its colour. */
export type FrameCategory =
  | 'app'
  | 'library'
  | 'native'
  | 'framework'
  | 'runtime'
  | 'waiting'
  | 'garbage'
  | 'idle'
  | 'unknown'
  | DifferenceStep;

/** In a comparison: how much more, or less, of a function is here than there. */
export type DifferenceStep = 'more1' | 'more2' | 'more3' | 'same' | 'less1' | 'less2' | 'less3';

/** Colours as canvases want them, taken from the editor's theme. */
export interface Theme {
  readonly highContrast: boolean;
  readonly background: string;
  readonly foreground: string;
  readonly muted: string;
  readonly line: string;
  readonly focus: string;
  readonly match: string;
  readonly busy: string;
  readonly blocked: string;
  readonly idle: string;
  /** A thread other than main that waits, but for no lock and no disk: `blocked`, only paler. */
  readonly waiting: string;
  /** What is neither good nor bad: messages, counters. */
  readonly neutral: string;
  /** The second stretch of a comparison. */
  readonly second: string;
  readonly mark: string;
  readonly garbage: string;
  readonly band: Readonly<Record<LagBand, string>>;
  /** Four shades for each category, so that neighbours can be told apart. */
  readonly frame: Readonly<Record<FrameCategory, readonly Shade[]>>;
  readonly font: string;
  readonly smallFont: string;
}

/** A fill and a text colour that can be read on it. */
export interface Shade {
  readonly fill: string;
  readonly text: string;
}

/** Reads the theme from the page's CSS variables. Call again when the editor's theme changes. */
export function readTheme(body: HTMLElement): Theme {
  const style = getComputedStyle(body);
  const probe = document.createElement('span');
  body.append(probe);
  // Not the variable's own text: a page that was shared has `light-dark()` of two colours there, which a canvas doesn't understand.
  const computed = (name: string): string => {
    if (style.getPropertyValue(name).trim() === '') return '';
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const parse = colourParser(computed('--laglens-background'));
  const color = (name: string): Rgb => parse(computed(name));
  const css = (name: string): string => hex(color(name));
  const background = color('--laglens-background');
  const highContrast = body.classList.contains('vscode-high-contrast') || body.classList.contains('vscode-high-contrast-light');
  const family = style.getPropertyValue('--vscode-font-family') || 'sans-serif';
  const shades = (category: FrameCategory): readonly Shade[] => frameShades(category, color, background, highContrast);
  const theme: Theme = {
    highContrast,
    background: hex(background),
    foreground: css('--laglens-foreground'),
    muted: css('--laglens-muted'),
    line: css('--laglens-line'),
    focus: css('--laglens-focus'),
    match: css('--laglens-match'),
    busy: css('--laglens-busy'),
    blocked: css('--laglens-blocked'),
    idle: css('--laglens-idle'),
    waiting: css('--laglens-waiting'),
    neutral: css('--laglens-neutral'),
    second: css('--laglens-second'),
    mark: css('--laglens-mark'),
    garbage: css('--laglens-garbage'),
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
      waiting: shades('waiting'),
      garbage: shades('garbage'),
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

/** Calls back when VS Code swaps the theme: it rewrites the variables on <html> and the classes of <body>. */
export function onThemeChange(changed: () => void): void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['style', 'class'] });
  observer.observe(document.body, { attributes: true, attributeFilter: ['class'] });
}

/**
 * A canvas understands every CSS colour; painting one pixel turns it into numbers. Over the page's background, as the page itself shows
 * a colour that is translucent.
 */
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
