import assert from 'node:assert/strict';
import { eventually } from '../harness/eventually.ts';
import type { PageTest } from '../windows/page-alone.ts';

export const restingPointer: PageTest = {
  name: 'the page alone: no moment of the former lag is left under a pointer that rests',
  width: 1366,
  height: 800,
  async run(_t, { page, open }) {
    await open();
    const [ruler, hovered] = [page.locator('.ruler-range'), page.locator('.hover-time')];
    const seconds = (shown: string | null): readonly number[] =>
      [...(shown ?? '').matchAll(/\d+:(\d\d\.\d+)/g)].map(([, each]) => Number(each));

    await page.locator('li.lag', { hasText: 'ImageDecoder.decode' }).first().click();
    const box = await page.locator('.flame').first().boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + box.width / 2, box.y + 30);
    await page.mouse.move(box.x + box.width / 2, box.y + 31);
    await hovered.waitFor();
    const former = (await ruler.textContent()) ?? '';
    await page.locator('.lags').focus();
    await page.keyboard.press('j');
    await ruler.filter({ hasNotText: former }).waitFor();
    const [from = NaN, to = NaN] = seconds(await ruler.textContent());
    const pointed = async (): Promise<string | undefined> =>
      hovered.evaluateAll(([node]) => (node?.checkVisibility() === true ? node.textContent : undefined));
    // A browser may report the resting pointer again, at a time of the shown lag.
    await eventually(
      pointed,
      (shown) => {
        const [at = NaN] = shown === undefined ? [from] : seconds(shown);
        assert.ok(from <= at && at <= to, `${at} in ${from} to ${to}`);
      },
      20_000,
    );
    await page.evaluate(keepFirstTitle);
    await page.keyboard.press('T');
    const [at = NaN] = seconds(await page.locator('dialog.moment[open][data-first-title]').getAttribute('data-first-title'));
    assert.ok(from <= at && at <= to, `${at} in ${from} to ${to}`);
  },
};

/** Keeps the title of the task that opens the dialog. */
const keepFirstTitle = `(() => {
  const dialog = document.querySelector('dialog.moment');
  const observer = new MutationObserver(() => {
    observer.disconnect();
    dialog.dataset.firstTitle = dialog.querySelector('h2').textContent;
  });
  observer.observe(dialog, { attributeFilter: ['open'] });
})()`;
