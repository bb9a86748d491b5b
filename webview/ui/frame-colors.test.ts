import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, test } from 'node:test';
import {
  type Rgb as Colour,
  differenceCiede2000,
  filterDeficiencyDeuter,
  filterDeficiencyProt,
  formatHex,
  interpolate,
  parse,
  wcagContrast,
} from 'culori';
import { FADED, frameShades, frameStrengths, hex, visibleOn } from './frame-colors.ts';
import type { FrameCategory } from './theme.ts';

/** Distinguished by colour alone; a comparison is shown without these. */
const coloured: readonly FrameCategory[] = ['app', 'library', 'native', 'framework', 'runtime', 'idle'];
const steps: readonly FrameCategory[] = ['less3', 'less2', 'less1', 'same', 'more1', 'more2', 'more3'];
/** CIEDE2000; 1 is just seen side by side by a trained eye, 5 is another colour at a glance. */
const LEAST_DIFFERENCE = 5;
/** Both as far as they go, by culori's matrices (Machado, Oliveira and Fernandes, 2009). */
const eyes = { usual: (colour: Colour): Colour => colour, protanopia: filterDeficiencyProt(1), deuteranopia: filterDeficiencyDeuter(1) };

let page: string;
let vsCode: string;

before(async () => {
  page = await readFile(new URL('../styles/base.css', import.meta.url), 'utf8');
  vsCode = await readFile(new URL('../shared/theme.css', import.meta.url), 'utf8');
});

