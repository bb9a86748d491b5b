import assert from 'node:assert/strict';
import type { Frame, Locator } from 'playwright-core';
import { eventually } from '../harness/eventually.ts';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { showView, waitForFocus } from '../harness/page-keys.ts';
import { colourAt, paintingOf, rememberTexts } from '../harness/painted-texts.ts';
import { step } from '../harness/step.ts';
import type { WindowTest } from '../windows/shared-window.ts';
import type { ShopWindow } from '../windows/shop-window.ts';

/** Of the timeline, in pixels. */
const LAGS_MIDDLE = 28;

export const legend: WindowTest<ShopWindow> = {
  name: 'the page has one legend of what occurs, whose entries show only what they mean',
  width: 1600,
  height: 900,
  async run(t, { workbench }) {
    const { page } = workbench;
    await rememberTexts(page);
    const panel = await LaglensPanel.openSample(workbench);
    const { frame } = panel;
    const legend = frame.getByRole('toolbar', { name: 'Legend' });
    const entry = (name: string): Locator => legend.getByRole('button', { name, exact: true });
    const pressed = legend.locator('[aria-pressed="true"]');

    await step(t, 'it lists what the sample has, and has no second one beside it', async () => {
      await entry('app').waitFor();
      const names = await legend.getByRole('button').allTextContents();
      const shown = names.filter((name) => name !== '');
      for (const name of ['app', 'libraries', 'system', 'hitch', 'hang', 'busy', 'blocked', 'GC']) assert.ok(shown.includes(name), name);
      for (const name of ['native libraries', 'long hang', 'ANR', 'no core free', 'more in A', 'name uncertain'])
        assert.ok(await entry(name).isHidden(), name);
      assert.equal(await frame.locator('.swatch.blocked').filter({ visible: true }).count(), 1);
    });

    await step(t, 'on a laptop each entry is in sight', async () => {
      await page.setViewportSize({ width: 1366, height: 768 });
      await eventually(
        () => frame.evaluate(hiddenScript),
        (hidden) => assert.deepEqual(hidden, { width: 1018, hidden: [] }),
      );
      await page.setViewportSize({ width: 1600, height: 900 });
    });

    await step(t, 'a click on a state fades the others, in the flame graph and in the timeline', async () => {
      const before = [await strongest(frame, '.flame canvas'), await strongest(frame, '.timeline canvas')];
      await entry('blocked').click();
      await pressed.and(entry('blocked')).waitFor();
      await eventually(
        async () => [await strongest(frame, '.flame canvas'), await strongest(frame, '.timeline canvas')],
        (after) => {
          // A third of the 18 lags waited: most strong pixels become faint.
          for (const [at, share] of after.entries()) assert.ok(share < 0.5 * (before[at] ?? 0), `${share} of ${before[at]}`);
        },
      );
      await entry('blocked').click();
      await pressed.waitFor({ state: 'hidden' });
    });

    await step(t, 'a click on a severity fades lags of others, in the list and in the timeline', async () => {
      assert.equal(await entry('hang').getAttribute('title'), 'Lags from 250 ms\nClick to see only this, again or Escape for all.');
      const before = await lagColours(frame);
      await entry('hitch').click();
      await frame.locator('.lags[data-lit="hitch"]').waitFor();
      const rows = await frame.evaluate(bandsScript);
      assert.deepEqual(rows, ['band hang 0.25', 'band hitch 1']);
      const changed = (await lagColours(frame)).filter((colour, at) => colour !== before[at]);
      assert.ok(changed.length > 100, `${changed.length} pixels of hangs`);
      await page.keyboard.press('Escape');
      await pressed.waitFor({ state: 'hidden' });
    });

    await step(t, 'keys: one stop, arrows, Enter; Escape shows all', async () => {
      await waitForFocus(frame);
      await entry('app').focus();
      assert.equal(await legend.locator('button[tabindex="0"]').count(), 1);
      await page.keyboard.press('ArrowRight');
      await entry('libraries').and(frame.locator(':focus')).waitFor();
      await page.keyboard.press('Enter');
      await pressed.and(entry('libraries')).waitFor();
      await page.keyboard.press('Escape');
      await pressed.waitFor({ state: 'hidden' });
    });

    await step(t, 'it fades rows of the table, and is that of a comparison', async () => {
      await showView(page, frame, '4');
      await entry('app').click();
      await frame.locator('.table-row.faded', { hasText: 'Looper.loop' }).first().waitFor();
      assert.equal(await frame.locator('.table-row.faded', { hasText: 'ShopApplication' }).count(), 0);
      await page.keyboard.press('Escape');
      await frame.locator('.table-row.faded').first().waitFor({ state: 'hidden' });
      await showView(page, frame, '2');
      await panel.selectLag('ImageDecoder.decode');
      await frame.locator('.timeline').focus();
      for (const key of ['Alt+Shift+ArrowRight', 'Alt+Shift+ArrowRight']) await page.keyboard.press(key);
      await entry('more in A').waitFor();
      assert.ok(await entry('app').isHidden());
      await entry('blocked').waitFor();
    });
  },
};

/** Entries below the legend's lines, and the page's width. */
const hiddenScript = `(() => {
  const { bottom } = document.querySelector('.legend').getBoundingClientRect();
  const hidden = [...document.querySelectorAll('.legend .key')].filter((key) => key.getBoundingClientRect().bottom > bottom);
  return { width: innerWidth, hidden: hidden.map((key) => key.textContent) };
})()`;

/** Severities of the list's rows, and how strong each is. */
const bandsScript = `[...new Set([...document.querySelectorAll('li.lag:not(.stutter) > .band')]
  .map((band) => band.className + ' ' + getComputedStyle(band).opacity))].sort()`;

/** Along the middle of the timeline's lags. */
async function lagColours(frame: Frame): Promise<readonly string[]> {
  const { image } = await paintingOf(frame, '.timeline canvas');
  return Array.from({ length: image.width }, (_, x) => colourAt(image, x, LAGS_MIDDLE).join());
}

/** Share of a canvas' pixels that are far from its background, in its last corner. */
async function strongest(frame: Frame, canvas: string): Promise<number> {
  const { image } = await paintingOf(frame, canvas);
  const ground = colourAt(image, image.width - 1, image.height - 1);
  let strong = 0;
  // Without the ruler and the lags above the states.
  for (let y = 40; y < image.height; y += 4) {
    for (let x = 0; x < image.width; x += 2) {
      const distance = colourAt(image, x, y).reduce((sum, channel, at) => sum + Math.abs(channel - (ground[at] ?? 0)), 0);
      if (distance > 150) strong++;
    }
  }
  return strong;
}
