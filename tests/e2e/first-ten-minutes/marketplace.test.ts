import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { marked } from 'marked';
import { buildVsix } from '../../../scripts/setup/vsix.ts';
import { root } from '../../house/project-sources.ts';
import { unzip } from '../../house/zip.ts';
import { type Browser, openBrowser } from '../harness/browser.ts';

let browser: Browser;
before(async () => {
  browser = await openBrowser({ width: 1366, height: 800 });
});
after(() => browser.close());

test('the packed marketplace page shows every picture beside media/, and links to files of the repository', async (t) => {
  const files = unzip(await readFile(await buildVsix((line) => t.diagnostic(line))));
  const page = files.get('extension/readme.md')?.toString('utf8') ?? '';
  assert.ok(page.length < 2500, `${page.length} characters`);
  const folder = await mkdtemp(join(tmpdir(), 'laglens-marketplace-'));
  t.after(() => rm(folder, { recursive: true }));
  await cp(join(root, 'media'), join(folder, 'media'), { recursive: true });
  await writeFile(join(folder, 'readme.html'), `<!DOCTYPE html><meta charset="utf-8">${await marked(page)}`);
  await browser.page.goto(pathToFileURL(join(folder, 'readme.html')).href, { waitUntil: 'load' });
  const shown: unknown = await browser.page.evaluate(
    `[...document.images].map((image) => ({ alt: image.alt, naturalWidth: image.naturalWidth, path: image.getAttribute('src') }))`,
  );
  assert.ok(Array.isArray(shown) && shown.length >= 4, `${JSON.stringify(shown)}`);
  for (const { alt, naturalWidth } of shown) assert.ok(naturalWidth > 900 && alt !== '', `${alt}: ${naturalWidth} pixels`);
  const images = await Promise.all(shown.map(({ path }) => readFile(join(folder, String(path)))));
  assert.equal(images.filter((image) => image.includes('acTL')).length, 1, 'one of them moves');
  const links: unknown = await browser.page.evaluate(`[...document.links].map((link) => link.getAttribute('href'))`);
  assert.ok(Array.isArray(links) && links.length > 0);
  for (const link of links) await readFile(join(root, String(link)));
});
