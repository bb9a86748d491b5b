import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildVsix } from '../../../scripts/setup/vsix.ts';
import { openBrowser } from '../harness/browser.ts';
import { eventually } from '../harness/eventually.ts';
import { sharedPage } from '../harness/shared-sample.ts';

const sample = fileURLToPath(new URL('../../../media/sample/shop.laglens', import.meta.url));

test('the page alone: a range that was just dragged can be read, though the pointer rests at its end', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-dragged-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const vsix = await buildVsix((line) => t.diagnostic(line));
  const { page, close } = await openBrowser({ width: 1366, height: 800 });
  t.after(close);
  const html = join(folder, 'shop.html');
  await writeFile(html, await sharedPage(vsix, await readFile(sample)));
  await page.goto(pathToFileURL(html).href);
  await page.locator('#page[data-phase="recorded"]:not([aria-busy]):not([data-samples="0"])').waitFor();
  const box = await page.locator('.timeline').boundingBox();
  assert.ok(box);
  const [x, y] = [box.x + box.width * 0.4, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y, { steps: 4 });
  await page.locator('.hover-time').waitFor();
  await page.mouse.up();
  await page.locator('.ruler-range.dragged').waitFor();
  const covered = () =>
    page.locator('.timeline').evaluate((timeline) => {
      const [label, time] = ['.ruler-range.dragged', '.hover-time'].map((part) => timeline.querySelector(part)?.getBoundingClientRect());
      if (label === undefined || time === undefined || time.width === 0) return 'not shown';
      return label.left < time.right && time.left < label.right && label.top < time.bottom && time.top < label.bottom;
    });
  await eventually(covered, (isCovered) => assert.equal(isCovered, false), 10_000);
});
