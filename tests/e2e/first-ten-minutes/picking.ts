import assert from 'node:assert/strict';
import { eventually } from '../harness/eventually.ts';
import { step } from '../harness/step.ts';
import { TroubleshootPage } from '../harness/troubleshoot-page.ts';
import type { WindowTest } from '../windows/shared-window.ts';
import type { ShopWindow } from '../windows/shop-window.ts';

export const picking: WindowTest<ShopWindow> = {
  name: 'picking a device shows no empty panel, and a device that is missing leads to its cause',
  width: 1366,
  height: 800,
  async run(t, { workbench }) {
    const { page, quickInput } = workbench;

    await step(t, 'the panel waits for the choice', async () => {
      await quickInput.chooseAfter(async () => {
        await workbench.runCommand('Laglens: Start Lag Capture');
        await quickInput.row('Java programs').waitFor();
      }, 'This computer');
      await page.locator('.quick-input-title', { hasText: 'Apps on This computer' }).waitFor();
      assert.equal(await page.locator('iframe.webview').count(), 0);
    });

    await step(t, 'the row of no phone gives advice, and leads to the page of troubleshooting', async () => {
      await page.keyboard.press('Escape');
      await quickInput.chooseAfter(async () => {
        await workbench.runCommand('Laglens: Start Lag Capture');
        await eventually(
          () => quickInput.rows(),
          (rows) => assert.match(rows.join('\n'), /Connect a Phone…\s*no phone or emulator is connected/),
        );
      }, /no phone or emulator is connected/);
      await TroubleshootPage.find(workbench);
      const shown = (await page.locator('.notification-list-item').allInnerTexts()).join('\n');
      assert.doesNotMatch(shown, /\[[a-z]+-[a-z-]+\]/, 'no code of an error');
    });
  },
};
