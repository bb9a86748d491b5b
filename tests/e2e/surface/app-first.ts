import assert from 'node:assert/strict';
import type { Frame, Locator, Page } from 'playwright-core';
import { eventually } from '../harness/eventually.ts';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { openSearch, showView } from '../harness/page-keys.ts';
import { step } from '../harness/step.ts';
import type { WindowTest } from '../windows/shared-window.ts';
import type { ShopWindow } from '../windows/shop-window.ts';

/** CSS pixels of a flame graph's row. */
const ROW_HEIGHT = 20;

/** Callers of all frames in the sample. */
const ROOTS = 'Main.main › Phone.run › Looper.loop › Looper.loopOnce';

export const appFirst: WindowTest<ShopWindow> = {
  name: 'the app comes first: in tracks, in the frames of a selected lag, and below callers of everything',
  width: 1366,
  height: 768,
  async run(t, { workbench }) {
    const { page } = workbench;
    const panel = await LaglensPanel.openSample(workbench);
    const { frame } = panel;
    const shows = (choice: 'All' | 'App only'): Promise<void> =>
      frame.getByRole('radio', { name: choice, exact: true }).and(frame.locator('[aria-checked="true"]')).waitFor();
    const tracks = frame.getByRole('listbox', { name: /^Tracks/ });

    await step(t, 'the tracks open with main and three other threads in view', async () => {
      await frame.locator('.disclosure', { hasText: 'Tracks' }).click();
      await eventually(
        () => seenRows(frame),
        (rows) => assert.ok(rows[0] === 'main' && rows.length >= 4, rows.join()),
      );
      const [, ...others] = (await seenRows(frame)).slice(0, 4);
      for (const facts of ['Messages', 'Late frames', 'Screen', 'Queue', 'CPU', 'Memory', 'Heap'])
        assert.ok(!others.includes(facts), `${facts} is above the threads ${others.join()}`);
    });

    await step(t, 'keys and the pointer move the lower border, which stays', async () => {
      const border = frame.getByRole('separator', { name: 'Lower border of the tracks' });
      const usual = await heightOf(tracks);
      await border.focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await isHigh(tracks, usual + 40);
      const box = await border.boundingBox();
      assert.ok(box);
      await page.mouse.move(box.x + 300, box.y);
      await page.mouse.down();
      await page.mouse.move(box.x + 300, box.y - 20, { steps: 4 });
      await page.mouse.up();
      await isHigh(tracks, usual + 20);
      await frame.locator('.lags').focus();
      await page.keyboard.press('t');
      await tracks.waitFor({ state: 'hidden' });
      await border.waitFor({ state: 'hidden' });
      await page.keyboard.press('t');
      await isHigh(tracks, usual + 20);
      await border.focus();
      await page.keyboard.press('Enter');
      await isHigh(tracks, usual);
      await page.keyboard.press('t');
      await tracks.waitFor({ state: 'hidden' });
    });

    await step(t, 'the session shows all frames; a selected lag those of the app, and no lag is empty', async () => {
      await shows('All');
      const rows = Number(await frame.locator('li.lag').first().getAttribute('aria-setsize'));
      await frame.locator('.lags').focus();
      const appOnly: string[] = [];
      for (let row = 0; row < rows; row++) {
        await page.keyboard.press(row === 0 ? 'Home' : 'ArrowDown');
        const selected = frame.locator(`li.lag[aria-selected="true"][aria-posinset="${row + 1}"]`);
        await selected.waitFor();
        await eventually(
          () => boxNames(page, panel, 1),
          (names) => assert.ok(names.length > 0, `lag ${row + 1} is empty`),
        );
        if (await frame.getByRole('radio', { name: 'App only' }).and(frame.locator('[aria-checked="true"]')).isVisible())
          appOnly.push((await selected.textContent()) ?? '');
      }
      assert.ok(appOnly.length >= 14, `${appOnly.length} lags`);
    });

    await step(t, 'the switch brings all frames back, for the next lag, too, and so does a search', async () => {
      await panel.selectLag('CartRepository');
      await shows('App only');
      const few = await boxNames(page, panel);
      assert.ok(few.length > 0 && few.every((name) => /^(?:Main|ShopApplication|CartRepository)\./.test(name)), few.join());
      await frame.getByRole('radio', { name: 'All', exact: true }).click();
      await shows('All');
      await eventually(
        () => boxNames(page, panel),
        (names) => assert.ok(names.includes('Handler.dispatchMessage'), names.join()),
      );
      await panel.selectLag('ImageDecoder.decode');
      await shows('All');
      await frame.locator('.lags').focus();
      await page.keyboard.press('a');
      await shows('App only');
      await openSearch(page, frame);
      await page.keyboard.type('dispatchMessage');
      await shows('All');
      await frame.locator('.search-field .matched', { hasText: /^matched [\d.]+ %/ }).waitFor();
      await page.keyboard.press('Escape');
      await shows('App only');
      await frame.locator('.lags').focus();
      await page.keyboard.press('Escape');
      await shows('All');
    });

    await step(t, 'a narrow page says by a chip that a lag shows only the app’s frames', async () => {
      const chip = frame.locator('.breadcrumb .chip', { hasText: 'app only' });
      await panel.selectLag('CartRepository');
      await shows('App only');
      assert.equal(await chip.isVisible(), false);
      await page.setViewportSize({ width: 760, height: 900 });
      await chip.waitFor();
      await chip.getByRole('button').press('Enter');
      await chip.waitFor({ state: 'detached' });
      await page.setViewportSize({ width: 1366, height: 768 });
      await shows('All');
      await frame.locator('.lags').focus();
      await page.keyboard.press('a');
      await shows('App only');
      await page.keyboard.press('Escape');
      await shows('All');
    });

    await step(t, 'callers of all frames are one row, which a click, Enter and a double click unfold and fold', async () => {
      const folded = await boxNames(page, panel);
      assert.ok(folded.includes(ROOTS) && !folded.includes('Looper.loop'), folded.join());
      const unfolds = (isOpen: boolean): Promise<unknown> =>
        eventually(
          () => boxNames(page, panel),
          (names) => {
            // Boxes that are not drawn yet have no names.
            assert.ok(names.includes(ROOTS), names.join());
            assert.equal(names.includes('Looper.loop'), isOpen, names.join());
          },
        );
      await clickFold(page, panel, 1);
      await unfolds(true);
      await showView(page, frame, '2');
      await unfolds(true);
      await showView(page, frame, '1');
      await clickFold(page, panel, 1);
      await unfolds(false);
      await clickFold(page, panel, 2);
      await unfolds(true);
      const status = frame.locator('.legend .status');
      await panel.flame.focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowUp');
      await status.filter({ hasText: `4 frames that call all others here · ${ROOTS} · A click or Enter folds their rows` }).waitFor();
      await page.keyboard.press('Enter');
      await unfolds(false);
      await page.keyboard.press('ArrowDown');
      await status.filter({ hasText: /^(?:Handler\.dispatchMessage|MessageQueue\.next)/ }).waitFor();
      await page.keyboard.press('Escape');
    });

    await step(t, 'a search finds frames in the fold', async () => {
      await openSearch(page, frame);
      await page.keyboard.type('Phone.run');
      await frame.locator('.search-field .matched', { hasText: 'matched 100 %' }).waitFor();
      await page.keyboard.press('Enter');
      await frame.locator('.legend .status', { hasText: ROOTS }).waitFor();
      await page.keyboard.press('Escape');
    });
  },
};

