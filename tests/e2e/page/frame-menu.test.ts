import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildVsix } from '../../../scripts/setup/vsix.ts';
import { openBrowser } from '../harness/browser.ts';
import { sharedPage } from '../harness/shared-sample.ts';
import { step } from '../harness/step.ts';

const sample = fileURLToPath(new URL('../../../media/sample/shop.laglens', import.meta.url));

test('the page alone: a menu and a tooltip are never shown at once', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-menu-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const vsix = await buildVsix((line) => t.diagnostic(line));
  const { page, close } = await openBrowser({ width: 1366, height: 800 });
  t.after(close);
  const html = join(folder, 'shop.html');
  await writeFile(html, await sharedPage(vsix, await readFile(sample)));
  await page.goto(pathToFileURL(html).href);
  await page.locator('#page[data-phase="recorded"]:not([aria-busy]):not([data-samples="0"])').waitFor();
  const tooltip = page.locator('.tooltip');
  const lag = (name: string) => page.locator('li.lag', { hasText: name }).first();
  const flame = page.locator('.flame').first();
  const point = async (): Promise<void> => {
    const box = await flame.boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + box.width / 2, box.y + 30);
    await page.mouse.move(box.x + box.width / 2, box.y + 31);
    await tooltip.waitFor();
  };

  await step(t, 'a menu takes the place of the tooltip', async () => {
    await lag('ImageDecoder.decode').click();
    await point();
    await page.mouse.down({ button: 'right' });
    await page.mouse.up({ button: 'right' });
    await page.getByRole('menu').waitFor();
    await tooltip.waitFor({ state: 'hidden' });
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'hidden' });
  });
});
