import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { parseLink } from '../../../../host/share/view-link.ts';
import { attacks, steeringSigns } from '../../../../tests/core/attacks.ts';
import { hostileSession } from '../../../../tests/core/hostile-names.ts';
import { shop, writeSession } from '../../../../tests/core/written-session.ts';
import { seriousFindings } from '../../../../tests/e2e/harness/axe.ts';
import { openBrowser } from '../../../../tests/e2e/harness/browser.ts';
import { runCommand } from '../../../../tests/host/run-command.ts';
import { lakeQuestions } from '../../core/questions.ts';

const times = (count: number, frame: string, ...lengthsMs: readonly number[]) =>
  Array.from({ length: count }, (_, at) => ({ lengthMs: lengthsMs[at % lengthsMs.length] ?? 0, frame: `${shop}.${frame}` }));

/** The page of one lake has them all. */
const NAMES_OF_A_LAKE = 5;

let folder = '';

async function command(...args: readonly string[]): Promise<string> {
  const { code, out, said } = await runCommand(['lake', ...args], { folder });
  assert.equal(code, 0, said);
  return out;
}

/** Six sessions of each version on two devices; `total` got slower, and its longest lag is the last session's first. */
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens lake page '));
  for (const [version, total, begin] of [
    ['1', 200, 0],
    ['2', 500, 6],
  ] as const) {
    const paths: string[] = [];
    for (let at = 0; at < 6; at++) {
      const longest = version === '2' && at === 5 ? times(1, 'Cart.total:12', 900) : [];
      const lags = [...longest, ...times(4, 'Cart.total:12', total, total + 10 * at), ...times(3, 'Feed.show:7', 250, 260)];
      paths.push(
        await writeSession(folder, { name: `v${version} #${at}`, version, device: `Pixel ${8 + (at % 2)}`, day: begin + at, lags }),
      );
    }
    await command('add', 'fleet', ...paths, '--app-version', version);
  }
});
after(() => rm(folder, { recursive: true, force: true }));

/** Opens a page; gives requests, dialogs and messages of the browser. */
async function opened(page: Page, name: string): Promise<readonly string[]> {
  const events: string[] = [];
  page.on('request', (request) => request.isNavigationRequest() || events.push(`request ${request.url()}`));
  page.on('console', (text) => events.push(`console ${text.text()}`));
  page.on('pageerror', (error) => events.push(`error ${error.message}`));
  page.on('dialog', (dialog) => {
    events.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(pathToFileURL(join(folder, name)).href);
  return events;
}

/** Of this lake: no group is new or took less time, and no session is an import. */
const nothing = ['fixed', 'new-groups', 'reports'];

test('the page of all questions has each answer with its reading and chart, is accessible and requests nothing', async (t) => {
  await command('query', 'fleet', '--html', 'all.html');
  const { page, close } = await openBrowser({ width: 900, height: 600 });
  t.after(close);
  const events = await opened(page, 'all.html');
  // Six sessions of each version judge a growth from 200 to 500 ms.
  assert.equal(await page.locator('h1').innerText(), '2 against 1: 1 group of lags takes more time');
  const answered = lakeQuestions.filter(({ name }) => !nothing.includes(name));
  for (const { name, reading } of answered) await page.locator(`main > #${name}`, { hasText: reading }).waitFor();
  assert.equal(await page.locator('main > section').count(), answered.length);
  assert.equal(
    await page.locator('main > :last-child').innerText(),
    'Nothing for: Saved by fixes, New groups of lags, Reports without a rate.',
  );
  assert.doesNotMatch(await page.locator('main').innerText(), /\bz\b|deviation/);
  const values = await page.locator('#worst-groups svg.bars .value').allTextContents();
  assert.ok(values.length > 0 && values.every((text) => text.endsWith(' ms/min')), values.join());
  const charts = await page.locator('figure svg[role=img]').evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')));
  for (const title of [
    'Regressions',
    'Worst groups of lags',
    'Devices that suffer most',
    'Causes',
    'Lengths of lags over time',
    'Budget held',
  ])
    assert.ok(charts.includes(title), `${title} in ${charts.join(', ')}`);
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await seriousFindings(page.mainFrame()), []);
  }
  assert.equal(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth'), true);
  const html = await readFile(join(folder, 'all.html'), 'utf8');
  const script = /<script>(.*?)<\/script>/s.exec(html)?.[1] ?? '';
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1]?.replaceAll('&#39;', "'") ?? '';
  const hash = createHash('sha256').update(script).digest('base64');
  assert.match(policy, /^default-src 'none'; /);
  assert.ok(policy.includes(`script-src 'sha256-${hash}';`), policy);
  assert.doesNotMatch(policy, /unsafe|https?:|\*/);
  assert.deepEqual(events, []);
});

test('a chart keeps the colours of its legend, and its lines can be seen, where the system forces colours', async (t) => {
  await command('query', 'fleet', '--html', 'forced.html');
  const { page, close } = await openBrowser();
  t.after(close);
  await opened(page, 'forced.html');
  // A light theme before a dark palette, too.
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    const colours = await page.evaluate<readonly (readonly [string, string])[]>(`[0, 1, 2].map((at) => [
      getComputedStyle(document.querySelector('#percentiles span.series' + at), '::before').borderTopColor,
      getComputedStyle(document.querySelector('#percentiles g.line.series' + at)).stroke,
    ])`);
    for (const [legend, line] of colours) assert.equal(legend, line);
    assert.equal(new Set(colours.flat()).size, 3);
    const [whisker, label, text] = await page.evaluate<readonly string[]>(`[
      getComputedStyle(document.querySelector('.whisker')).stroke,
      getComputedStyle(document.querySelector('svg.bars text')).fill,
      getComputedStyle(document.querySelector('h2')).color,
    ]`);
    assert.deepEqual([whisker, label], [text, text]);
  }
});

