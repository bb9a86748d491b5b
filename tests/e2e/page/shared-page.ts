import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { eventually } from '../harness/eventually.ts';
import { step } from '../harness/step.ts';
import type { PageTest } from '../windows/page-alone.ts';

export const pageAlone: PageTest = {
  name: 'the page alone, in a browser: hidden groups, thresholds, comparisons, the heat strip, a pause',
  width: 1366,
  height: 800,
  async run(t, { page, open }) {
    page.setDefaultTimeout(15_000);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await open();
    await page.locator('#page[data-lags="18"]:not([aria-busy])').waitFor();
    const lags = page.locator('li.lag, .lag[role="option"]');
    const decodes = page.locator('.lag', { hasText: 'ImageDecoder.decode' });
    const hidden = page.locator('.hidden-groups');
    const choose = (label: string | RegExp) => page.locator('.context-menu .item', { hasText: label }).click();

    await step(t, 'a double click says what it copied', async () => {
      await decodes.first().dblclick();
      await page.locator('.shared-notice', { hasText: /^Copied ImageDecoder\.java:\d+$/ }).waitFor();
      assert.match(await page.evaluate<string>('navigator.clipboard.readText()'), /^ImageDecoder\.java:\d+$/);
    });

    await step(t, 'the browser draws the threshold’s spinner in the colours of the theme', async () => {
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        await eventually(
          () => page.evaluate(`getComputedStyle(document.querySelector('.threshold input')).colorScheme`),
          (shown) => assert.equal(shown, colorScheme),
        );
      }
    });

    await step(t, 'a group is hidden by its menu, and comes back', async () => {
      await page.getByRole('radio', { name: 'Groups' }).click();
      const groups = Number(await page.getByRole('radio', { name: 'Groups' }).locator('.count').innerText());
      await decodes.first().click({ button: 'right' });
      await choose('Hide this group');
      await decodes.first().waitFor({ state: 'detached' });
      await hidden.getByText('1 group hidden').waitFor();
      await page.getByRole('radio', { name: `Groups ${groups - 1}` }).waitFor();
      await page.getByRole('radio', { name: /^Lags/ }).click();
      await decodes.first().waitFor({ state: 'detached' });
      // By a lag's menu, too.
      await lags.first().click({ button: 'right' });
      await choose('Hide this group');
      await hidden.getByText('2 groups hidden').waitFor();
      await hidden.getByRole('button', { name: 'Show' }).click();
      await hidden.waitFor({ state: 'hidden' });
      await page.getByRole('radio', { name: `Groups ${groups}` }).waitFor();
    });

    await step(t, 'a threshold above the selected group shows the whole session', async () => {
      await page.getByRole('radio', { name: 'Groups' }).click();
      await page.locator('.lag').last().click();
      await page.locator('.group-summary').waitFor();
      await threshold(page, 590);
      await page.locator('.ruler-range').waitFor({ state: 'hidden' });
      await threshold(page, 100);
      await page.getByRole('radio', { name: /^Lags/ }).click();
      await lags.last().click();
      await page.locator('.ruler-range', { hasText: /\d ms\)$/ }).waitFor();
      await threshold(page, 2_000);
      await page.locator('.ruler-range').waitFor({ state: 'hidden' });
      await threshold(page, 100);
    });

    await step(t, 'range B over time leads to the view that compares', async () => {
      const box = await page.locator('.timeline').boundingBox();
      assert.ok(box);
      await page.keyboard.down('Shift');
      await page.mouse.move(box.x + 300, box.y + 50);
      await page.mouse.down();
      await page.mouse.move(box.x + 400, box.y + 50, { steps: 4 });
      await page.mouse.up();
      await page.keyboard.up('Shift');
      await page.getByRole('button', { name: 'Difference' }).click();
      await page.getByRole('radio', { name: 'Aggregated', checked: true }).waitFor();
      await page.locator('.compare-bar .side-b').waitFor();
      await page.locator('.lags').focus();
      await page.keyboard.press('Escape');
      await page.keyboard.press('1');
    });

    await step(t, 'the heat strip says what its columns and colours are, and its menu zooms to a column', async () => {
      await page.getByRole('button', { name: 'Heat strip' }).click();
      const axis = page.locator('.heat-axis');
      await axis.getByText(/^1 column = .*, bottom to top$/).waitFor();
      assert.deepEqual(await axis.locator('.key').allInnerTexts(), ['busy', 'in lags']);
      const [legend, strip] = [await axis.boundingBox(), await page.locator('.heat-strip').boundingBox()];
      assert.ok(legend && strip && legend.y + legend.height <= strip.y, 'the legend hides cells');
      await page.locator('.heat-strip').click({ button: 'right', position: { x: 200, y: 20 } });
      const label = await page.locator('.context-menu .item', { hasText: 'Zoom to' }).locator('.label').innerText();
      await choose('Zoom to');
      const [, from = '', to = ''] = /Zoom to (\S+) – (\S+)/.exec(label) ?? [];
      await eventually(
        () => page.locator('.ruler-range').innerText(),
        (range) => assert.ok(range.startsWith(from) && range.includes(to), `${range} is not ${label}`),
      );
      await page.getByRole('button', { name: 'Heat strip' }).click();
      await axis.waitFor({ state: 'hidden' });
      await page.locator('.lags').focus();
      await page.keyboard.press('Escape');
      await page.locator('.ruler-range').waitFor({ state: 'hidden' });
    });

    await step(t, 'the sheet of keys is searched, and no letter has two meanings', async () => {
      await page.keyboard.press('?');
      const keys = page.locator('dialog.keys[open]');
      const letters = await keys
        .locator('dt kbd')
        .filter({ hasText: /^⇧?[A-Z]$/ })
        .allInnerTexts();
      assert.deepEqual(letters.toSorted(), [...new Set(letters)].toSorted());
      await keys.getByRole('textbox').fill('marker');
      await eventually(
        () => keys.locator('dd:visible').allInnerTexts(),
        (found) => assert.deepEqual(found, ['Add a marker to the running capture']),
      );
      await page.keyboard.press('Escape');
      await keys.waitFor({ state: 'hidden' });
    });

    await step(t, 'on a low and narrow page the list folds to the selected lag, and its graph begins at its callers', async () => {
      await page.setViewportSize({ width: 552, height: 492 });
      const list = page.locator('.lags');
      const tops = () => page.evaluate<number[]>(`['.lags', '.flame'].map((selector) => document.querySelector(selector).scrollTop)`);
      await list.focus();
      await page.keyboard.press('End');
      await list.hover();
      await page.mouse.down();
      await page.mouse.up();
      await page.locator('.panes.held').waitFor();
      // The unfolded list is at its end, and its rows move by themselves when it folds.
      await page.locator('.lag').nth(-4).click();
      const chosen = page.locator('.lag[aria-selected="true"]');
      const name = await chosen.innerText();
      await page.locator('.flame').first().hover();
      await page.locator('.panes:not(.held)').waitFor();
      await eventually(
        async () => [await list.boundingBox(), await chosen.boundingBox()],
        ([outer, inner]) => assert.ok(outer && inner && Math.abs(outer.y - inner.y) < 2, `${name} is not in the folded list`),
      );
      await eventually(tops, ([, flame = 0]) => assert.ok(flame < 60, `${flame} pixels of the culprit’s callers are hidden`));
      await page.setViewportSize({ width: 1366, height: 800 });
      await list.focus();
      await page.keyboard.press('Escape');
    });

    await step(t, 'a pause leaves the recording’s clock; one button follows the newest, where nothing is followed yet', async () => {
      await page.evaluate(`dispatchEvent(new MessageEvent('message', { data: { type: 'phase', phase: 'recording', detail: '' } }))`);
      await page.getByRole('button', { name: 'Pause View' }).click();
      await page.locator('header .phase', { hasText: /^Recording 0:28 · view paused$/ }).waitFor();
      const follow = page.getByRole('button', { name: 'Follow' });
      assert.equal(await follow.count(), 0);
      await page.getByRole('button', { name: 'Resume View' }).click();
      await page.locator('header .phase', { hasText: /^Recording 0:28$/ }).waitFor();
      await page.locator('.lags .lag').first().click();
      await follow.click();
      await follow.waitFor({ state: 'hidden' });
    });
  },
};

async function threshold(page: Page, ms: number): Promise<void> {
  const field = page.locator('.threshold input');
  await field.fill(String(ms));
  await field.press('Enter');
}