/** Names of rows that are whole in the tracks' box. */
async function seenRows(frame: Frame): Promise<readonly string[]> {
  const seen = await frame.evaluate(`(() => {
    const { top, bottom } = document.querySelector('.tracks').getBoundingClientRect();
    const rows = [...document.querySelectorAll('.track')].filter((row) => {
      const box = row.getBoundingClientRect();
      return box.top >= top && box.bottom <= bottom;
    });
    return rows.sort((a, b) => a.ariaPosInSet - b.ariaPosInSet).map((row) => row.querySelector('.track-name').textContent);
  })()`);
  return Array.isArray(seen) ? seen.map(String) : [];
}

/** Clicks the first row, one click after the other. */
async function clickFold(page: Page, { flame }: LaglensPanel, clickCount: 1 | 2): Promise<void> {
  const box = await flame.boundingBox();
  assert.ok(box);
  await page.mouse.click(box.x + box.width / 2, box.y + ROW_HEIGHT / 2, { clickCount });
}

/** Names of the flame graph's boxes below some places of its axis, up to so many. */
async function boxNames(page: Page, { flame, frame }: LaglensPanel, most = Number.POSITIVE_INFINITY): Promise<readonly string[]> {
  const names = new Set<string>();
  const box = await flame.boundingBox();
  assert.ok(box);
  const tooltip = frame.locator('.tooltip');
  for (const part of [0.5, 0.3, 0.7]) {
    for (let y = ROW_HEIGHT / 2; y < box.height && names.size < most; y += ROW_HEIGHT) {
      await page.mouse.move(box.x + part * box.width, box.y + y);
      if (await tooltip.isVisible()) names.add((await tooltip.locator(':scope > div').first().textContent()) ?? '');
    }
  }
  return [...names];
}

async function heightOf(node: Locator): Promise<number> {
  return (await node.boundingBox())?.height ?? 0;
}

async function isHigh(node: Locator, px: number): Promise<void> {
  await eventually(
    () => heightOf(node),
    (height) => assert.ok(Math.abs(height - px) <= 2, `${height} pixels, not ${px}`),
  );
}