test('a row leads to its longest lag, a whisker to its interval', async (t) => {
  await command('query', 'fleet', 'worst-groups', '--html', 'worst.html');
  const { page, close } = await openBrowser();
  t.after(close);
  await opened(page, 'worst.html');
  const row = page.locator('tbody tr', { hasText: 'Cart.total' });
  const link = row.locator('a');
  assert.match(await link.innerText(), /^v2 #5, 900(?:\.\d)? ms$/);
  const { pathname, search, protocol, host } = new URL((await link.getAttribute('href')) ?? '');
  assert.equal(`${protocol}//${host}`, 'vscode://laglens.laglens');
  const linked = parseLink({ path: decodeURIComponent(pathname), query: search.slice(1) });
  assert.equal(linked?.path, join(folder, 'v2 #5.laglens'));
  // The session’s first lag, by the table itself.
  const [longest] = JSON.parse(await command('query', 'fleet', `SELECT lag, session FROM lags ORDER BY us DESC LIMIT 1`, '--json'));
  assert.deepEqual(linked?.view, { lag: longest.lag });
  const [first] = JSON.parse(await command('query', 'fleet', 'sessions', '--json'));
  assert.deepEqual([first.session, first.worst_lag], [longest.session, longest.lag]);
  // Each session's rate of `show` is as its version's: its interval is narrower than that of `total`.
  const whisker = (name: string) =>
    page
      .locator('svg.bars g', { hasText: name })
      .locator('.whisker')
      .first()
      .evaluate((line) => Number.parseFloat(line.getAttribute('x2') ?? '') - Number.parseFloat(line.getAttribute('x1') ?? ''));
  assert.ok((await whisker('Cart.total')) > 2 * (await whisker('Feed.show')));
});

test('a head sorts its column, numbers as numbers, and again the other way round', async (t) => {
  const select = `SELECT * FROM (VALUES ('b', 10), ('a', 9), ('c', 100)) t(name, n)`;
  await command('query', 'fleet', select, '--html', 'own.html');
  const { page, close } = await openBrowser();
  t.after(close);
  await opened(page, 'own.html');
  const names = async (): Promise<string> => (await page.locator('tbody td:first-child').allInnerTexts()).join('');
  assert.equal(await names(), 'bac');
  await page.getByRole('button', { name: 'n', exact: true }).click();
  assert.equal(await names(), 'cba');
  assert.equal(await page.getByRole('columnheader', { name: 'n', exact: true }).getAttribute('aria-sort'), 'descending');
  await page.getByRole('button', { name: 'n', exact: true }).click();
  assert.equal(await names(), 'abc');
  await page.getByRole('button', { name: 'name', exact: true }).focus();
  await page.keyboard.press('Enter');
  assert.equal(await names(), 'abc');
  await page.keyboard.press('Enter');
  assert.equal(await names(), 'cba');
});

test('long answers are cut at 1,000 rows, and the page says so', async (t) => {
  await command('query', 'fleet', 'SELECT range AS n FROM range(2345)', '--html', 'long.html');
  const { page, close } = await openBrowser();
  t.after(close);
  await opened(page, 'long.html');
  assert.equal(await page.locator('tbody tr').count(), 1_000);
  await page.getByText('First 1,000 of 2,345 rows.').waitFor();
});

test('names of apps, devices, functions, files and versions stay text', async (t) => {
  const { page, close } = await openBrowser();
  t.after(close);
  const names = [...Object.values(attacks), '"><style>*{display:none}</style>', '</svg><script>alert(1)</script>'];
  for (let from = 0; from < names.length; from += NAMES_OF_A_LAKE) {
    const lake = `hostile ${from}`;
    const some = names.slice(from, from + NAMES_OF_A_LAKE);
    const files: string[] = [];
    for (const [at, name] of some.entries()) {
      const file = `<img src=x onerror=alert(${from + at})>.laglens`;
      await writeFile(join(folder, file), await hostileSession(name));
      await command('add', lake, file, '--app-version', name);
      files.push(file);
    }
    await command('query', lake, '--html', 'hostile.html');
    const events = await opened(page, 'hostile.html');
    const about = JSON.stringify(some);
    assert.deepEqual(events, [], about);
    assert.equal(await page.locator('main :is(script, img, iframe, style, meta, link)').count(), 0, about);
    const hrefs = await page.locator('main a').evaluateAll((all) => all.map((each) => each.getAttribute('href') ?? ''));
    assert.deepEqual(
      hrefs.filter((href) => !/^(?:#[a-z-]+|vscode:\/\/laglens\.laglens\/open\/[\w%.!~*'()/-]+\?view=[\w-]+)$/.test(href)),
      [],
    );
    const linked = hrefs.map(decodeURIComponent);
    for (const file of files)
      assert.ok(
        linked.some((href) => href.includes(basename(file))),
        about,
      );
    const shown = await page.evaluate<string>('document.documentElement.textContent');
    assert.deepEqual(steeringSigns(shown, '\n'), [], about);
    page.removeAllListeners();
  }
});

test('a page takes the place of no session', async () => {
  const { code, said } = await runCommand(['lake', 'query', 'fleet', 'devices', '--html', 'v1 #0.laglens'], { folder });
  assert.equal(code, 2);
  assert.match(said, /^--html needs a file that ends in \.html\.$/m);
});
