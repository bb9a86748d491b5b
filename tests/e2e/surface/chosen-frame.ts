import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { sessionBytes } from '../../core/memory-session.ts';
import { stutteringShop } from '../../core/stuttering-shop.ts';
import { eventually } from '../harness/eventually.ts';
import { step } from '../harness/step.ts';
import type { PageTest } from '../windows/page-alone.ts';

const sample = fileURLToPath(new URL('../../../media/sample/shop.laglens', import.meta.url));

/** CSS pixels of the page beside VS Code's side bar. */
const laptop = { width: 1018, height: 677 };
/** A busy machine takes seconds. */
const STEP_MS = 20_000;

export const chosenFrame: PageTest = {
  name: 'a frame chosen in one lag moves the view of nothing else',
  width: 1366,
  height: 768,
  async run(t, { page, open }) {
    page.setDefaultTimeout(STEP_MS);
    const chosen = page.locator('.legend .status');
    /** A frame that another one of the app called. */
    const choose = async (): Promise<void> => {
      await page.locator('li.lag', { hasText: 'CartRepository.itemCount' }).first().click();
      for (let depth = 0; depth < 3; depth++) await page.locator('.flame').first().press('ArrowDown');
      await chosen.filter({ hasText: /ms/ }).waitFor();
    };

    await step(t, 'a stutter’s time stays whole when the page gets another size', async () => {
      await open(await sessionBytes(stutteringShop()));
      await choose();
      await page.locator('li.lag.stutter').click();
      await page.getByRole('region', { name: 'Stutter' }).waitFor();
      for (const height of [600, 768]) {
        await page.setViewportSize({ width: 1366, height });
        const [hash, shown]: readonly unknown[] = Object(await page.evaluate(settledScript));
        assert.doesNotMatch(String(hash), /"view":\{"fromX"/, 'the graph shows another time than the ruler');
        assert.equal(shown, '', 'a frame of another time is said to be chosen');
      }
    });

    await step(t, 'frames that others replace are chosen no more', async () => {
      await open(await readFile(sample));
      await choose();
      await page.locator('.flame').first().press('a');
      await eventually(
        () => chosen.textContent(),
        (sentence) => assert.equal(sentence, ''),
        STEP_MS,
      );
    });

    await step(t, 'on a laptop the sentence about it hides no key of the legend', async () => {
      await page.setViewportSize(laptop);
      await choose();
      await eventually(
        () => page.locator('.legend').evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight),
        (hidden) => assert.equal(hidden, 0),
        STEP_MS,
      );
    });
  },
};

/** The page's state and the chosen frame, once a changed size is drawn. */
const settledScript = `(async () => {
  for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame);
  return [decodeURIComponent(location.hash), document.querySelector('.legend .status').textContent];
})()`;
