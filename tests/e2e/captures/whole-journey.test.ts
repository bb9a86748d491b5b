import assert from 'node:assert/strict';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Frame, Locator, Page } from 'playwright-core';
import { startDemoApp } from '../../demo-app/start-demo-app.ts';
import { readConnections, watchedEnvironment } from '../../house/connection-log.ts';
import { openBrowser } from '../harness/browser.ts';
import { eventually } from '../harness/eventually.ts';
import { lens, waitForLine } from '../harness/heat-readings.ts';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { openSearch, showView, VIEW_KEYS, waitForFocus } from '../harness/page-keys.ts';
import { step } from '../harness/step.ts';
import { inVsCode } from '../harness/vscode.ts';
import { testInEveryVsCode } from '../harness/vscode-age.ts';
import { withoutPhones } from '../harness/without-phones.ts';
import type { Workbench } from '../harness/workbench.ts';

/** The demo app's long computation, and its line. */
const culprit = 'ImageDecoder.decode';
const file = 'ImageDecoder.java';
const window = { width: 1400, height: 900 };
/** More than a busy computer adds to what takes no time, less than the app's lags that are asked for. */
const threshold = { 'laglens.threshold': 400 };

testInEveryVsCode(
  'by keyboard from the palette through a live capture and its four views to the line; then the same numbers in a shared page; without a connection to anywhere else',
  async (t, vscode) => {
    const folder = await mkdtemp(join(tmpdir(), 'laglens-jo-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const scratch = await mkdtemp(join(tmpdir(), 'laglens-e2e-'));
    t.after(() => rm(scratch, { recursive: true, force: true }));
    const html = join(folder, 'shop.html');
    const noted = join(scratch, 'connections');
    const demo = await startDemoApp({ android: '14', runtime: 'jvm', truthFile: join(scratch, 'truth') });
    t.after(() => demo.stop());
    // The page is written beside the sources.
    await cp(demo.workspace, folder, { recursive: true });
    const settings = { ...(await withoutPhones(t)), ...threshold };
    let shownNumbers: PageNumbers | undefined;

    const options = { vscode, workspace: folder, settings, env: watchedEnvironment(noted), ...window };
    await inVsCode(t, options, async ({ workbench }) => {
      const { page, quickInput } = workbench;

      await step(t, 'palette, device, app: the capture runs, and lags are listed', async () => {
        await startByKeys(workbench, demo.pid);
        const panel = await showByKeys(workbench, 'recording');
        await longestFirst(page, panel.frame);
        for (const [kind, listed, count] of [
          ['lock', 'CartRepository.itemCount', 1] as const,
          ['busy', culprit, 1] as const,
          ['busy', culprit, 2] as const,
        ]) {
          const ended = panel.lags(listed).and(panel.frame.locator('[data-open="false"]'));
          await demo.lag(kind);
          await ended.nth(count - 1).waitFor();
        }
      });

      await step(t, 'j walks to a lag, 1 to 4 show it in each view, and Enter opens its line', async () => {
        const { frame } = await LaglensPanel.find(workbench, 'recording');
        const selected = frame.locator('.lag[aria-selected="true"]', { hasText: culprit });
        await page.keyboard.press('j');
        await frame.locator('.lag[aria-selected="true"]').waitFor();
        await walkTo(page, frame, culprit);
        const views = { 1: '.flame canvas', 2: '.flame canvas', 3: '.sandwich', 4: '.table' } as const;
        for (const key of VIEW_KEYS) {
          const shown = views[key];
          await showView(page, frame, key);
          await frame.locator('.view-body').locator(shown).filter({ visible: true }).first().waitFor();
          assert.ok(Number.parseFloat(await matchedBy(page, frame, culprit)) > 50, 'it is what most of its lag went to');
        }
        const place = new RegExp(`${file}:(\\d+)`).exec((await selected.locator('.detail').textContent()) ?? '');
        assert.ok(place, 'the row names a file and a line');
        await showView(page, frame, '1');
        await page.keyboard.press('Enter');
        const line = Number(place[1]);
        await workbench.waitForCursor(file, line);
        const truth = (await demo.truth()).find(({ kind }) => kind === 'busy')?.culprit;
        assert.ok(
          truth !== undefined && 'file' in truth && truth.firstLine <= line && line <= truth.lastLine,
          `line ${line} is in ${culprit}`,
        );
      });

      await step(t, 'the line and its function say what they cost', async () => {
        await lens(page, /\d lags? · [\d.]+ m?s · (max [\d.]+ m?s · )?show/)
          .first()
          .waitFor();
        const { line = 0 } = (await workbench.cursor()) ?? {};
        await waitForLine(page, line, /^[\d.]+ m?s · \d lags?$/);
      });

      await step(t, 'stopped, it is shared as a page', async () => {
        await quickInput.pressCommand('Laglens: Stop Lag Capture');
        const { frame } = await showByKeys(workbench, 'stopped');
        shownNumbers = await numbersOf(page, frame);
        await quickInput.pressAfter(() => quickInput.pressCommand('Laglens: Share…'), 'Share Session as a Page…');
        await quickInput.row('Shorten paths').waitFor();
        await page.keyboard.press('Enter');
        await quickInput.row('..').waitFor();
        await quickInput.answer(html, /\.html$/);
        await workbench.notification('Saved shop.html.').waitFor();
      });
    });

    const { all, outside } = await readConnections(noted);
    assert.ok(all.some((line) => /^extensionHost unix .*laglens-\d+-/.test(line)));
    assert.deepEqual(
      outside.filter((line) => line.startsWith('extensionHost')),
      [],
    );

    await step(t, 'and a browser without a network shows the same lags and numbers', async () => {
      const browser = await openBrowser(window);
      try {
        await browser.page.context().setOffline(true);
        await browser.page.goto(pathToFileURL(html).href);
        await browser.page.locator('#page[data-phase="recorded"]:not([aria-busy]):not([data-samples="0"])').waitFor();
        assert.deepEqual(await numbersOf(browser.page, browser.page.mainFrame()), shownNumbers);
      } finally {
        await browser.close();
      }
    });
  },
);

/** As `startCapture`, without the mouse. */
async function startByKeys(workbench: Workbench, pid: number): Promise<void> {
  const { quickInput } = workbench;
  await quickInput.pressAfter(() => quickInput.pressCommand('Laglens: Start Lag Capture'), 'This computer', 'com.example.shop.Main');
  const runs = workbench.recording;
  const which = quickInput.row(`pid ${pid}`);
  await runs.or(which).first().waitFor();
  if (await which.isVisible()) await quickInput.pressAfter(() => which.waitFor(), `pid ${pid}`);
  await runs.waitFor();
}

/**
 * Shows the page from the list of files, where the palette leaves the focus: so the page gets it once, from the command. A page that had it
 * would get it from the palette, and lose it for a moment when the command has run.
 */
async function showByKeys(workbench: Workbench, phase: 'recording' | 'stopped'): Promise<LaglensPanel> {
  await workbench.quickInput.pressCommand('File: Focus on Files Explorer');
  await workbench.page.locator('.explorer-folders-view .monaco-list:focus-within').waitFor();
  await workbench.quickInput.pressCommand('Laglens: Show Capture');
  const panel = await LaglensPanel.find(workbench, phase);
  await waitForFocus(panel.frame);
  return panel;
}

/** Goes down the list by j from the lag that is selected to the next one of this function. */
async function walkTo(page: Page, frame: Frame, wanted: string): Promise<void> {
  const selected = frame.locator('.lag[aria-selected="true"]');
  for (let steps = 0; !String(await selected.textContent()).includes(wanted); steps++) {
    assert.ok(steps < 100, `${wanted} is not among the ${steps} lags below`);
    const before = await selected.getAttribute('data-lag');
    await page.keyboard.press('j');
    await eventually(
      () => selected.getAttribute('data-lag'),
      (now) => assert.notEqual(now, before),
    );
  }
}

/** A page's figures of its session, and of the culprit's longest lag in each view. */
interface PageNumbers {
  readonly lags: string | null;
  readonly groups: string | null;
  /** The longest ones. */
  readonly rows: readonly string[];
  readonly summary: string;
  /** The share of the time that a search shows in each view. */
  readonly matched: readonly string[];
  readonly table: readonly string[];
}

/** As many rows as any page of this size has room for. */
const ROWS = 5;

/** Then those that the app was asked for stand above what a busy computer adds. */
async function longestFirst(page: Page, frame: Frame): Promise<void> {
  const order = frame.getByRole('combobox', { name: 'Sort lags by' });
  await order.focus();
  await page.keyboard.press('l');
  await eventually(
    () => order.inputValue(),
    (value) => assert.equal(value, 'longest'),
  );
  // A choice keeps letters to itself.
  await frame.locator('.lags').focus();
}

async function numbersOf(page: Page, frame: Frame): Promise<PageNumbers> {
  await longestFirst(page, frame);
  // Lags that came while one was selected stand above the others until none is.
  await page.keyboard.press('Escape');
  await frame.locator('.lag[aria-selected="true"]').waitFor({ state: 'detached' });
  const row = frame.locator('.lag', { hasText: culprit }).first();
  await row.click();
  await row.and(frame.locator('[aria-selected="true"]')).waitFor();
  const matched: string[] = [];
  for (const key of VIEW_KEYS) {
    await showView(page, frame, key);
    matched.push(await matchedBy(page, frame, 'decode'));
  }
  const table = frame.locator('.view-body > .table [role="row"]');
  await table.filter({ hasText: culprit }).first().waitFor();
  const shown = frame.locator('#page');
  return {
    lags: await shown.getAttribute('data-lags'),
    groups: await shown.getAttribute('data-groups'),
    rows: (await textsOf(frame.locator('.lag'))).slice(0, ROWS),
    summary: (await textsOf(frame.locator('.summary:not(.group-summary)'))).join(),
    matched,
    table: (await textsOf(table)).slice(0, ROWS),
  };
}

/** Searches by keyboard, and leaves the search again. */
async function matchedBy(page: Page, frame: Frame, name: string): Promise<string> {
  const said = frame.locator('.matched');
  await openSearch(page, frame);
  // At once: else what the first letters match may be read.
  await page.keyboard.insertText(name);
  await said.filter({ hasText: /^matched [\d.]+ % of / }).waitFor();
  const matched = await said.innerText();
  await page.keyboard.press('Escape');
  await said.filter({ hasText: /^$/ }).waitFor({ state: 'attached' });
  await page.keyboard.press('Escape');
  return matched.replace(/^matched /, '');
}

async function textsOf(shown: Locator): Promise<readonly string[]> {
  return (await shown.allTextContents()).map((text) => text.replaceAll(/\s+/g, ' '));
}
