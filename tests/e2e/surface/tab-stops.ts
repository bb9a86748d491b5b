import assert from 'node:assert/strict';
import type { Frame, Page } from 'playwright-core';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { waitForFocus } from '../harness/page-keys.ts';
import { step } from '../harness/step.ts';
import type { WindowTest } from '../windows/shared-window.ts';
import type { ShopWindow } from '../windows/shop-window.ts';

const MOST_STOPS = 22;

export const tabStops: WindowTest<ShopWindow> = {
  name: `the Tab key walks an opened session in at most ${MOST_STOPS} stops, arrow keys go on within a switch and a toolbar`,
  width: 1366,
  height: 768,
  async run(t, { workbench }) {
    const { page } = workbench;
    const { frame } = await LaglensPanel.openSample(workbench);
    await frame.locator('.lag').first().waitFor();
    const focused = frame.locator(':focus');

    await step(t, 'each part has its stop', async () => {
      const stops = await stopsOf(page, frame);
      for (const part of ['.timeline', '.timeline-bar', '.list-bar', '.lags', '.flame', '.legend-keys'])
        assert.ok(stops.includes(part), `${part} has none: ${stops}`);
      assert.ok(stops.length <= MOST_STOPS, `${stops.length} stops: ${stops}`);
    });

    await step(t, 'arrow keys choose lags or groups', async () => {
      const groups = frame.getByRole('radio', { name: /^Groups/ });
      await frame.getByRole('radio', { name: /^Lags/ }).focus();
      await page.keyboard.press('ArrowRight');
      await groups.and(focused).waitFor();
      await frame.locator('li.group').first().waitFor();
      await page.keyboard.press('ArrowLeft');
      await frame.locator('li.lag').first().waitFor();
      await groups.and(frame.locator('[tabindex="-1"]')).waitFor();
    });

    await step(t, 'arrow keys walk the bar below the timeline, around its end', async () => {
      const bar = frame.getByRole('toolbar', { name: 'Main thread over time' });
      const [tracks, messages] = [bar.getByRole('button', { name: 'Tracks' }), bar.getByRole('button', { name: 'Messages…' })];
      await tracks.focus();
      await page.keyboard.press('ArrowLeft');
      await messages.and(focused).waitFor();
      await page.keyboard.press('ArrowRight');
      await tracks.and(focused).waitFor();
      await page.keyboard.press('Enter');
      await frame.locator('.tracks').waitFor();
      await page.keyboard.press('Enter');
      await frame.locator('.tracks').waitFor({ state: 'hidden' });
    });
  },
};

/** The page's stops from the first to the last, each by its nearest part that the test knows, or by its element. */
async function stopsOf(page: Page, frame: Frame): Promise<readonly string[]> {
  await waitForFocus(frame);
  await frame.evaluate(`${FIRST}.focus()`);
  const stops: string[] = [];
  for (;;) {
    const stop: unknown = await frame.evaluate(stopScript);
    // VS Code's own come after the last.
    if (typeof stop !== 'string') return stops;
    stops.push(stop);
    assert.ok(stops.length < 60, `no end: ${stops}`);
    await page.keyboard.press('Tab');
  }
}

const FIRST = `[...document.querySelectorAll('button, a, input, select, [tabindex]')]
  .find((node) => node.tabIndex >= 0 && node.checkVisibility())`;

const stopScript = `(() => {
  const { activeElement: at, body } = document;
  if (at === null || at === body || !document.hasFocus()) return;
  const part = at.closest('.timeline, .timeline-bar, .list-bar, .lags, .flame, .legend-keys');
  return part === null ? at.tagName + ' ' + (at.ariaLabel ?? at.textContent) : '.' + part.classList[part.classList.length - 1];
})()`;
