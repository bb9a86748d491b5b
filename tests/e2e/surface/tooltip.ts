import { LaglensPanel } from '../harness/laglens-panel.ts';
import { waitForFocus } from '../harness/page-keys.ts';
import { retryAction } from '../harness/retry-action.ts';
import { step } from '../harness/step.ts';
import type { WindowTest } from '../windows/shared-window.ts';
import type { ShopWindow } from '../windows/shop-window.ts';

export const tooltip: WindowTest<ShopWindow> = {
  name: 'a tooltip goes when the focus goes to the palette or the side bar, though the pointer stays',
  width: 1366,
  height: 768,
  async run(t, { workbench }) {
    const { page } = workbench;
    const panel = await LaglensPanel.openSample(workbench);
    const tooltip = panel.frame.locator('.tooltip');
    await panel.selectLag('ImageDecoder.decode');

    for (const [place, key, shown] of [
      ['palette', 'F1', '.quick-input-widget input.input:focus'],
      ['side bar', 'Control+Shift+E', '.explorer-folders-view .monaco-list:focus'],
    ] as const) {
      await step(t, `to the ${place}`, async () => {
        await panel.frame.locator('.lags').focus();
        await waitForFocus(panel.frame);
        await panel.hover('ImageDecoder.decode');
        await retryAction(async (timeout) => {
          await page.keyboard.press(key);
          await page.locator(shown).waitFor({ timeout });
        });
        await tooltip.waitFor({ state: 'hidden' });
        await page.keyboard.press('Escape');
      });
    }
  },
};
