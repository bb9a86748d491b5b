import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LagDetector } from '../../../core/analysis/lags/detect/lag-detector.ts';
import { DEFAULT_THRESHOLD_US } from '../../../core/analysis/lags/lag.ts';
import { replaySession } from '../../../core/session/file/replay.ts';
import { inflateDriver, SessionFile } from '../../../host/session-file.ts';
import { eventually } from '../harness/eventually.ts';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { openSearch, showView, waitForFocus } from '../harness/page-keys.ts';
import { step } from '../harness/step.ts';
import type { WindowTest } from '../windows/shared-window.ts';
import type { ShopWindow } from '../windows/shop-window.ts';

/** Lags of the sample session; its page says “Recorded” before it has read them all. */
async function lagsOfSample(signal: AbortSignal): Promise<number> {
  const file = await SessionFile.open(fileURLToPath(new URL('../../../media/sample/shop.laglens', import.meta.url)));
  const { model } = await replaySession(file, inflateDriver, signal);
  await file.close();
  const judge = new LagDetector(model, { thresholdUs: DEFAULT_THRESHOLD_US, isAppClass: () => false });
  judge.update();
  return judge.lags.length;
}

export const keyboard: WindowTest<ShopWindow> = {
  name: 'the sample session by keyboard: lags, flame graph, search, threshold, timeline',
  width: 1280,
  height: 800,
  async run(t, { workbench, given: { workspace } }) {
    const { page } = workbench;
    let panel = await LaglensPanel.openSample(workbench);
    await panel.phase.filter({ hasText: 'Recorded' }).waitFor();
    const all = await lagsOfSample(t.signal);
    assert.ok(all > 10, `${all} lags`);
    await panel.frame.locator(`#page[data-lags="${all}"]`).waitFor();
    await waitForFocus(panel.frame);

    await step(t, 'a page that comes back has its lags below the arrow keys', async () => {
      await workbench.openFile('Catalog.java');
      await workbench.tabs('Sample: shop.laglens').click();
      panel = await LaglensPanel.find(workbench, 'recorded');
      await waitForFocus(panel.frame);
      await page.keyboard.press('ArrowDown');
      await panel.frame.locator('.lag[aria-selected="true"]').waitFor();
      await page.keyboard.press('Escape');
      await panel.summary.waitFor({ state: 'hidden' });
      await workbench.tabs('Catalog.java').click({ button: 'middle' });
    });

    await step(t, 'arrow keys select a lag, Enter opens the frame to blame', async () => {
      await panel.frame.locator('.lags').focus();
      await page.keyboard.press('Home');
      await panel.summary.waitFor({ state: 'visible' });
      await page.keyboard.press('ArrowDown');
      const selected = panel.frame.locator('.lag[aria-selected="true"][aria-posinset="2"]');
      const place = /(\w+\.(?:java|kt)):(\d+)/.exec((await selected.locator('.detail').textContent()) ?? '');
      assert.ok(place, 'the row names a file and a line');
      await page.keyboard.press('Enter');
      await workbench.waitForCursor(place[1] ?? '', Number(place[2]));
      // And what that line costs stands over its function.
      await page
        .locator('.codelens-decoration', { hasText: /\d lags? · [\d.]+ m?s · / })
        .first()
        .waitFor();
    });

    await step(t, 'j and k walk lags wherever the focus is, Enter opens the line, ? lists the keys, Escape closes it', async () => {
      const selected = panel.frame.locator('.lag[aria-selected="true"]');
      const keys = panel.frame.locator('dialog[open]');
      await panel.flame.focus();
      await page.keyboard.press('j');
      await selected.and(panel.frame.locator('[aria-posinset="3"]')).waitFor();
      // No frame is chosen in the flame graph, so that it is the lag's.
      const place = /(\w+\.(?:java|kt)):(\d+)/.exec((await selected.locator('.detail').textContent()) ?? '');
      await page.keyboard.press('Enter');
      await workbench.waitForCursor(place?.[1] ?? '', Number(place?.[2]));
      await panel.flame.focus();
      await page.keyboard.press('k');
      await selected.and(panel.frame.locator('[aria-posinset="2"]')).waitFor();
      await page.keyboard.press('?');
      await keys.getByText('Next and previous lag').waitFor();
      await page.keyboard.press('Escape');
      await keys.waitFor({ state: 'hidden' });
      await selected.and(panel.frame.locator('[aria-posinset="2"]')).waitFor();
    });

    await step(t, 'the border between the lags and the view moves by arrow keys, and Enter puts it back', async () => {
      const [border, list] = [panel.frame.getByRole('separator'), panel.frame.locator('.side')];
      // Beside a source the page is narrow, and the list stands above the view.
      assert.equal(await border.getAttribute('aria-orientation'), 'horizontal');
      const height = async (): Promise<number> => (await list.boundingBox())?.height ?? Number.NaN;
      const first = await height();
      await border.focus();
      const share = Number(await border.getAttribute('aria-valuenow'));
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await eventually(height, (now) => assert.equal(now, first + 32));
      assert.ok(Number(await border.getAttribute('aria-valuenow')) > share);
      await page.keyboard.press('Enter');
      await eventually(height, (now) => assert.equal(now, first));
    });

    await step(t, 'the flame graph is walked by arrow keys and says where it stands', async () => {
      const status = panel.frame.locator('.legend .status');
      await panel.flame.focus();
      await page.keyboard.press('ArrowDown');
      await status.filter({ hasText: /\S/ }).waitFor();
      const outermost = (await status.textContent()) ?? '';
      await page.keyboard.press('ArrowDown');
      await status.filter({ hasNotText: outermost }).waitFor();
      assert.match((await status.textContent()) ?? '', /Total .* \(\d+(\.\d)? %\)/);
      await page.keyboard.press('ArrowUp');
      await status.filter({ hasText: outermost }).waitFor();
      await page.keyboard.press('l');
      await panel.frame.locator('.function-bar', { hasText: new RegExp(`^${all} of ${all} lags ran `) }).waitFor();
      await panel.frame.getByRole('button', { name: 'List all lags' }).click();
    });

    await step(t, '2 sums up, / searches, Escape leads back', async () => {
      await panel.flame.focus();
      await showView(page, panel.frame, '2');
      await openSearch(page, panel.frame);
      await page.keyboard.type('looper');
      await panel.frame.getByText(/matched [\d.]+ %/).waitFor();
      await page.keyboard.press('Escape');
      await panel.flame.focus();
      await page.keyboard.press('Escape');
      await panel.summary.waitFor({ state: 'hidden' });
      await panel.frame.locator('.ruler-range').waitFor({ state: 'hidden' });
    });

    await step(t, 'a higher threshold leaves fewer lags, a lower one brings them back', async () => {
      const threshold = panel.frame.locator('.threshold input');
      await threshold.fill('400');
      await threshold.press('Enter');
      await threshold.blur();
      await panel.frame.locator(`#page[data-lags]:not([data-lags="${all}"])`).waitFor();
      await eventually(
        async () => Number(await panel.lags().first().getAttribute('aria-setsize')),
        (rows) => assert.ok(rows > 0 && rows < all, `${rows} rows of ${all}`),
      );
      await threshold.fill('100');
      await threshold.blur();
      await panel.frame.locator(`#page[data-lags="${all}"]`).waitFor();
    });

    await step(t, 'a range dragged on the timeline narrows the flame graph', async () => {
      const shown = panel.frame.locator('.timeline');
      // A small page scrolls.
      await shown.scrollIntoViewIfNeeded();
      const timeline = await shown.boundingBox();
      assert.ok(timeline);
      const y = timeline.y + timeline.height - 12;
      await page.mouse.move(timeline.x + timeline.width * 0.2, y);
      await page.mouse.down();
      await page.mouse.move(timeline.x + timeline.width * 0.3, y, { steps: 4 });
      await page.mouse.up();
      await panel.frame.getByText(/0:0\d\.\d\d – 0:\d\d\.\d\d/).waitFor();
      await page.keyboard.press('Escape');
    });

    await step(t, 'the menu of a lag that waited for a lock, and of its group, opens the line that held it', async () => {
      const file = join(workspace, 'app/src/main/java/com/example/shop/cart/CartRepository.java');
      const line = (await readFile(file, 'utf8')).split('\n').findIndex((code) => code.includes('sleep(SAVING_MS)')) + 1;
      for (const row of ['li.lag', 'li.group']) {
        await panel.frame.locator(row, { hasText: 'CartRepository.itemCount' }).first().click();
        await page.keyboard.press('Shift+F10');
        await panel.frame.getByRole('menuitem', { name: 'Open the line that it waited for' }).click();
        await workbench.waitForCursor('CartRepository.java', line);
        await page.keyboard.press('Control+Home');
        await workbench.waitForCursor('CartRepository.java', 1);
        await panel.frame.locator('.lags').focus();
        await page.keyboard.press('Shift+G');
      }
    });

    await step(t, 'commands that need a capture are not offered', async () => {
      await workbench.quickInput.waitUntilNotOffered('Laglens: Stop Lag Capture');
      await workbench.quickInput.waitUntilNotOffered('Laglens: Add Marker');
      await workbench.quickInput.waitForCommand('Laglens: Start Lag Capture');
    });
  },
};
