import assert from 'node:assert/strict';
import type { Frame, Locator } from 'playwright-core';
import { eventually } from '../harness/eventually.ts';
import { seeOfLag, startCapture } from '../harness/main-job.ts';
import { step } from '../harness/step.ts';
import type { ProgramWindow } from '../windows/program-window.ts';
import type { WindowTest } from '../windows/shared-window.ts';

export const list: WindowTest<ProgramWindow> = {
  name: 'rows of the list stay under the hand, and groups start with the most time',
  width: 1366,
  height: 800,
  async run(t, { workbench, given: { demo } }) {
    const { page } = workbench;
    const { frame } = await startCapture(workbench, 'This computer', 'com.example.shop.Main', demo.pid);
    const fresh = frame.locator('.list-strip button');
    await seeOfLag(() => demo.lag('busy'), ended(frame, 'ImageDecoder.decode'));
    const id = await ended(frame, 'ImageDecoder.decode').last().getAttribute('data-lag');
    const row = frame.locator(`li.lag[data-lag="${id}"]`);

    await step(t, 'below the pointer a row stays, and what is new is counted', async () => {
      await row.hover();
      const before = await topOf(row);
      await seeOfLag(() => demo.lag('lock'), ended(frame, 'CartRepository.itemCount'));
      await fresh.filter({ hasText: /^\d+ new$/ }).waitFor();
      assert.equal(await topOf(row), before);
      const pill = await fresh.boundingBox();
      assert.ok(pill && pill.y + pill.height <= (await topOf(frame.locator('.lags'))), 'the button covers no row');
    });

    await step(t, 'when the pointer has left, the newest is at the top', async () => {
      await page.mouse.move(2, 2);
      await fresh.waitFor({ state: 'hidden' });
      assert.ok((await topOf(row)) > (await topOf(ended(frame, 'CartRepository.itemCount').first())));
    });

    await step(t, 'while a lag is selected its row stays, and the button leads to the new ones', async () => {
      await row.click();
      await page.mouse.move(2, 2);
      const before = await topOf(row);
      await seeOfLag(() => demo.lag('sleep'), ended(frame, 'PaymentClient'));
      assert.equal(await topOf(row), before);
      // Rows that come after the click are counted by another button.
      const distance = async (): Promise<number> => {
        if (await fresh.isVisible()) await fresh.click();
        return Math.abs((await topOf(frame.locator('li.lag').first())) - (await topOf(frame.locator('.lags'))));
      };
      await eventually(distance, (pixels) => assert.ok(pixels <= 2, `the first row is at the top, not ${pixels} px away`));
      await page.keyboard.press('Escape');
    });

    await step(t, 'groups start with the most time', async () => {
      await frame
        .locator('.list-bar')
        .getByRole('radio', { name: /^Groups/ })
        .click();
      await frame.locator('li.group').first().waitFor();
      assert.equal(await frame.locator('.list-bar select').inputValue(), 'longest');
    });

    await step(t, 'the status bar and the page have one clock', async () => {
      const clock = (text: string): number => {
        const [, minutes = '', seconds = ''] = /(\d+):(\d\d)/.exec(text) ?? [];
        return Number(minutes) * 60 + Number(seconds);
      };
      const shown = clock(await frame.locator('header .phase').innerText());
      // Both show whole seconds, one after the other.
      await workbench.statusItem(/\d:\d\d · \d+ lags?/).waitFor();
      const said = clock(await workbench.recording.innerText());
      const later = clock(await frame.locator('header .phase').innerText());
      assert.ok(said >= shown - 2 && said <= later + 1, `${shown}, ${said}, ${later}`);
    });
  },
};

/** Rows of lags that are over. */
function ended(frame: Frame, name: string): Locator {
  return frame.locator('li.lag[data-open="false"]', { hasText: name });
}

async function topOf(row: Locator): Promise<number> {
  return (await row.boundingBox())?.y ?? Number.NaN;
}
