import assert from 'node:assert/strict';
import { step } from '../harness/step.ts';
import type { PageTest } from '../windows/page-alone.ts';

export const frameMenu: PageTest = {
  name: 'the page alone: a menu and a tooltip are never shown at once',
  width: 1366,
  height: 800,
  async run(t, { page, open }) {
    await open();
    const tooltip = page.locator('.tooltip');
    const lag = (name: string) => page.locator('li.lag', { hasText: name }).first();
    const flame = page.locator('.flame').first();
    const point = async (): Promise<void> => {
      const box = await flame.boundingBox();
      assert.ok(box);
      await page.mouse.move(box.x + box.width / 2, box.y + 30);
      await page.mouse.move(box.x + box.width / 2, box.y + 31);
      await tooltip.waitFor();
    };

    await step(t, 'a menu takes the place of the tooltip', async () => {
      await lag('ImageDecoder.decode').click();
      await point();
      await page.mouse.down({ button: 'right' });
      await page.mouse.up({ button: 'right' });
      await page.getByRole('menu').waitFor();
      await tooltip.waitFor({ state: 'hidden' });
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'hidden' });
    });
  },
};
