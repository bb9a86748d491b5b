import assert from 'node:assert/strict';
import { eventually } from '../harness/eventually.ts';
import { step } from '../harness/step.ts';
import type { PageTest } from '../windows/page-alone.ts';

export const narrowList: PageTest = {
  name: 'the page alone, narrow: its single row is the selected lag’s, whole, among groups, too',
  width: 340,
  height: 660,
  async run(t, { page, open }) {
    await open();
    const chosen = 'li.lag[aria-selected="true"]';

    /** Names of rows, and how much of the selected one is outside the list, in pixels. */
    const seen = () =>
      page.locator('.lags').evaluate((list, selector) => {
        const node = list.querySelector(selector);
        if (node === null) return undefined;
        const [outer, inner] = [list.getBoundingClientRect(), node.getBoundingClientRect()];
        const hidden = Math.max(0, outer.top - inner.top, inner.bottom - outer.bottom);
        return { name: node.querySelector('.culprit')?.textContent, hidden: Math.floor(hidden) };
      }, chosen);
    const expectSeen = (name: string): Promise<unknown> => eventually(seen, (row) => assert.deepEqual(row, { name, hidden: 0 }), 20_000);

    const name = 'CartRepository.itemCount';
    await step(t, 'a lag’s row is whole', async () => {
      await page.locator('li.lag', { hasText: name }).first().click();
      // The list keeps its height while the pointer is over it.
      await page.mouse.move(170, 600);
      await page.locator('.panes.selected:not(.held)').waitFor();
      await page.locator('.summary', { hasText: name }).filter({ visible: true }).first().waitFor();
      await expectSeen(name);
    });

    await step(t, 'among groups its group is the selected row, and among lags itself again', async () => {
      await page.locator('.lags').focus();
      await page.keyboard.press('Shift+G');
      await page.locator('li.group').first().waitFor();
      // Not through the letters of a long choice.
      assert.equal(await page.evaluate(`getComputedStyle(document.querySelector('.list-bar select')).textOverflow`), 'ellipsis');
      await expectSeen(name);
      await page.keyboard.press('Shift+G');
      await page.locator('li.lag:not(.group)').first().waitFor();
      await expectSeen(name);
    });

    await step(t, 'the name of a single transform is read from its begin', async () => {
      await page.keyboard.press('4');
      const chip = page.locator('.breadcrumb .chip').filter({ visible: true }).first();
      await chip.waitFor();
      const cut = await page.locator('.breadcrumb').evaluate(({ scrollLeft }) => scrollLeft);
      assert.equal(cut, 0);
    });
  },
};
