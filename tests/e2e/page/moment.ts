import assert from 'node:assert/strict';
import { seriousFindings } from '../harness/axe.ts';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { closeDialog, showView, waitForFocus } from '../harness/page-keys.ts';
import { step } from '../harness/step.ts';
import type { WindowTest } from '../windows/shared-window.ts';
import type { ShopWindow } from '../windows/shop-window.ts';

export const moment: WindowTest<ShopWindow> = {
  name: 'all threads at one moment: by key, by menu, from owner to waiter, to the source, as text',
  width: 1366,
  height: 768,
  async run(t, { workbench }) {
    const { page } = workbench;
    const panel = await LaglensPanel.openSample(workbench);
    const { frame } = panel;
    const dialog = frame.locator('dialog.moment[open]');
    const column = (name: string) => dialog.getByRole('region', { name, exact: false });
    const title = dialog.locator('h2');

    await step(t, 'Shift+T shows the selected lag’s worst moment: main first, then the thread that holds its lock', async () => {
      await panel.selectLag(/CartRepository\.itemCount/);
      await frame.locator('.lags').focus();
      await waitForFocus(frame);
      await page.mouse.move(0, 0);
      await page.keyboard.press('T');
      await dialog.waitFor();
      // The wait is the whole lag: the title has the middle of the selected range, to a round of samples.
      const range = await frame.locator('.ruler-range').textContent();
      const [fromMs = NaN, toMs = NaN] = [...(range ?? '').matchAll(/0:(\d\d\.\d\d)/g)].map(([, seconds]) => 1_000 * Number(seconds));
      await dialog.locator('.moment-thread').first().waitFor();
      const shownMs = 1_000 * Number(/^All threads at 0:(\d\d\.\d{3})$/.exec((await title.textContent()) ?? '')?.[1]);
      assert.ok(Math.abs(shownMs - (fromMs + toMs) / 2) <= 15, `${shownMs} of ${range}`);
      const names = await dialog.locator('.moment-thread h3').allTextContents();
      assert.deepEqual(names.slice(0, 2), ['main', 'bg-db']);
      await column('main, blocked').getByText('waits for lock of Object, held by bg-db').waitFor();
      await column('main, blocked').getByTitle('CartRepository.java:39', { exact: true }).waitFor();
      await column('bg-db, waiting').getByText('main waits for it').waitFor();
      assert.deepEqual(await seriousFindings(frame), []);
    });

    await step(t, 'the owner’s name leads to its thread, and back', async () => {
      await page.keyboard.press('Tab');
      await frame.locator('.moment-thread button:focus').filter({ hasText: 'bg-db' }).waitFor();
      await page.keyboard.press('Enter');
      await column('bg-db, waiting').and(frame.locator(':focus')).waitFor();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await column('main, blocked').and(frame.locator(':focus')).waitFor();
    });

    await step(t, 'arrow keys go to another moment, and the focus stays with its thread', async () => {
      const before = await title.textContent();
      await page.keyboard.press('ArrowLeft');
      await title.filter({ hasNotText: before ?? '' }).waitFor();
      await page.keyboard.press('ArrowRight');
      await title.filter({ hasText: before ?? '' }).waitFor();
      await column('main, blocked').and(frame.locator(':focus')).waitFor();
    });

    await step(t, 'the text is a thread dump with who holds which lock', async () => {
      const copied = await workbench.copied(() => dialog.getByRole('button', { name: 'Copy as text' }).click());
      const lines = copied.split(/\r?\n/);
      const main = lines.indexOf('"main" prio=5 tid=1 Blocked');
      assert.ok(main > 0, copied);
      const place = '  at com.example.shop.cart.CartRepository.itemCount(CartRepository.java:39)';
      const holder = /^"bg-db" daemon prio=5 tid=(\d+) /m.exec(copied)?.[1];
      assert.deepEqual(lines.slice(main + 3, main + 5), [
        place,
        `  - waiting to lock <0x00000001> (a java.lang.Object) held by thread ${holder}`,
      ]);
      assert.match(lines.at(-2) ?? '', /^----- end \d+ -----$/);
    });

    await step(t, 'a frame opens its source, and the timeline’s menu shows another moment', async () => {
      await column('main, blocked').getByRole('button', { name: 'CartRepository.itemCount' }).click();
      await workbench.waitForCursor('CartRepository.java', 39);
      await workbench.tabs('CartRepository.java').click({ button: 'middle' });
      const again = await LaglensPanel.find(workbench, 'recorded');
      // Beside its source the page stays as it was, and the editor has the focus.
      const close = again.frame.locator('dialog.moment[open]').getByRole('button', { name: 'Close' });
      if (await close.isVisible()) await close.click();
      await again.frame.locator('.timeline').click({ button: 'right', position: { x: 12, y: 30 } });
      await again.frame.getByRole('menuitem', { name: /^Show all threads at this moment/ }).click();
      await again.frame
        .locator('dialog.moment[open] h2')
        .filter({ hasText: /^All threads at 0:00\.[0-4]\d\d$/ })
        .waitFor();
      await closeDialog(page, again.frame);
    });

    await step(t, 'a name in the table says how often the function was called in the lag, at least', async () => {
      const again = await LaglensPanel.find(workbench, 'recorded');
      await again.selectLag(/PriceCache\.average/);
      await again.frame.locator('.lags').focus();
      await showView(page, again.frame, '4');
      const table = again.frame.locator('[role="treegrid"]').filter({ visible: true });
      await table.focus();
      await page.keyboard.press('*');
      const name = table.locator('.table-row .name').filter({ hasText: 'PriceCache.onPriceChanged' }).first();
      const [, called = '0'] = /Called at least (\d+) times in this lag/.exec((await name.getAttribute('title')) ?? '') ?? [];
      // The demo app posts 700 price changes, each in a message of its own.
      assert.ok(Number(called) > 350 && Number(called) <= 700, called);
    });

    await step(t, 'a cause that asks for a setting leads to it', async () => {
      const again = await LaglensPanel.find(workbench, 'recorded');
      await again.selectLag(/PriceHistory\.load/);
      await again.summary.getByRole('button', { name: 'laglens.allocations' }).click();
      await page.locator('.settings-editor').getByText('Record allocated bytes per thread').waitFor();
    });
  },
};
