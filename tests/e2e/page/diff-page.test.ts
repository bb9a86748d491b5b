import assert from 'node:assert/strict';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { idle, message, ms } from '../../core/analyzed-app.ts';
import { attacks, steeringSigns } from '../../core/attacks.ts';
import { FrameReports } from '../../core/frame-reports.ts';
import { hostileSession } from '../../core/hostile-names.ts';
import { sessionBytes } from '../../core/memory-session.ts';
import { type Deed, SCRIPT_START_US, scriptedApp } from '../../core/scripted-app.ts';
import { runCommand } from '../../host/run-command.ts';
import { seriousFindings } from '../harness/axe.ts';
import { openBrowser } from '../harness/browser.ts';

const shop = 'com.example.shop';
let folder = '';

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens-dp-'));
  const frames = (late: number) => new FrameReports(SCRIPT_START_US).inTime(1_000, 100 - late).lateOnes(1_000, late, 60).messages;
  const cart = `${shop}.Cart.total:12`;
  await write('old.laglens', [...lags(20, 200, `${shop}.Shop.open:1`, cart), ...lags(10, 300, `${shop}.Feed.bind:7`)], frames(10));
  await write('new.laglens', [...lags(20, 600, `${shop}.Shop.open:1`, cart), ...lags(9, 150, `${shop}.Rank.sort:3`)], frames(30));
});
after(() => rm(folder, { recursive: true, force: true }));

/** One a second. */
function lags(count: number, lengthMs: number, ...stack: readonly string[]): readonly Deed[] {
  return Array.from({ length: count }, () => [idle((1_000 - lengthMs) * ms), message(lengthMs * ms, ...stack)]).flat();
}

async function write(name: string, deeds: readonly Deed[], more: Parameters<typeof sessionBytes>[0]): Promise<void> {
  await writeFile(join(folder, name), await sessionBytes([...scriptedApp([...deeds, idle(1_000 * ms)]), ...more]));
}

async function pageOf(...sessions: readonly string[]): Promise<string> {
  const path = join(folder, 'page.html');
  const { code, said } = await runCommand(['diff', ...sessions, '--html', path], { folder });
  assert.equal(code, 0, said);
  return path;
}

/** Opens a page; fails on requests, dialogs and messages of the browser. */
async function opened(page: Page, path: string): Promise<readonly string[]> {
  const events: string[] = [];
  page.on('request', (request) => request.isNavigationRequest() || events.push(`request ${request.url()}`));
  page.on('console', (text) => events.push(`console ${text.text()}`));
  page.on('pageerror', (error) => events.push(`error ${error.message}`));
  page.on('dialog', (dialog) => {
    events.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(pathToFileURL(path).href);
  await page.locator('h1', { hasText: 'What changed' }).waitFor();
  return events;
}

test('a comparison’s page shows summary, groups, functions, the difference of stacks and frames, without scripts and requests', async (t) => {
  const path = await pageOf('old.laglens', 'new.laglens');
  const { page, close } = await openBrowser({ width: 1280, height: 1400 });
  t.after(close);
  const events = await opened(page, path);
  await page.getByText(/^Time in lags went from .* per minute .*groups: 1 new, 1 worse, 1 gone\.$/).waitFor();
  const rowOf = (section: string, name: string) => page.locator(`#${section} tbody tr`, { hasText: name }).locator('td').allInnerTexts();
  assert.deepEqual((await rowOf('lags', 'Cart.total')).slice(0, 5), ['worse', 'Cart.total\nCart.java:12', '20 -> 20', '200 ms', '600 ms']);
  assert.deepEqual((await rowOf('lags', 'Feed.bind')).slice(0, 3), ['gone', 'Feed.bind\nFeed.java:7', '10 -> 0']);
  assert.match((await rowOf('functions', 'Shop.open')).join(' '), /\+1\d\.\d\d s, \+.* s to \+.* s$/);
  const frames = page.locator('#frames tbody tr');
  // Of 100 frames 10 and 30 were late.
  assert.deepEqual(await frames.nth(1).locator('td').allInnerTexts(), ['late', '10 (10.0 %)', '30 (30.0 %)']);
  // Two boxes of open, above total; functions of one session only are there, too.
  const titles = await page.locator('.flame title').allTextContents();
  const found = titles.filter((title) => /Cart\.total|Feed\.bind|Rank\.sort/.test(title));
  assert.equal(found.length, 3);
  assert.equal(await page.locator('.flame svg', { hasText: 'Feed.bind' }).locator('rect.less3').count(), 1);
  assert.equal(await page.locator('.flame svg', { hasText: 'Cart.total' }).locator('rect.more3').count(), 1);
  const color = (name: string) => page.evaluate<string>(`getComputedStyle(document.querySelector('.flame .${name}')).fill`);
  assert.equal(new Set([await color('more3'), await color('less3'), 'rgb(0, 0, 0)']).size, 3);
  assert.deepEqual(events, []);
  assert.equal(await page.locator('script').count(), 0);
  assert.ok((await stat(path)).size < 400_000);
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await seriousFindings(page.mainFrame()), []);
  }
});

test('names stay text on a comparison’s page', async (t) => {
  const { page, close } = await openBrowser();
  t.after(close);
  const names = [...Object.values(attacks), '"><style>*{display:none}</style>', '</svg><script>alert(1)</script>'];
  for (const name of names) {
    const hostile = '<img src=x onerror=alert(1)>.laglens';
    await writeFile(join(folder, hostile), await hostileSession(name));
    const path = await pageOf('old.laglens', hostile);
    const events = await opened(page, path);
    assert.deepEqual(events, [], name);
    assert.equal(await page.locator('script, img, a, iframe, meta[http-equiv=refresh], main style').count(), 0, name);
    assert.equal(await page.locator('main > section').count(), 4);
    const shown = await page.evaluate<string>('document.documentElement.textContent');
    assert.deepEqual(steeringSigns(shown, '\n'), [], name);
    assert.ok((await stat(path)).size < 400_000);
    page.removeAllListeners();
  }
});

test('a page takes the place of no session', async () => {
  const { code, said } = await runCommand(['diff', 'old.laglens', 'new.laglens', '--html', 'old.laglens'], { folder });
  assert.equal(code, 2);
  assert.match(said, /^--html needs a file that ends in \.html\.$/m);
});