/** A page variable's value in VS Code's Modern themes, or in its High Contrast ones. */
function colourOf(name: string, isLight: boolean, isHighContrast: boolean): readonly [number, number, number] {
  const variable = new RegExp(`${name}: var\\((--vscode-[\\w-]+)`).exec(page)?.[1] ?? '';
  const values = [...vsCode.matchAll(new RegExp(`${variable}: light-dark\\((#\\w{6}), (#\\w{6})\\)`, 'g'))];
  const [, light = '', dark = ''] = values[isHighContrast ? values.length - 1 : 0] ?? [];
  const value = isLight ? light : dark;
  assert.match(value, /^#\w{6}$/, `${name} is ${variable}, which has a colour`);
  const channel = (at: number): number => Number.parseInt(value.slice(at, at + 2), 16);
  return [channel(1), channel(3), channel(5)];
}

const themes = [
  ['dark', false, false],
  ['light', true, false],
  ['dark high contrast', false, true],
  ['light high contrast', true, true],
] as const;

for (const [theme, isLight, isHighContrast] of themes) {
  test(`names on boxes can be read in VS Code's ${theme} theme, also on faded ones`, () => {
    const color = (name: string): readonly [number, number, number] => colourOf(name, isLight, isHighContrast);
    const background = hex(color('--laglens-background'));
    const unreadable = [...coloured, 'unknown' as const, ...steps].flatMap((category) =>
      frameShades(category, color, color('--laglens-background')).flatMap(({ fill, text, fadedText }) => {
        const dimmed = formatHex(interpolate([background, fill], 'rgb')(FADED));
        // 4.5:1 (WCAG 2.2, 1.4.3), by culori.
        return [
          [text, fill],
          [fadedText, dimmed],
        ].flatMap(([on = '', ground = '']) => (wcagContrast(on, ground) < 4.5 ? [`${category}: ${on} on ${ground}`] : []));
      }),
    );
    assert.deepEqual(unreadable, []);
  });

  test(`colours of owners, severities, comparisons and found text are distinguished in VS Code's ${theme} theme`, () => {
    const color = (name: string): readonly [number, number, number] => colourOf(name, isLight, isHighContrast);
    const meanings = ['app', 'library', 'hitch', 'more', 'less', 'match', 'framework'].map(
      (name) => [name, color(`--laglens-${name}`)] as const,
    );
    const difference = differenceCiede2000();
    const alike = meanings.flatMap(([name, colour], at) =>
      meanings
        .slice(at + 1)
        .filter(([, other]) => difference(rgb(hex(colour)), rgb(hex(other))) < 15)
        .map(([other]) => `${name} and ${other}`),
    );
    assert.deepEqual(alike, []);
  });
}

for (const [theme, isLight, isHighContrast] of themes) {
  for (const [eye, seen] of Object.entries(eyes)) {
    test(`categories of frames are distinguished in VS Code's ${theme} theme, ${eye}`, () => {
      const color = (name: string): readonly [number, number, number] => colourOf(name, isLight, isHighContrast);
      const shades = coloured.flatMap((category) =>
        frameShades(category, color, color('--laglens-background')).map(({ fill, outline }) => {
          const shown = isHighContrast ? outline : fill;
          return { category, fill: shown, colour: seen(rgb(shown)) };
        }),
      );
      const difference = differenceCiede2000();
      const alike = shades.flatMap((one, at) =>
        shades
          .slice(at + 1)
          .filter((other) => other.category !== one.category && difference(one.colour, other.colour) < LEAST_DIFFERENCE)
          .map((other) => `${one.category} ${one.fill} and ${other.category} ${other.fill}`),
      );
      assert.deepEqual(alike, []);
    });
  }
}

for (const isLight of [false, true]) {
  test(`outlines of boxes can be seen in the ${isLight ? 'light' : 'dark'} high contrast theme`, () => {
    const color = (name: string): readonly [number, number, number] => colourOf(name, isLight, true);
    const background = isLight ? '#ffffff' : '#000000';
    const faint = [...coloured, 'unknown' as const]
      // The wait for the next message is nothing to look at.
      .filter((category) => category !== 'idle')
      .flatMap((category) => frameShades(category, color, color('--laglens-background')).map(({ outline }) => `${category} ${outline}`))
      // 3:1 for what is no text (WCAG 2.2, 1.4.11), by culori.
      .filter((shade) => wcagContrast(shade.split(' ')[1] ?? '', background) < 3);
    assert.deepEqual(faint, []);
  });
}

for (const isLight of [false, true]) {
  test(`narrow boxes of the app are brighter than those around it in the ${isLight ? 'light' : 'dark'} high contrast theme`, () => {
    const color = (name: string): readonly [number, number, number] => colourOf(name, isLight, true);
    const background = isLight ? '#ffffff' : '#000000';
    const [app = 0, ...others] = (['app', 'library', 'framework', 'runtime'] as const).map((category) => {
      const [shade] = frameShades(category, color, color('--laglens-background'));
      return wcagContrast(shade?.fill ?? '', background);
    });
    for (const other of others) assert.ok(app > other, `${app} of the app, ${other}`);
  });
}

test('a sign that could not be seen on the background gets as much of the foreground as makes it visible', () => {
  assert.equal(hex(visibleOn([238, 157, 40], [0, 0, 0], [255, 255, 255])), '#ee9d28', 'one that is seen stays');
  for (const [colour, background, foreground] of [
    [
      [238, 157, 40],
      [255, 255, 255],
      [0, 0, 0],
    ],
    [
      [40, 40, 40],
      [0, 0, 0],
      [255, 255, 255],
    ],
    [
      [31, 31, 31],
      [31, 31, 31],
      [204, 204, 204],
    ],
  ] as const) {
    const seen = hex(visibleOn(colour, background, foreground));
    assert.ok(wcagContrast(seen, hex(background)) >= 3, seen);
    assert.notEqual(seen, hex(foreground));
  }
});

test('what has no name is not more eye-catching than the language’s own', () => {
  assert.ok(frameStrengths.unknown[1] <= frameStrengths.runtime[1]);
});

function rgb(hex: string): Colour {
  const colour = parse(hex);
  if (colour?.mode !== 'rgb') throw new TypeError(`${hex} is no colour.`);
  return colour;
}
