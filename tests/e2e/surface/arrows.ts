import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../harness/eventually.ts';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { step } from '../harness/step.ts';
import type { WindowTest } from '../windows/shared-window.ts';
import type { ShopWindow } from '../windows/shop-window.ts';

export const arrows: WindowTest<ShopWindow> = {
  name: 'arrows lead from a wait to the holder, and from who ended it back, and open both stacks',
  width: 1366,
  height: 768,
  async run(t, { workbench }) {
    const { page } = workbench;
    const panel = await LaglensPanel.openSample(workbench);
    const { frame } = panel;
    const dialog = frame.locator('dialog.moment');
    const tracks = frame.getByRole('listbox', { name: /^Tracks/ });
    const tooltip = frame.locator('.tooltip');
    const bothStacks = async (): Promise<void> => {
      await dialog.getByRole('heading', { name: /^main · bg-db at 0:\d\d/ }).waitFor();
      // The sample's writer sleeps with the lock that main waits for.
      assert.deepEqual(await dialog.locator('.moment-thread h3').allTextContents(), ['main', 'bg-db']);
      await dialog.locator('.moment-thread', { hasText: 'CartRepository.itemCount' }).waitFor();
      await dialog.locator('.moment-thread', { hasText: 'CartRepository.writeRows' }).waitFor();
    };

    await step(t, 'a link beside the cause shows both stacks side by side, and all threads from there', async () => {
      await panel.selectLag('CartRepository');
      const link = frame.locator('.summary .verdict').getByRole('button', { name: 'Both stacks' });
      await link.focus();
      await page.keyboard.press('Enter');
      await bothStacks();
      const [one, other] = await boxesOf(dialog.locator('.moment-thread'));
      assert.ok(one && other && one.y === other.y && one.x + one.width <= other.x, 'side by side');
      await dialog.getByRole('button', { name: 'All threads' }).click();
      await eventually(
        () => dialog.locator('.moment-thread').count(),
        (count) => assert.ok(count > 2, `${count} threads`),
      );
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      await link.and(frame.locator(':focus')).waitFor();
    });

    await step(t, 'the holder’s track is below main, and arrows between them say what they mean', async () => {
      await frame.locator('.disclosure', { hasText: 'Tracks' }).click();
      await tracks.waitFor();
      await tracks.getByRole('option').filter({ hasText: 'bg-db' }).and(frame.locator('[aria-posinset="2"]')).waitFor();
      await hoverArrow(page, tracks, tooltip, 'main waits for bg-db');
    });

    await step(t, 'a click on an arrow shows both stacks', async () => {
      await hoverArrow(page, tracks, tooltip, 'main waits for bg-db');
      await page.mouse.down();
      await page.mouse.up();
      await bothStacks();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
    });

    await step(t, 'an arrow leads back from the thread that likely ended a wait', async () => {
      await panel.selectLag('CheckoutScreen.showDeliveryQuote');
      await tracks.getByRole('option').filter({ hasText: 'delivery' }).and(frame.locator('[aria-posinset="2"]')).waitFor();
      await hoverArrow(page, tracks, tooltip, 'delivery likely ended the wait of main');
    });

    await step(t, 'a lag that waited for nobody has no arrow and no link', async () => {
      await panel.selectLag('ImageDecoder.decode');
      await frame.getByRole('button', { name: 'Both stacks' }).waitFor({ state: 'hidden' });
      const found = await arrowTexts(page, tracks, tooltip);
      assert.deepEqual(found, []);
    });
  },
};

function boxesOf(nodes: Locator) {
  return nodes.evaluateAll((all) =>
    all.map((node) => {
      const { x, y, width } = node.getBoundingClientRect();
      return { x, y, width };
    }),
  );
}

/** Leaves the pointer on the arrow with this text. */
async function hoverArrow(page: Page, tracks: Locator, tooltip: Locator, name: string): Promise<void> {
  await eventually(
    () => arrowTexts(page, tracks, tooltip, name),
    (met) => assert.ok(met.includes(name), `met ${met.join() || 'none'}`),
  );
}

/** Moves the pointer along the border between the first two tracks, where only arrows have a text with this hint. */
async function arrowTexts(page: Page, tracks: Locator, tooltip: Locator, until = ''): Promise<readonly string[]> {
  const met = new Set<string>();
  const box = await tracks.boundingBox();
  const main = await tracks.getByRole('option').filter({ hasText: 'main' }).first().boundingBox();
  assert.ok(box && main);
  for (let x = main.x + main.width + 2; x < box.x + box.width; x += 4) {
    await page.mouse.move(x, main.y + main.height);
    if (!(await tooltip.isVisible())) continue;
    const [name = '', hint = ''] = await tooltip.locator(':scope > div').allInnerTexts();
    if (hint !== 'A click shows both stacks side by side') continue;
    met.add(name);
    if (name === until) break;
  }
  return [...met];
}
