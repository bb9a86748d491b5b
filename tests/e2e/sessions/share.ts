import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { openBrowser } from '../harness/browser.ts';
import { eventually } from '../harness/eventually.ts';
import { screenshotInFirefox } from '../harness/firefox.ts';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { step } from '../harness/step.ts';
import type { Workbench } from '../harness/workbench.ts';
import type { WindowTest } from '../windows/shared-window.ts';
import type { ShopWindow } from '../windows/shop-window.ts';

export const share: WindowTest<ShopWindow> = {
  name: 'a session is shared as a page that shows the same in browsers without a network, as a file, as one lag, and as Markdown',
  width: 1400,
  height: 900,
  async run(t, { workbench, given: { workspace } }) {
    const html = join(workspace, 'shop.html');
    let panel = await LaglensPanel.openSample(workbench);
    await panel.frame.locator('#page[data-lags="18"]').waitFor();

    await step(t, 'Share Session as a Page… asks what leaves, and where to', async () => {
      await workbench.chooseBy('Laglens: Share…', 'Share Session as a Page…');
      await workbench.quickInput.row('Allow links into VS Code').waitFor();
      assert.deepEqual(await workbench.page.evaluate(cutTexts), [], 'what leaves is read whole');
      await chooseAll(workbench);
      await workbench.quickInput.answer(html, /\.html$/);
      await workbench.notification('Saved shop.html.').waitFor();
    });

    await step(t, 'Copy as Markdown and Open as Text list the longest lags', async () => {
      const copied = await workbench.copied(async () => {
        await workbench.chooseBy('Laglens: Share…', 'Copy as Markdown');
        await workbench.waitForNotification('Copied as Markdown.');
      });
      assert.match(copied, /lags longer than 100 ms, in \d+ groups:\n\n\| lags \|[^#]+\n\n## 1\. \d+ ms in `/);
      await workbench.chooseBy('Laglens: Share…', 'Open as Text');
      const lines = workbench.page.locator('.editor-instance .view-lines');
      await lines.filter({ hasText: /##.1\./ }).waitFor();
      await workbench.runCommand('View: Close Editor');
      panel = await LaglensPanel.find(workbench, 'recorded');
    });

    await step(t, 'one lag is kept as a session of its own', async () => {
      await panel.lags().nth(1).click();
      await panel.summary.waitFor({ state: 'visible' });
      const chosen = String(await panel.lags().nth(1).locator('.culprit').textContent());
      await workbench.chooseBy('Laglens: Share…', 'Keep This Lag…');
      await chooseAll(workbench);
      await workbench.quickInput.answer(join(workspace, 'one.laglens'), /\.laglens$/);
      await workbench.notification('Saved one.laglens.').waitFor();
      await workbench.openFile('one.laglens');
      const kept = await LaglensPanel.find(workbench, 'recorded');
      await kept.lags(chosen).first().waitFor();
      // Lags come each 1.5 s; the stretch has 2 s before it and after it.
      await eventually(
        async () => Number(await kept.frame.locator('#page').getAttribute('data-lags')),
        (lags) => assert.ok(lags >= 1 && lags <= 5, `${lags} lags are in the file`),
      );
      await workbench.runCommand('View: Close Editor');
      panel = await LaglensPanel.find(workbench, 'recorded');
      await panel.frame.locator('#page[data-lags="18"]').waitFor();
    });

    const shownLags = await lagTexts(panel.frame.locator('.lag'));

    const text = await readFile(html, 'utf8');
    assert.doesNotMatch(text, /\b(?:src|href)="?https?:/, 'nothing is loaded from elsewhere');

    await step(t, 'Chromium shows the same lags from the file, without a network and without an error', async () => {
      const browser = await openBrowser({ width: 1400, height: 900 });
      try {
        const errors: string[] = [];
        browser.page.on('pageerror', (error) => errors.push(error.message));
        browser.page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
        await browser.page.context().setOffline(true);
        await browser.page.goto(pathToFileURL(html).href);
        await eventually(
          () => lagTexts(browser.page.locator('.lag')),
          (texts) => assert.deepEqual(texts, shownLags),
        );
        await browser.page.locator('.lag').first().click();
        await browser.page.locator('.flame canvas').first().waitFor();
        // The browser is a light one, whose background is Light Modern's; below the lag's stacks nothing else is painted.
        await eventually(
          () => browser.page.evaluate(LAST_PIXEL),
          (pixel) => assert.deepEqual(pixel, [255, 255, 255, 255]),
        );
        await openSource(browser.page);
        assert.deepEqual(errors, []);
      } finally {
        await browser.close();
      }
    });

    await step(t, 'and Firefox draws it', async () => {
      const coloured = await colouredShare(await screenshotInFirefox(html, await folder(t)));
      // An empty page, or one with a sentence of failure, has greys alone; lags, what main did and boxes are 7 % of this one.
      assert.ok(coloured > 0.01, `${coloured} of the picture is coloured`);
    });
  },
};

/** Red, green, blue and opacity of the flame graph's last pixel. */
const LAST_PIXEL = `(() => {
  const canvas = document.querySelector('.flame canvas');
  return [...canvas.getContext('2d').getImageData(canvas.width - 1, canvas.height - 1, 1, 1).data];
})()`;

/** The name of a source is said where no editor can open it. */
async function openSource(page: Page): Promise<void> {
  await page.getByRole('listbox').first().press('Enter');
  await page.locator('.shared-notice', { hasText: /\.(?:java|kt):\d+/ }).waitFor();
}

/** Explanations in the list that end in an ellipsis. */
const cutTexts = `[...document.querySelectorAll('.quick-input-list .quick-input-list-label-meta *')]
  .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
  .map(({ textContent }) => textContent)`;

/** Goes on with the sheet as it is. */
async function chooseSheet(workbench: Workbench): Promise<void> {
  await workbench.quickInput.row('Shorten paths').waitFor();
  await workbench.page.locator('.quick-input-widget .monaco-button', { hasText: 'OK' }).click();
}

/** Goes on with the sheet as it is, to the dialog that asks where to. */
async function chooseAll(workbench: Workbench): Promise<void> {
  await chooseSheet(workbench);
  await workbench.quickInput.row('..').waitFor();
}

async function lagTexts(rows: { allInnerTexts(): Promise<string[]> }): Promise<readonly string[]> {
  return (await rows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
}

/** Share of an image that is no shade of grey, from 0 to 1, counted by a browser, which can read it. */
async function colouredShare(png: Buffer): Promise<number> {
  const browser = await openBrowser();
  try {
    const share: unknown = await browser.page.evaluate(
      `(async () => {
        const image = new Image();
        image.src = 'data:image/png;base64,${png.toString('base64')}';
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height);
        const context = canvas.getContext('2d');
        context.drawImage(image, 0, 0);
        const { data } = context.getImageData(0, 0, image.width, image.height);
        let coloured = 0;
        for (let at = 0; at < data.length; at += 4) {
          const pixel = [data[at], data[at + 1], data[at + 2]];
          if (Math.max(...pixel) - Math.min(...pixel) > 60) coloured++;
        }
        return coloured / (data.length / 4);
      })()`,
    );
    return Number(share);
  } finally {
    await browser.close();
  }
}

async function folder(t: TestContext): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'laglens-sh-'));
  t.after(() => rm(made, { recursive: true, force: true }));
  return made;
}
