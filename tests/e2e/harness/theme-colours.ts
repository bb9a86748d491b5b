import assert from 'node:assert/strict';
import { blend, differenceCiede2000, formatRgb, wcagContrast } from 'culori';
import type { Frame } from 'playwright-core';
import type { Workbench } from './workbench.ts';

const signs = ['hitch', 'hang', 'long-hang', 'anr', 'load', 'busy', 'off-core', 'mark', 'match', 'more', 'less'];

/** Severities that meet in one list, the milder first. */
const severities = ['hitch', 'hang', 'long-hang'];
/** CIEDE2000; above 10 colours differ at a glance. */
const AT_A_GLANCE = 10;
const differenceOf = differenceCiede2000();

/** @param bodyClass of VS Code's pages in this theme */
export async function chooseTheme(workbench: Workbench, frame: Frame, theme: string, bodyClass: string): Promise<void> {
  await workbench.chooseTheme(theme);
  await frame.locator(`body.${bodyClass}`).waitFor();
}

/** Severities and states can be seen on the page's background. */
export async function assertVisibleColours(frame: Frame): Promise<void> {
  const { background, colors, bands, canvas } = await coloursOf(frame);
  for (const [sign, colour] of colors) assert.ok(contrast(colour, background) >= 3, `${sign} is ${colour} on ${background}`);
  const shades = severities.map((sign) => String(colors.find(([name]) => name === sign)?.[1]));
  for (const [at, shade] of shades.entries()) {
    for (const milder of shades.slice(0, at)) {
      const difference = differenceOf(opaque(shade, background), opaque(milder, background));
      assert.ok(difference > AT_A_GLANCE, `two severities are ${milder} and ${shade}, ${difference.toFixed(1)} apart`);
    }
  }
  assert.ok(bands.length > 0);
  for (const colour of bands) assert.ok(contrast(colour, background) >= 3, `a lag's bar is ${colour} on ${background}`);
  // The same in what is drawn: a canvas has its colours by another way.
  assert.ok(
    bands.some((colour) => canvas.includes(formatRgb(colour) ?? '')),
    `none of ${bands.join(', ')} among the timeline's ${canvas.slice(0, 20).join(', ')}`,
  );
}

interface Colours {
  readonly background: string;
  readonly colors: readonly (readonly [sign: string, colour: string])[];
  /** Of the bars at the lags' rows. */
  readonly bands: readonly string[];
  /** Of the timeline. */
  readonly canvas: readonly string[];
}

function coloursOf(frame: Frame): Promise<Colours> {
  // The page takes a change of theme over in the same turn in which it hears of it; two frames later it is drawn.
  return frame.evaluate(`(async () => {
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
    const probe = document.body.appendChild(document.createElement('i'));
    const colourOf = (sign) => {
      probe.style.backgroundColor = 'var(--laglens-' + sign + ')';
      return [sign, getComputedStyle(probe).backgroundColor];
    };
    const colors = ${JSON.stringify(signs)}.map(colourOf);
    probe.remove();
    const bands = [...document.querySelectorAll('.lag .band')].map((band) => getComputedStyle(band).backgroundColor);
    const canvas = new Set();
    for (const drawn of document.querySelectorAll('.timeline canvas')) {
      const { data } = drawn.getContext('2d').getImageData(0, 0, drawn.width, drawn.height);
      for (let at = 0; at < data.length; at += 4) canvas.add('rgb(' + data.slice(at, at + 3).join(', ') + ')');
    }
    return {
      background: getComputedStyle(document.body).backgroundColor, colors, bands: [...new Set(bands)], canvas: [...canvas],
    };
  })()`);
}

/** By culori, as it is seen on the background. */
function contrast(colour: string, background: string): number {
  return wcagContrast(opaque(colour, background), background);
}

function opaque(colour: string, background: string): ReturnType<typeof blend> {
  return blend([background, colour]);
}
