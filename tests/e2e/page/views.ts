import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { openSearch, waitForFocus } from '../harness/page-keys.ts';
import { step } from '../harness/step.ts';
import type { WindowTest } from '../windows/shared-window.ts';
import type { ShopWindow } from '../windows/shop-window.ts';

export const views: WindowTest<ShopWindow> = {
  name: 'the four views of the sample session by keyboard: table, sandwich, transforms, search, comparison',
  width: 1400,
  height: 900,
  async run(t, { workbench }) {
    const { page } = workbench;
    const panel = await LaglensPanel.openSample(workbench);
    const { frame } = panel;
    const mode = (name: string): Locator => frame.getByRole('radio', { name, exact: true }).and(frame.locator('[aria-checked="true"]'));
    const table = frame.locator('.view-body > .table');
    const selected = table.locator('[role="row"][aria-selected="true"]');
    const chips = frame.locator('.breadcrumb .chip');
    await panel.lags().first().waitFor();
    await waitForFocus(frame);

    await step(t, '4 shows the table, a treegrid that opens and closes by arrow keys', async () => {
      await frame.locator('.flame').first().focus();
      await page.keyboard.press('4');
      await mode('Table').waitFor();
      await table.focus();
      await page.keyboard.press('Home');
      await selected.filter({ hasText: 'Main.main' }).waitFor();
      assert.equal(await selected.getAttribute('aria-level'), '1');
      await page.keyboard.press('ArrowLeft');
      await selected.and(frame.locator('[aria-expanded="false"]')).waitFor();
      await table.locator('[role="row"][aria-level="2"]').first().waitFor({ state: 'detached' });
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await selected.and(frame.locator('[aria-level="2"]')).waitFor();
      assert.equal(await table.getAttribute('aria-activedescendant'), await selected.getAttribute('id'));
    });

    await step(t, 'callers up is sorted by self time, and Enter opens the line where it went', async () => {
      await page.keyboard.press('i');
      await table.locator('.column-self[aria-sort="descending"]').waitFor();
      await table.focus();
      await workbench.pressUntil('Home', selected.filter({ hasText: 'ImageDecoder.decode' }));
      const place = /(\w+\.(?:java|kt)):(\d+)/.exec((await selected.locator('.place').textContent()) ?? '');
      assert.ok(place, 'the row names a file and a line');
      await page.keyboard.press('Enter');
      await workbench.waitForCursor(place[1] ?? '', Number(place[2]));
    });

    await step(t, 'a head sorts by keyboard, both ways', async () => {
      await workbench.page.locator('.tab', { hasText: /shop/ }).first().click();
      await waitForFocus(frame);
      const head = table.getByRole('button', { name: 'Share' });
      await head.focus();
      await page.keyboard.press('Enter');
      await table.locator('.column-share[aria-sort="descending"]').waitFor();
      await page.keyboard.press('Enter');
      await table.locator('.column-share[aria-sort="ascending"]').waitFor();
    });

    await step(t, 's shows who calls the chosen function and what it calls', async () => {
      await table.getByRole('button', { name: 'Self' }).press('Enter');
      await table.focus();
      // Rows that are sorted again let the chosen one go, which may be after the key.
      await workbench.pressUntil('Home', selected.filter({ hasText: 'ImageDecoder.decode' }));
      await page.keyboard.press('s');
      await mode('Sandwich').waitFor();
      await frame.getByRole('heading', { name: 'Who calls ImageDecoder.decode' }).waitFor();
      await frame.getByRole('heading', { name: 'What ImageDecoder.decode calls' }).waitFor();
      // Its callers can be walked: the longest box of the outermost row is main.
      await frame.locator('.sandwich .flame').first().focus();
      await page.keyboard.press('ArrowDown');
      await frame.locator('.legend .status').filter({ hasText: 'Main.main' }).waitFor();
    });

    await step(t, 'transforms are done by letters, shown as a chain, and taken back one by one', async () => {
      await page.keyboard.press('2');
      await mode('Aggregated').waitFor();
      await frame.locator('.flame:visible').focus();
      await page.keyboard.press('h');
      await chips.filter({ hasText: 'without system' }).waitFor();
      await page.keyboard.press('a');
      await chips.filter({ hasText: 'app only' }).waitFor();
      // They stay in the view over time.
      await page.keyboard.press('1');
      await mode('Over time').waitFor();
      assert.equal(await chips.count(), 2);
      await page.keyboard.press('Backspace');
      await chips.filter({ hasText: 'app only' }).waitFor({ state: 'detached' });
      await chips.getByRole('button').press('Enter');
      await chips.first().waitFor({ state: 'detached' });
    });

    await step(t, 'the menu of a frame says in plain words what the letters do', async () => {
      await page.keyboard.press('2');
      await mode('Aggregated').waitFor();
      await frame.locator('.flame:visible').focus();
      const status = frame.locator('.legend .status');
      await page.keyboard.press('ArrowDown');
      // Callers of all frames are folded.
      await status.filter({ hasText: /shows their rows$/ }).waitFor();
      await page.keyboard.press('Enter');
      await status.filter({ hasText: /folds their rows$/ }).waitFor();
      await page.keyboard.press('ArrowDown');
      await status.filter({ hasText: /^Main\.main/ }).waitFor();
      await page.keyboard.press('Shift+F10');
      const menu = frame.getByRole('menu', { name: 'Actions for Main.main' });
      await menu.waitFor();
      assert.ok((await menu.getByRole('menuitem').count()) <= 6);
      await menu.getByRole('menuitem', { name: 'Transform' }).click();
      const transforms = frame.getByRole('menu', { name: 'Transform' });
      await transforms.getByRole('menuitem', { name: 'Merge function into its callers' }).waitFor();
      await page.keyboard.press('ArrowLeft');
      await menu.waitFor();
      // A letter needs no submenu.
      await page.keyboard.press('m');
      await menu.waitFor({ state: 'hidden' });
      await chips.filter({ hasText: 'without Main.main' }).waitFor();
      await page.keyboard.press('Backspace');
      await chips.first().waitFor({ state: 'detached' });
    });

    await step(t, 'the search takes regular expressions, says what it found, and what is wrong with them', async () => {
      const found = frame.locator('.search-field .matched');
      await openSearch(page, frame);
      await page.keyboard.type('^com\\..*decode$');
      await found.filter({ hasText: 'nothing matched' }).waitFor();
      await frame.getByRole('button', { name: 'Regular expression' }).press('Enter');
      await found.filter({ hasText: /matched [\d.]+ % of [\d.]+ s, 1 frame/ }).waitFor();
      await page.keyboard.press('n');
      await frame.locator('.legend .status').filter({ hasText: 'ImageDecoder.decode' }).waitFor();
      await openSearch(page, frame);
      await page.keyboard.type('(decode');
      await found.filter({ hasText: 'Incomplete: (decode' }).waitFor();
      await page.keyboard.press('Escape');
      await found.filter({ hasText: /^$/ }).waitFor({ state: 'attached' });
      await page.keyboard.press('Escape');
    });

    await step(t, 'a second range makes it a comparison, which Escape takes back', async () => {
      await page.keyboard.press('4');
      await mode('Table').waitFor();
      const shown = frame.locator('.timeline').first();
      // A small page scrolls.
      await shown.scrollIntoViewIfNeeded();
      const timeline = await shown.boundingBox();
      assert.ok(timeline);
      const y = timeline.y + timeline.height * 0.8;
      await page.keyboard.down('Shift');
      await page.mouse.move(timeline.x + timeline.width * 0.5, y);
      await page.mouse.down();
      await page.mouse.move(timeline.x + timeline.width * 0.8, y, { steps: 4 });
      await page.mouse.up();
      await page.keyboard.up('Shift');
      const compared = frame.locator('.compare-bar');
      await compared.locator('.side-b', { hasText: /0:1\d\.\d – 0:2\d\.\d$/ }).waitFor();
      await table.getByRole('button', { name: 'Change' }).press('Enter');
      await table.locator('.column-delta[aria-sort="descending"]').waitFor();
      const change = table.locator('[role="row"]', { hasText: 'ImageDecoder.decode' }).locator('.column-delta');
      assert.match((await change.textContent()) ?? '', /^[+−][\d.]+ %$/);
      await table.focus();
      await page.keyboard.press('Escape');
      await compared.waitFor({ state: 'hidden' });
    });

    await step(t, 'what is shown comes back after the page was hidden', async () => {
      await page.keyboard.press('h');
      await chips.filter({ hasText: 'without system' }).waitFor();
      await workbench.openFile('CartRepository.java');
      await workbench.tabs('Sample: shop.laglens').click();
      const again = await LaglensPanel.find(workbench, 'recorded');
      await again.frame.locator('.breadcrumb .chip', { hasText: 'without system' }).waitFor();
      await again.frame.locator('.view-body > .table [role="row"]', { hasText: 'ImageDecoder.decode' }).waitFor();
    });
  },
};
