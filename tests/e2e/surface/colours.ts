import assert from 'node:assert/strict';
import { wcagContrast } from 'culori';
import type { Frame, Page } from 'playwright-core';
import { eventually } from '../harness/eventually.ts';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { openSearch, showView, waitForFocus } from '../harness/page-keys.ts';
import { colourAt, coloursOf, type PaintedText, type Painting, paintingOf, type Rgb, rememberTexts } from '../harness/painted-texts.ts';
import { step } from '../harness/step.ts';
import { chooseTheme } from '../harness/theme-colours.ts';
import type { WindowTest } from '../windows/shared-window.ts';
import type { ShopWindow } from '../windows/shop-window.ts';

const themes = {
  'Dark Modern': 'vscode-dark',
  'Light Modern': 'vscode-light',
  'Dark High Contrast': 'vscode-high-contrast',
  'Light High Contrast': 'vscode-high-contrast-light',
} as const;
/** WCAG 2.2, 1.4.3. */
const LEAST_CONTRAST = 4.5;
/** Shorter labels have too few letters to reach their full colour. */
const FEW_LETTERS = 4;

export const colours: WindowTest<ShopWindow> = {
  name: 'texts on canvases can be read in every theme, and no pattern runs through their letters',
  width: 1366,
  height: 900,
  async run(t, { workbench }) {
    const { page } = workbench;
    await rememberTexts(page);
    const panel = await LaglensPanel.openSample(workbench);
    const { frame } = panel;
    await step(t, 'boxes without room for a name are no barcode, and none is lost after a zoom', () => assertCalm(page, panel));
    for (const [theme, bodyClass] of Object.entries(themes)) {
      await step(t, theme, async () => {
        await chooseTheme(workbench, frame, theme, bodyClass);
        await waitForFocus(frame);
        await frame.locator('.lags').focus();
        const counts = await readTour(page, panel);
        t.diagnostic(
          `${theme}: ${Object.entries(counts)
            .map(([view, count]) => `${view} ${count}`)
            .join(', ')}`,
        );
      });
    }
  },
};

/** 700 messages of less than a millisecond. */
const BURST = 'PriceCache.average';
/** Of some thousand pixels; single calls are still lines. */
const FEW_LINES = 60;

async function assertCalm(page: Page, panel: LaglensPanel): Promise<void> {
  const { frame } = panel;
  const namesBurst = async (): Promise<boolean> =>
    (await paintingOf(frame, '.flame canvas')).texts.some(({ text }) => text.includes('average'));
  await eventually(
    () => paintingOf(frame, '.flame canvas'),
    (painting) => {
      const lines = linesIn(painting);
      assert.ok(lines < FEW_LINES, `${lines} lines`);
    },
  );
  assert.equal(await namesBurst(), false);
  await panel.selectLag(BURST);
  await panel.flame.focus();
  for (let zoom = 0; zoom < 40 && !(await namesBurst()); zoom++) await page.keyboard.press('+');
  assert.ok(await namesBurst(), 'the names of short calls appear');
  await page.keyboard.press('Escape');
}

/** Pixels in the middle of rows that differ much from both neighbours, without the gaps between boxes. */
function linesIn({ image }: Painting): number {
  let lines = 0;
  const last = colourAt(image, image.width - 1, image.height - 1);
  const isOther = (one: Rgb, other: Rgb): boolean => one.some((channel, at) => Math.abs(channel - (other[at] ?? 0)) > 40);
  for (let y = 4; y < image.height; y += 20) {
    for (let x = 1; x + 1 < image.width; x++) {
      const here = colourAt(image, x, y);
      if (isOther(here, last) && isOther(here, colourAt(image, x - 1, y)) && isOther(here, colourAt(image, x + 1, y))) lines++;
    }
  }
  return lines;
}

/** Lags whose innermost boxes have patterns: of a lock, of garbage collections. */
const patterned = ['CartRepository.itemCount', 'PriceHistory.load'];

