import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { eventually } from '../harness/eventually.ts';
import { seeOfLag, startCapture } from '../harness/main-job.ts';
import { step } from '../harness/step.ts';
import type { ProgramWindow } from '../windows/program-window.ts';
import type { WindowTest } from '../windows/shared-window.ts';

export const liveTimeline: WindowTest<ProgramWindow> = {
  name: 'the timeline of a live capture follows the newest until the reader looks at something, and stands still while paused',
  width: 1280,
  height: 800,
  async run(t, { workbench, given: { demo } }) {
    const { page } = workbench;
    const panel = await startCapture(workbench, 'This computer', 'com.example.shop.Main', demo.pid);
    const { frame } = panel;
    const lags = (): Locator => panel.lags('ImageDecoder.decode');
    const follow = frame.getByRole('button', { name: 'Follow', exact: true });
    const overview = frame.locator('.timeline');
    const canvasImage = (): Promise<string> =>
      overview.locator('canvas').evaluate((canvas) => ('toDataURL' in canvas ? String(canvas.toDataURL()) : ''));
    /** Waits until something else is drawn: a picture follows the list by a frame. */
    const changes = (from: string): Promise<string> => eventually(canvasImage, (now) => assert.ok(now !== from, 'the same is drawn'));
    const makeLag = (): Promise<void> => demo.lag('busy');
    await seeOfLag(makeLag, lags());
    await follow.waitFor({ state: 'hidden' });
    await lags().first().click();
    await follow.click();
    await follow.waitFor({ state: 'hidden' });

    await step(t, 'what the agent counts of the whole process has tracks: CPU, memory and the heap of the virtual machine', async () => {
      const tracks = frame.getByRole('listbox', { name: /^Tracks/ });
      await overview.focus();
      await page.keyboard.press('End');
      await page.keyboard.press('t');
      await tracks.focus();
      await page.keyboard.press('ArrowUp');
      // Rows out of view have no elements. A virtual machine with its heap: tens or hundreds of megabytes.
      const status = frame.locator('.timeline-bar .status');
      for (const name of [/^CPU/, /^Memory.* \d{2,3} MB/, /^Heap/]) {
        for (let row = 0; row < 20 && !name.test((await status.textContent()) ?? ''); row++) await page.keyboard.press('ArrowDown');
        await status.filter({ hasText: name }).waitFor();
      }
      await overview.focus();
      await page.keyboard.press('t');
      await tracks.waitFor({ state: 'hidden' });
    });

    const growing = await canvasImage();
    const seen = await lags().count();
    await seeOfLag(makeLag, lags().nth(seen));
    await changes(growing);

    await overview.focus();
    await page.keyboard.press('p');
    await frame.getByRole('button', { name: 'Resume View' }).waitFor();
    // Requests from before the pause are drawn in the next frame.
    await frame.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
    const still = await canvasImage();
    const listed = await lags().count();
    await makeLag();
    await workbench.clockGoesOn(2);
    assert.ok((await canvasImage()) === still, 'nothing is drawn while paused');
    await page.keyboard.press('p');
    await seeOfLag(makeLag, lags().nth(listed));
    await changes(still);
  },
};
