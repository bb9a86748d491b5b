import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { eventually } from '../harness/eventually.ts';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { step } from '../harness/step.ts';
import type { WindowTest } from '../windows/shared-window.ts';
import type { ShopWindow } from '../windows/shop-window.ts';

export const timeline: WindowTest<ShopWindow> = {
  name: 'the timeline of the sample session: two ranges, tracks, the strip of seconds, and all of it by keyboard',
  width: 1280,
  height: 800,
  async run(t, { workbench }) {
    const { page } = workbench;
    const panel = await LaglensPanel.openSample(workbench);
    const { frame } = panel;
    const overview = frame.locator('.timeline');
    const status = frame.locator('.timeline-bar .status');
    const second = frame.locator('.compare-bar');
    const tracks = frame.getByRole('listbox', { name: /^Tracks/ });
    const disclosure = frame.getByRole('button', { name: 'Tracks' });
    // The sample has been read when its last lag is there.
    await frame.locator('#page[data-lags="18"]:not([aria-busy])').waitFor();
    await frame.locator('.ruler-range').waitFor({ state: 'hidden' });

    /** Drags from one share of an element's width to another, in its lower part. */
    const drag = async (element: Locator, from: number, to: number, withShift = false): Promise<void> => {
      await element.scrollIntoViewIfNeeded();
      const box = await element.boundingBox();
      assert.ok(box);
      const y = box.y + box.height - 12;
      await page.mouse.move(box.x + box.width * from, y);
      if (withShift) await page.keyboard.down('Shift');
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * to, y, { steps: 4 });
      await page.mouse.up();
      if (withShift) await page.keyboard.up('Shift');
    };

    await step(t, 'a drag marks a range, a drag with Shift a second one, Escape takes back one after the other', async () => {
      await drag(overview, 0.2, 0.3);
      await frame.getByText(/0:0\d\.\d\d – 0:0\d\.\d\d/).waitFor();
      await drag(overview, 0.5, 0.62, true);
      await second.filter({ hasText: /0:0\d\.\d – 0:0\d\.\d.*0:1\d\.\d – 0:1\d\.\d/s }).waitFor();
      await overview.focus();
      await page.keyboard.press('Escape');
      await second.waitFor({ state: 'hidden' });
      await frame.getByText(/0:0\d\.\d\d – 0:0\d\.\d\d/).waitFor();
      await page.keyboard.press('Escape');
      await frame.locator('.ruler-range').waitFor({ state: 'hidden' });
    });

    await step(
      t,
      'on the flame graph a drag with Shift marks a range, on its axis any does; without Shift it moves the visible part',
      async () => {
        const canvasImage = (): Promise<string> =>
          panel.flame.locator('canvas').evaluate((canvas) => ('toDataURL' in canvas ? String(canvas.toDataURL()) : ''));
        await drag(panel.flame, 0.2, 0.3, true);
        await frame.getByText(/0:0\d\.\d\d – 0:0\d\.\d\d/).waitFor();
        await page.keyboard.press('Escape');
        await frame.locator('.ruler-range').waitFor({ state: 'hidden' });
        await drag(frame.locator('.flame-axis').first(), 0.5, 0.6);
        await frame.getByText(/0:1\d\.\d\d – 0:1\d\.\d\d/).waitFor();
        await page.mouse.move(0, 0);
        const before = await canvasImage();
        await drag(panel.flame, 0.3, 0.6);
        await page.mouse.move(0, 0);
        await eventually(canvasImage, (now) => assert.ok(now !== before, 'the picture is where it was'));
        await frame.getByText(/0:1\d\.\d\d – 0:1\d\.\d\d/).waitFor();
        await overview.focus();
        await page.keyboard.press('Escape');
        await frame.locator('.ruler-range').waitFor({ state: 'hidden' });
      },
    );

    await step(t, 'full stop goes from event to event and says which, Enter selects the lag there', async () => {
      await overview.focus();
      await page.keyboard.press('Home');
      await status.filter({ hasText: '0:00.000' }).waitFor();
      await page.keyboard.press('.');
      await status.filter({ hasText: 'Shop opened' }).waitFor();
      await page.keyboard.press('.');
      await status.filter({ hasText: /Hang \d+ ms/ }).waitFor();
      await page.keyboard.press('ArrowRight');
      // Off the lag's begin its cause is said, too.
      await status.filter({ hasText: /Hang \d+ ms\. (?:Busy|Main)/ }).waitFor();
      await page.keyboard.press('Enter');
      await panel.summary.waitFor({ state: 'visible' });
      await page.keyboard.press(',');
      await page.keyboard.press(',');
      await status.filter({ hasText: 'Shop opened' }).waitFor();
    });

    await step(t, 'arrow keys with Shift mark a range, with Alt and Shift the second one', async () => {
      await overview.focus();
      await page.keyboard.press('Home');
      for (let step = 0; step < 3; step++) await page.keyboard.press('Shift+ArrowRight');
      await status.filter({ hasText: /^A: 0:00\.00 to 0:00\.\d\d/ }).waitFor();
      await page.keyboard.press('PageDown');
      for (let step = 0; step < 2; step++) await page.keyboard.press('Alt+Shift+ArrowRight');
      await status.filter({ hasText: /^B: 0:03\.\d\d to 0:0\d\.\d\d/ }).waitFor();
      await second.waitFor({ state: 'visible' });
      await second.getByRole('button', { name: 'Stop comparing' }).click();
      await second.waitFor({ state: 'hidden' });
    });

    await step(t, 'T opens the tracks, a row shows its thread in the flame graph, main is the first thread', async () => {
      await overview.focus();
      await page.keyboard.press('t');
      await tracks.waitFor({ state: 'visible' });
      await disclosure.and(frame.locator('[aria-expanded="true"]')).waitFor();
      const rows = tracks.getByRole('option');
      await rows.filter({ hasText: 'Messages' }).waitFor();
      await tracks.locator('[aria-selected="true"]', { hasText: 'main' }).waitFor();
      await rows.filter({ hasText: 'visitor' }).click();
      await tracks.locator('[aria-selected="true"]', { hasText: 'visitor' }).waitFor();
      await tracks.focus();
      for (let step = 0; step < 20; step++) await page.keyboard.press('ArrowUp');
      await status.filter({ hasText: /^main/ }).waitFor();
      await page.keyboard.press('Enter');
      await tracks.locator('[aria-selected="true"]', { hasText: 'main' }).waitFor();
    });

    await step(t, 'a range is marked on the tracks, too, and their rows say what is under the pointer', async () => {
      await overview.focus();
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await frame.locator('.ruler-range').waitFor({ state: 'hidden' });
      await drag(tracks, 0.5, 0.6);
      await frame.getByText(/0:1\d\.\d\d – 0:1\d\.\d\d/).waitFor();
      const box = await tracks.boundingBox();
      const row = await tracks.getByRole('option').filter({ hasText: 'main' }).boundingBox();
      assert.ok(box && row);
      await page.mouse.move(box.x + box.width * 0.7, row.y + row.height / 2);
      await frame.locator('.tooltip .name', { hasText: 'main' }).waitFor();
      await page.mouse.move(0, 0);
    });

    await step(t, 'the strip of seconds is a button away from a short session, and leads to its lags', async () => {
      await overview.focus();
      await page.keyboard.press('Escape');
      const strip = frame.locator('.heat-strip');
      await strip.waitFor({ state: 'hidden' });
      await frame.getByRole('button', { name: 'Heat strip' }).click();
      await strip.waitFor({ state: 'visible' });
      const width = (await strip.boundingBox())?.width ?? 0;
      // Second 2 has the first lag, which takes it from its first tenth on: bottom up, that is at half the height.
      await strip.click({ position: { x: (2.5 / 28) * width, y: 30 } });
      await panel.summary.waitFor({ state: 'visible' });
      await frame.getByRole('button', { name: 'Heat strip' }).click();
      await strip.waitFor({ state: 'hidden' });
    });

    await step(t, 'the list of keys names those of the timeline', async () => {
      await page.keyboard.press('?');
      await frame.getByText('On the timeline: move the cursor, go to the next and previous event').waitFor();
      await page.keyboard.press('Escape');
    });
  },
};
