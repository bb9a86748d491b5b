import type { FrameCategory, Shade } from './theme.ts';

/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number];

/**
 * Base colour, its share in the background in per cent, and the distance of the four shades.
 * Categories alike under red-green blindness differ in lightness. Frames without a name are faint, and hatched.
 */
export const frameStrengths: Readonly<Record<FrameCategory, readonly [variable: string, percent: number, step: number]>> = {
  app: ['--laglens-app', 92, 7],
  library: ['--laglens-library', 50, 3],
  native: ['--laglens-library', 84, 3],
  framework: ['--laglens-framework', 44, 2],
  runtime: ['--laglens-runtime', 24, 1],
  waiting: ['--laglens-blocked', 62, 5],
  garbage: ['--laglens-garbage', 36, 2],
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
  waiting: 86,
  garbage: 100,
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

export function frameShades(
  category: FrameCategory,
  color: (variable: string) => Rgb,
  background: Rgb,
  highContrast: boolean,
): readonly Shade[] {
  const [variable, ...strength] = frameStrengths[category];
  const [percent, step] = highContrast ? [outlineStrengths[category], OUTLINE_STEP] : strength;
  const fills = [0, 1, 2, 3].map((shade) => mix(color(variable), background, (percent - shade * step) / 100));
  // One text colour per category: a mix of black and white would look meaningful.
  const text = readableOn(fills[2] ?? background);
  return fills.map((fill) => ({ fill: hex(fill), text }));
}

function mix(color: Rgb, background: Rgb, share: number): Rgb {
  const channel = (index: 0 | 1 | 2): number => Math.round(color[index] * share + background[index] * (1 - share));
  return [channel(0), channel(1), channel(2)];
}

/** `#1f1f1f` */
export function hex(color: Rgb): string {
  return `#${color.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** Black or white by contrast (WCAG 2.2, relative luminance). */
function readableOn(fill: Rgb): string {
  const [red, green, blue] = fill.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
  return luminance > 0.179 ? '#101010' : '#f5f5f5';
}
