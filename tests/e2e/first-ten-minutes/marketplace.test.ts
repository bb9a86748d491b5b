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

test('the page of the installed extension shows its picture with no file beside it, and links to none', async (t) => {
  const files = unzip(await readFile(await buildVsix((line) => t.diagnostic(line))));
  const page = files.get('extension/readme.md')?.toString('utf8') ?? '';
  const words = page.replaceAll(/\(data:[^)]*\)/g, '');
  assert.ok(words.length < 2500, `${words.length} characters`);
  const folder = await mkdtemp(join(tmpdir(), 'laglens-marketplace-'));
  t.after(() => rm(folder, { recursive: true }));
  // VS Code's own policy for this page.
  const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src https: data:; media-src https:">`;
  await writeFile(join(folder, 'readme.html'), `<!DOCTYPE html><meta charset="utf-8">${policy}${await marked(page)}`);
  await browser.page.goto(pathToFileURL(join(folder, 'readme.html')).href, { waitUntil: 'load' });
  const shown: unknown = await browser.page.evaluate('[...document.images].map(({ alt, naturalWidth }) => ({ alt, naturalWidth }))');
  assert.ok(Array.isArray(shown) && shown.length > 0);
  for (const { alt, naturalWidth } of shown) assert.ok(naturalWidth > 800 && alt !== '', `${alt}: ${naturalWidth} pixels`);
  const links: unknown = await browser.page.evaluate(`[...document.links].map((link) => link.getAttribute('href'))`);
  assert.ok(Array.isArray(links));
  assert.deepEqual(
    links.filter((link) => !String(link).startsWith('https:')),
    [],
  );
});
