import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import type { Frame, Locator, Page } from 'playwright-core';
import { LagDetector } from '../../../core/analysis/lags/detect/lag-detector.ts';
import { DEFAULT_THRESHOLD_US, type Lag } from '../../../core/analysis/lags/lag.ts';
import { replaySession } from '../../../core/session/file/replay.ts';
import { inflateDriver, SessionFile } from '../../../host/session-file.ts';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { closeDialog } from '../harness/page-keys.ts';
import { step } from '../harness/step.ts';
import type { WindowTest } from '../windows/shared-window.ts';
import type { ShopWindow } from '../windows/shop-window.ts';

const sample = fileURLToPath(new URL('../../../media/sample/shop.laglens', import.meta.url));

async function lagsOfSample(signal: AbortSignal): Promise<readonly Lag[]> {
  const file = await SessionFile.open(sample);
  const { model } = await replaySession(file, inflateDriver, signal);
  await file.close();
  const judge = new LagDetector(model, { thresholdUs: DEFAULT_THRESHOLD_US, isAppClass: () => false });
  judge.update();
  return judge.lags;
}

/** Drags between shares of an element's width, in its lower part. */
export async function drag(page: Page, element: Locator, from: number, to: number): Promise<void> {
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  assert.ok(box);
  const y = box.y + box.height - 12;
  await page.mouse.move(box.x + box.width * from, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * to, y, { steps: 4 });
  await page.mouse.up();
}

/** Begin and end of the ruler's range, in milliseconds. */
async function rulerRange(frame: Frame): Promise<readonly [number, number]> {
  const shown = await frame.locator('.ruler-range .range').innerText();
  const [, from, to, length] = /^0:(\d\d\.\d\d) – 0:(\d\d\.\d\d) \(([\d.]+) (?:s|ms)\)$/.exec(shown) ?? [];
  assert.ok(from && to && length, shown);
  return [1_000 * Number(from), 1_000 * Number(to)];
}

export const range: WindowTest<ShopWindow> = {
  name: 'a dragged range rules list, groups, counts and messages, stands in the ruler, and goes by Escape, button or menu',
  width: 1366,
  height: 768,
  async run(t, { workbench }) {
    const lags = await lagsOfSample(t.signal);
    const { page } = workbench;
    const panel = await LaglensPanel.openSample(workbench);
    const { frame } = panel;
    const overview = frame.locator('.timeline');
    const ruler = frame.locator('.ruler-range');
    const listed = (kind: 'Lags' | 'Groups', count: number) => frame.getByRole('radio', { name: `${kind} ${count}`, exact: true });
    const bar = frame.locator('.range-bar');
    await listed('Lags', lags.length).waitFor();
    let there = 0;

    await step(t, 'the list has the lags that overlap it, and says so', async () => {
      await drag(page, overview, 0.12, 0.5);
      await ruler.waitFor();
      const [fromMs, toMs] = await rulerRange(frame);
      there = lags.filter(({ beginUs, endUs }) => beginUs / 1_000 < toMs && endUs / 1_000 > fromMs).length;
      assert.ok(there > 3 && there < 12, `${there} lags from ${fromMs} to ${toMs} ms`);
      await bar.getByText(`In range: ${there} of ${lags.length} lags`).waitFor();
      await listed('Lags', there).waitFor();
      await frame.locator(`li.lag[aria-setsize="${there}"]`).first().waitFor();
      // No two of them are of one group.
      await listed('Groups', there).click();
      await frame.locator(`li.lag.group[aria-setsize="${there}"]`).first().waitFor();
      await listed('Lags', there).click();
    });

    await step(t, 'messages by handler are those of the range', async () => {
      const shown = await ruler.locator('.range').innerText();
      await page.keyboard.press('Shift+H');
      await frame.locator('dialog.messages[open]').getByText(`${shown}: `).waitFor();
      await closeDialog(page, frame);
    });

    await step(t, 'a lag in it is selected without leaving it, and Escape goes back to it, then to all', async () => {
      const shown = await ruler.locator('.range').innerText();
      await panel.selectLag(/CategoryTree\.countBelow/);
      await listed('Lags', there).waitFor();
      assert.equal(await ruler.locator('.range').innerText(), shown);
      await page.keyboard.press('Escape');
      await panel.summary.waitFor({ state: 'hidden' });
      await bar.waitFor();
      await page.keyboard.press('Escape');
      await bar.waitFor({ state: 'hidden' });
      await ruler.waitFor({ state: 'hidden' });
      await listed('Lags', lags.length).waitFor();
    });

    await step(t, 'the button in the ruler, the list’s and the timeline’s menu end it, too', async () => {
      const menu = async (): Promise<void> => {
        await overview.click({ button: 'right', position: { x: 12, y: 60 } });
        await frame.getByRole('menuitem', { name: /^Clear range/ }).click();
      };
      for (const clear of [
        () => ruler.getByRole('button', { name: 'Clear range' }).click(),
        () => bar.getByRole('button', { name: 'Clear range' }).click(),
        menu,
      ]) {
        await drag(page, overview, 0.6, 0.7);
        await bar.waitFor();
        await clear();
        await bar.waitFor({ state: 'hidden' });
        await listed('Lags', lags.length).waitFor();
      }
    });

    await step(t, 'a range without lags says that', async () => {
      // Between the first two lags, at 2.7 and at 3.6 s of 28.
      await drag(page, overview, 0.105, 0.12);
      const said = frame.locator('.side > .empty:not([hidden])', { hasText: 'No lag in the selected range. Press Esc to list all lags.' });
      // It takes no height, so that it moves nothing.
      await said.waitFor({ state: 'attached' });
      await bar.getByText(`In range: 0 of ${lags.length} lags`).waitFor();
      await page.keyboard.press('Escape');
      await listed('Lags', lags.length).waitFor();
    });
  },
};
