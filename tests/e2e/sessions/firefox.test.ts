import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ensurePackages } from '../../../scripts/setup/setup-packages.ts';
import { buildVsix } from '../../../scripts/setup/vsix.ts';
import { eventually } from '../harness/eventually.ts';
import { FirefoxPage } from '../harness/firefox-page.ts';
import { sharedPage } from '../harness/shared-sample.ts';
import { step } from '../harness/step.ts';

const sample = fileURLToPath(new URL('../../../media/sample/shop.laglens', import.meta.url));
/** WebDriver's character for the key. */
const ENTER = '\uE007';
const MOST_MS = 120_000;

test('a shared page is led by keys in Firefox, too', async (t) => {
  const say = (line: string): void => t.diagnostic(line);
  await ensurePackages(['firefox'], say);
  const folder = await mkdtemp(join(tmpdir(), 'laglens-ff-'));
  let opened: FirefoxPage | undefined;
  t.after(async () => {
    await opened?.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  const html = join(folder, 'shop.html');
  await writeFile(html, await sharedPage(await buildVsix(say), await readFile(sample)));
  const page = await FirefoxPage.open(pathToFileURL(html).href, await mkdtemp(join(folder, 'profile-')));
  opened = page;
  const shows = (expression: string, wanted: unknown): Promise<unknown> =>
    eventually(
      () => page.read(expression),
      (found) => assert.deepEqual(found, wanted, expression),
      MOST_MS,
    );
  await shows(`document.getElementById('page')?.dataset.lags`, '18');
  await shows(`document.getElementById('page')?.hasAttribute('aria-busy')`, false);

  await step(t, 'j and k walk the list of lags', async () => {
    const chosen = `[...document.querySelectorAll('.lag')].findIndex((row) => row.getAttribute('aria-selected') === 'true')`;
    await page.press('j');
    await shows(chosen, 0);
    await page.press('j');
    await shows(chosen, 1);
    await page.press('k');
    await shows(chosen, 0);
    await shows(`document.querySelector('.summary:not(.group-summary)').checkVisibility()`, true);
  });

  for (const [key, name, selector] of [
    ['4', 'Table', '[role="treegrid"] [role="row"]'],
    ['2', 'Aggregated', '.flame canvas'],
    ['3', 'Sandwich', '.sandwich'],
    ['1', 'Over time', '.flame canvas'],
  ] as const) {
    await step(t, `${key} shows what is selected: ${name}`, async () => {
      await page.press(key);
      await shows(`document.querySelector('.modes [role="radio"][aria-checked="true"]')?.textContent`, name);
      await shows(`[...document.querySelectorAll('${selector}')].some((each) => each.checkVisibility())`, true);
    });
  }

  await step(t, 'Enter says where the source of the lag is', async () => {
    await page.press(ENTER);
    await eventually(
      () => page.read(`document.querySelector('.shared-notice')?.textContent ?? ''`),
      (notice) => assert.match(String(notice), /\.(?:java|kt):\d+/),
      MOST_MS,
    );
  });
});
