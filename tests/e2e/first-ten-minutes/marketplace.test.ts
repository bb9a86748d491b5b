import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { marked } from 'marked';
import { buildVsix } from '../../../scripts/setup/vsix.ts';
import { unzip } from '../../house/zip.ts';
import { type Browser, openBrowser } from '../harness/browser.ts';

let browser: Browser;
before(async () => {
  browser = await openBrowser({ width: 1366, height: 800 });
});
after(() => browser.close());

test('the page of the installed extension shows all of itself with no file beside it, and links to none', async (t) => {
  const files = unzip(await readFile(await buildVsix((line) => t.diagnostic(line))));
  const page = files.get('extension/readme.md')?.toString('utf8') ?? '';
  assert.ok(page.length < 2500, `${page.length} characters`);
  const folder = await mkdtemp(join(tmpdir(), 'laglens-marketplace-'));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'readme.html'), `<!DOCTYPE html><meta charset="utf-8">${await marked(page)}`);
  await browser.page.goto(pathToFileURL(join(folder, 'readme.html')).href, { waitUntil: 'load' });
  const broken: unknown = await browser.page.evaluate(
    '[...document.images].filter(({ naturalWidth }) => naturalWidth === 0).map(({ alt }) => alt)',
  );
  assert.deepEqual(broken, []);
  assert.match(await browser.page.locator('pre').innerText(), /^Hang .* PriceHistory\.load\n/);
  const links: unknown = await browser.page.evaluate(`[...document.links].map((link) => link.getAttribute('href'))`);
  assert.ok(Array.isArray(links));
  assert.deepEqual(
    links.filter((link) => !String(link).startsWith('https:')),
    [],
  );
});