/** Numbers of checked texts by view. */
async function readTour(page: Page, panel: LaglensPanel): Promise<Readonly<Record<string, number>>> {
  const { frame } = panel;
  const counts: Record<string, number> = {};
  const flame = async (view: string, least: number, isClear = true): Promise<void> => {
    counts[view] = await assertReadable(frame, '.flame canvas', least, isClear);
  };
  for (const lag of patterned) {
    await panel.selectLag(lag);
    await flame(lag, 3);
  }
  await openSearch(page, frame);
  await page.keyboard.type('Price');
  // Found boxes have a bar below their names.
  await flame('search', 3, false);
  await page.keyboard.press('Escape');
  await frame.locator('.lags').focus();
  await page.keyboard.press('t');
  await frame.locator('.track').first().waitFor();
  counts.tracks = await assertReadable(frame, '.tracks canvas', 3, false);
  await page.keyboard.press('t');
  await page.keyboard.press('Escape');
  await panel.summary.waitFor({ state: 'hidden' });
  await showView(page, frame, '2');
  await flame('aggregated', 20);
  await shiftDrag(page, frame);
  await frame.locator('.legend .key-more').waitFor();
  await flame('difference', 20);
  await assertLegendMatches(frame);
  counts.timeline = await assertReadable(frame, '.timeline canvas', 3, false);
  await page.keyboard.press('Escape');
  await panel.selectLag('ImageDecoder.decode');
  await showView(page, frame, '3');
  await flame('sandwich', 3);
  await showView(page, frame, '1');
  return counts;
}

/** The comparison's legend has exactly the colours of its boxes. */
async function assertLegendMatches(frame: Frame): Promise<void> {
  const swatches = await frame.evaluate(
    `[...document.querySelectorAll('.legend .swatch')].filter((each) => each.offsetParent !== null).map((each) => getComputedStyle(each).backgroundColor)`,
  );
  const painting = await paintingOf(frame, '.flame canvas');
  // The fold of common callers has no difference.
  const boxes = painting.texts.filter(({ text }) => !text.startsWith('▸'));
  const grounds = boxes.flatMap((text) => coloursOf(painting, text)?.ground ?? []);
  assert.deepEqual(
    [...new Set(grounds)].filter((ground) => !String(swatches).includes(ground)),
    [],
  );
}

/** Range B of a comparison. */
async function shiftDrag(page: Page, frame: Frame): Promise<void> {
  const timeline = await frame.locator('.timeline').boundingBox();
  assert.ok(timeline);
  const y = timeline.y + timeline.height * 0.8;
  await page.keyboard.down('Shift');
  await page.mouse.move(timeline.x + timeline.width * 0.5, y);
  await page.mouse.down();
  await page.mouse.move(timeline.x + timeline.width * 0.8, y, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
}

/** @param isClear also no pattern may touch the texts */
async function assertReadable(frame: Frame, canvas: string, least: number, isClear: boolean): Promise<number> {
  return eventually(
    () => unreadable(frame, canvas, isClear),
    ({ faults, count }) => {
      assert.deepEqual(faults, []);
      assert.ok(count >= least, `${count} texts`);
    },
    20_000,
  ).then(({ count }) => count);
}

interface ReadTexts {
  readonly faults: readonly string[];
  readonly count: number;
}

async function unreadable(frame: Frame, canvas: string, isClear: boolean): Promise<ReadTexts> {
  const painting = await paintingOf(frame, canvas);
  const faults: string[] = [];
  let count = 0;
  for (const text of painting.texts) {
    const colours = text.text.length < FEW_LETTERS ? undefined : coloursOf(painting, text);
    if (colours === undefined) continue;
    count++;
    const contrast = Math.max(...colours.letters.map((letter) => wcagContrast(letter, colours.ground)));
    if (contrast < LEAST_CONTRAST) faults.push(`${describe(text)}: ${contrast.toFixed(2)} on ${colours.ground}`);
    if (isClear && !colours.isClear) faults.push(`${describe(text)}: a pattern on ${colours.ground}`);
  }
  return { faults, count };
}

function describe({ text, left, middle }: PaintedText): string {
  return `${text} at ${Math.round(left)}, ${Math.round(middle)}`;
}
