import type { FrameCategory, Shade } from './theme.ts';

/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number];

/**
 * An owner is a hue: base colour, its share in the background in per cent, and the distance of the four shades. States of a thread are
 * patterns instead (`../flame/hatching.ts`). Categories alike under red-green blindness differ in lightness.
 */
export const frameStrengths: Readonly<Record<FrameCategory, readonly [variable: string, percent: number, step: number]>> = {
  app: ['--laglens-app', 92, 7],
  library: ['--laglens-library', 50, 3],
  native: ['--laglens-library', 84, 3],
  framework: ['--laglens-framework', 44, 2],
  runtime: ['--laglens-runtime', 24, 1],
  idle: ['--laglens-runtime', 8, 0.7],
  unknown: ['--laglens-runtime', 22, 1],
  more1: ['--laglens-more', 30, 0],
  more2: ['--laglens-more', 58, 0],
  more3: ['--laglens-more', 92, 0],
  same: ['--laglens-runtime', 14, 0],
  less1: ['--laglens-less', 30, 0],
  less2: ['--laglens-less', 58, 0],
  less3: ['--laglens-less', 92, 0],
};

/** Per cent. Outlines need 3:1 on the background (WCAG 2.2, 1.4.11), except those of the idle looper. */
const outlineStrengths: Readonly<Record<FrameCategory, number>> = {
  app: 98,
  library: 70,
  native: 86,
  framework: 84,
  runtime: 54,
  idle: 28,
  unknown: 54,
  more1: 56,
  more2: 76,
  more3: 98,
  same: 54,
  less1: 56,
  less2: 76,
  less3: 98,
};
const OUTLINE_STEP = 0.7;
/** Share of a fill that is not searched for, or filtered out. */
export const FADED = 0.22;

export function frameShades(category: FrameCategory, color: (variable: string) => Rgb, background: Rgb): readonly Shade[] {
  const [variable, percent, step] = frameStrengths[category];
  const shade = (strength: number, distance: number, at: number): Rgb => mix(color(variable), background, (strength - at * distance) / 100);
  // One text colour per category: a mix of black and white would look meaningful.
  const { fills, text } = readable([0, 1, 2, 3].map((at) => shade(percent, step, at)));
  return fills.map((fill, at) => ({
    fill: hex(fill),
    outline: hex(shade(outlineStrengths[category], OUTLINE_STEP, at)),
    text: hex(text),
    fadedText: hex(textOver(mix(fill, background, FADED), color('--laglens-foreground'))),
  }));
}

/** WCAG 2.2 wants 4.5 (1.4.3); edges of small letters are paler than their colour. */
const TEXT_CONTRAST = 5;
const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];

/** Black or white letters, and the fills that can be read below them: the given ones, or as little lighter or darker as suffices. */
function readable(given: readonly Rgb[]): { readonly fills: readonly Rgb[]; readonly text: Rgb } {
  const least = (text: Rgb): number => Math.min(...given.map((fill) => contrast(text, fill)));
  const text = least(BLACK) > least(WHITE) ? BLACK : WHITE;
  const other = text === BLACK ? WHITE : BLACK;
  const fills = given.map((fill) => {
    let share = 0;
    while (share < 1 && contrast(text, mix(other, fill, share)) < TEXT_CONTRAST) share += 0.01;
    return mix(other, fill, share);
  });
  return { fills, text };
}

/** The palest mix of the foreground that can be read. */
function textOver(fill: Rgb, foreground: Rgb): Rgb {
  for (let share = 0.5; share < 1; share += 0.05) {
    const mixed = mix(foreground, fill, share);
    if (contrast(mixed, fill) >= TEXT_CONTRAST) return mixed;
  }
  return foreground;
}

/** Black or white on a `#rrggbb`, whichever is read better. */
export function readableOn(fill: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(fill.slice(at, at + 2), 16));
  return hex(contrast(BLACK, [red, green, blue]) > contrast(WHITE, [red, green, blue]) ? BLACK : WHITE);
}

/** Contrast of signs that are no text (WCAG 2.2, 1.4.11). */
const LEAST_CONTRAST = 3;

/** The colour itself if it can be seen on the background, else as little of the foreground mixed in as makes it visible. */
export function visibleOn(color: Rgb, background: Rgb, foreground: Rgb): Rgb {
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = share === 0 ? color : mix(foreground, color, share);
    if (contrast(mixed, background) >= LEAST_CONTRAST) return mixed;
  }
  return foreground;
}

function mix(color: Rgb, background: Rgb, share: number): Rgb {
  const channel = (index: 0 | 1 | 2): number => Math.round(color[index] * share + background[index] * (1 - share));
  return [channel(0), channel(1), channel(2)];
}

/** `#1f1f1f` */
export function hex(color: Rgb): string {
  return `#${color.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** 1 to 21 (WCAG 2.2, contrast ratio). */
function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** 0 to 1 (WCAG 2.2, relative luminance). */
function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
