import assert from 'node:assert/strict';
import { cp, readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../harness/eventually.ts';
import { hotLines, lens, waitForLine } from '../harness/heat-readings.ts';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { waitForFocus } from '../harness/page-keys.ts';
import { retryAction } from '../harness/retry-action.ts';
import { step } from '../harness/step.ts';
import type { Workbench } from '../harness/workbench.ts';
import type { WindowTest } from '../windows/shared-window.ts';
import type { ShopWindow } from '../windows/shop-window.ts';

const sample = fileURLToPath(new URL('../../../media/sample/shop.laglens', import.meta.url));
const feed = 'app/src/main/java/com/example/shop/feed';

export const editorHeat: WindowTest<ShopWindow> = {
  name: 'lines of open sources show what they cost in the session that is looked at',
  width: 1400,
  height: 900,
  async run(t, { workbench, given: { workspace } }) {
    const { page } = workbench;
    await cp(sample, join(workspace, 'old.laglens'));
    await dateSources(workspace);
    await workbench.openFile('old.laglens');
    const panel = await LaglensPanel.find(workbench, 'recorded');
    // The lag list's culprit, which comes from the flame graph's own sums: ImageDecoder.decode, in two lags of 600 ms.
    await eventually(
      () => panel.lags('ImageDecoder.decode').count(),
      (lags) => assert.equal(lags, 2),
    );
    const [, hottest] = /ImageDecoder\.java:(\d+)/.exec(await panel.lags('ImageDecoder.decode').first().innerText()) ?? [];
    const decode = lens(page, '2 lags · 1.2 s · max 600 ms · show');

    await step(t, 'the hottest line has a bar and a text, the function a lens over its declaration', async () => {
      await workbench.openFile('ImageDecoder.java');
      await decode.waitFor();
      await lens(page, /^Longest lag: Busy: \d+ % of 600 ms in ImageDecoder\.decode .*\. 2 lags · 1\.2 s/).waitFor();
      await waitForLine(page, Number(hottest), /^1\.\d s · 2 lags$/);
      await waitForLens(page, decode, 'int[] decode(int seed)');
      await lens(page, 'Laglens: old').waitFor();
      assert.equal(await lens(page, 'newer than the recording').count(), 0);
    });

    await step(t, 'the hover names who called', async () => {
      const hover = page.locator('.monaco-hover').filter({ hasText: 'on the main thread' });
      // Movement below the pointer ends it, as of lenses made again.
      await retryAction(async (timeout) => {
        await page.mouse.move(0, 0);
        await page.locator('.view-line', { hasText: 'int x = 0' }).getByText('SIZE').hover({ timeout });
        await hover.locator('table tr', { hasText: 'FeedAdapter.showPhoto' }).waitFor({ timeout });
      });
      const words = await hover.innerText();
      assert.match(words, /Longest lag: [^\n]+\./, 'the cause');
      assert.match(words, /In 2 lags: 1\.\d s/);
      assert.equal(await hover.locator('table a').count(), 0);
    });

    await step(t, 'with a lag selected lines show what they cost in that lag, and say so', async () => {
      await workbench.tabs('old.laglens').click();
      await (await LaglensPanel.find(workbench)).selectLag('ImageDecoder.decode');
      await workbench.tabs('ImageDecoder.java').click();
      await lens(page, 'Laglens: old · in the selected lag').waitFor();
      await lens(page, /\. 1 lag · \d+ ms · show$/).waitFor();
      await waitForLine(page, Number(hottest), /^\d+ ms · 1 lag$/);
      await workbench.tabs('old.laglens').click();
      const { frame, summary } = await LaglensPanel.find(workbench);
      await summary.waitFor();
      await waitForFocus(frame);
      await frame.locator('.lags').focus();
      await page.keyboard.press('Escape');
      await summary.waitFor({ state: 'hidden' });
      await workbench.tabs('ImageDecoder.java').click();
      await decode.waitFor();
      await lens(page, /^Longest lag: Busy: \d+ % of 600 ms in ImageDecoder\.decode .*\. 2 lags · 1\.2 s/).waitFor();
      await waitForLine(page, Number(hottest), /^1\.\d s · 2 lags$/);
    });

    await step(t, 'a line that is put in above moves all, and the lens says so', async () => {
      await page.locator('.view-line', { hasText: 'package com.example' }).click();
      await page.keyboard.press('Control+Home');
      await page.keyboard.type('// new\n// lines\n');
      await lens(page, 'edited: lines adjusted').waitFor();
      await waitForLine(page, Number(hottest) + 2, /^1\.\d s · 2 lags$/);
      await waitForLens(page, decode, 'int[] decode(int seed)');
    });

    await step(t, 'a lens shows its function in the page', async () => {
      await clickUntilGone(decode);
      const shown = await LaglensPanel.find(workbench);
      await shown.frame.locator('.sandwich h2', { hasText: 'Who calls ImageDecoder.decode' }).waitFor();
    });

    await step(t, 'a file that is newer than the recording may be another', async () => {
      await workbench.openFile('FeedAdapter.java');
      await lens(page, 'file is newer than the recording: line numbers may be off').waitFor();
    });

    await step(t, 'the menu of the editor leads to the page, too, which stays in its column', async () => {
      await workbench.runCommand('View: Move Editor into Next Group');
      await workbench.chooseInMenu(page.locator('.view-line', { hasText: 'decoder.decode(' }), 'Show in Laglens');
      const shown = await LaglensPanel.find(workbench);
      await shown.frame.locator('.sandwich h2', { hasText: 'Who calls FeedAdapter.showPhoto' }).waitFor();
      assert.equal(await page.locator('.tab[data-resource-name="old.laglens"]').count(), 1);
      await workbench.runCommand('View: Join All Editor Groups');
    });

    await step(t, 'Hide costs takes everything away, and it can be brought back', async () => {
      await workbench.openFile('FeedAdapter.java');
      await clickUntilGone(lens(page, 'Hide costs'));
      await lens(page, /./).first().waitFor({ state: 'detached' });
      await waitForNoHeat(page);
      await workbench.chooseInMenu(page.locator('.view-line', { hasText: 'decoder.decode(' }), 'Show Line Costs in Editors');
      await lens(page, /lag.*show/)
        .first()
        .waitFor();
    });

    await step(t, 'without its session open nothing is shown', async () => {
      await closeTab(workbench, 'old.laglens');
      await lens(page, /./).first().waitFor({ state: 'detached' });
      await waitForNoHeat(page);
    });
  },
};

/** Dates the demo app's sources before the recording, but one that was saved later. */
async function dateSources(workspace: string): Promise<void> {
  const before = new Date('2020-01-01T00:00:00Z');
  for (const name of await readdir(workspace, { recursive: true })) await utimes(join(workspace, name), before, before);
  const after = new Date();
  await utimes(join(workspace, feed, 'FeedAdapter.java'), after, after);
}

/** VS Code makes lenses again while an editor settles, and forgets a click on the one before. */
async function clickUntilGone(of: Locator): Promise<void> {
  await of.waitFor();
  await retryAction(async (timeout) => {
    if (await of.isVisible()) await of.click({ timeout });
    await of.waitFor({ state: 'hidden', timeout });
  });
}

async function waitForNoHeat(page: Page): Promise<void> {
  await eventually(
    () => hotLines(page),
    (hot) => assert.deepEqual([...hot], []),
  );
}

/** Waits until a lens stands over the line with this text. */
async function waitForLens(page: Page, of: Locator, text: string): Promise<void> {
  await eventually(
    async () => [await lineBelow(page, of), await lineOf(page, text)],
    ([below, line]) => assert.ok(line !== 0 && below === line, `the lens stands over line ${below}, "${text}" is line ${line}`),
  );
}

/** Number of the line with this text. */
async function lineOf(page: Page, text: string): Promise<number> {
  return lineAt(page, page.locator('.view-line', { hasText: text }), 0);
}

/** Number of the line below a lens. */
function lineBelow(page: Page, of: Locator): Promise<number> {
  return lineAt(page, of, 18);
}

async function lineAt(page: Page, of: Locator, belowPx: number): Promise<number> {
  const top = ((await of.boundingBox())?.y ?? 0) + belowPx;
  const numbers = await page.locator('.editor-instance .line-numbers').evaluateAll((all) =>
    all.map((number) => {
      const { y, height } = number.getBoundingClientRect();
      return { y, height, line: Number(number.textContent) };
    }),
  );
  return numbers.find(({ y, height }) => Math.abs(y - top) < height / 2)?.line ?? 0;
}

async function closeTab(workbench: Workbench, name: string): Promise<void> {
  await workbench.tabs(name).first().click({ button: 'middle' });
  await workbench.tabs(name).first().waitFor({ state: 'detached' });
}
