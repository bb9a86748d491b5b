import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Frame, Page } from 'playwright-core';
import { hostileSession } from '../../core/hostile-names.ts';
import { eventually } from '../harness/eventually.ts';
import { lens } from '../harness/heat-readings.ts';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { closeDialog, showView } from '../harness/page-keys.ts';
import { retryAction } from '../harness/retry-action.ts';
import { step } from '../harness/step.ts';
import { inVsCode } from '../harness/vscode.ts';

// A link that VS Code would run, one that it would open, an icon, HTML, an image, a terminal's colour, a turned name, a hidden sign.
const NAME = [
  'Evil [Find the source](command:workbench.action.closeActiveEditor) [more](https://evil.example/a) $(trash)',
  '<img src=x onerror="document.title=1"><script>document.title=2</script> ![seen](https://evil.example/seen.png)',
  '`` ` ![x](https://evil.example/b.png) ` `` \u001b[31mred\u001b]0;owned\u0007 \u202egnp.exe\u202c \u2066a\u2069 z\u200bero \u{e0041}',
].join(' ');

/** The file's name is the session's title. */
const FILE = 'Evil [file](command:evil) <b>.laglens';

/** The one honest class of the session; `open` is in line 12. */
const SHOP = `package com.example;

class Shop {
${'\n'.repeat(6)}
  static int open() {
    int slow = 1;
    return slow;
  }
}
`;

test('a session whose every name is an attack is text wherever it is shown', async (t) => {
  const workspace = await folderWith(t, await hostileSession(NAME, 'com.example.Shop'));
  await inVsCode(t, { workspace, width: 1400, height: 900 }, async ({ workbench }) => {
    const { page } = workbench;
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('evil.example')) asked.push(request.url());
    });
    await workbench.openFile(FILE, 'Evil');
    let panel = await LaglensPanel.find(workbench, 'recorded');
    const nothingAlive = (): Promise<void> => isText(page.mainFrame(), panel.frame);

    await step(t, 'in the page, its lists, warnings, tooltips and table', async () => {
      await panel.lags('Evil').first().waitFor();
      await nothingAlive();
      await panel.selectLag('Evil');
      // A selected lag shows only the app's frames.
      await panel.frame.getByRole('radio', { name: 'All', exact: true }).click();
      await panel.selectFrame(/Evil/);
      await nothingAlive();
      for (const key of ['2', '3', '4'] as const) {
        await showView(page, panel.frame, key);
        await nothingAlive();
      }
      await page.keyboard.press('t');
      await panel.frame.getByRole('listbox', { name: /^Tracks/ }).waitFor();
      await nothingAlive();
      await showView(page, panel.frame, '1');
      await nothingAlive();
    });

    await step(t, 'in the message that says which source is missing', async () => {
      await panel.openFrame(/Evil/);
      const said = workbench.notification('No source');
      await said.waitFor();
      assert.equal(await said.locator('.notification-list-item-message a').count(), 0, 'a link in a message');
      await eventually(
        () => said.innerText(),
        (text) => assert.match(text, /Evil \[Find the source\]/, 'the name is reported, as text'),
      );
      await nothingAlive();
    });

    await step(t, 'in the hover and the lenses of a source', async () => {
      await workbench.openFile('Shop.java');
      await lens(page, /^Laglens: Evil \[file\] \(command:evil\) <b>/).waitFor();
      const hover = page.locator('.monaco-hover').filter({ hasText: 'on the main thread' });
      // Movement below the pointer ends it, as of lenses made again.
      await retryAction(async (timeout) => {
        await page.mouse.move(0, 0);
        await page.locator('.view-line', { hasText: 'int slow = 1' }).getByText('slow').hover({ timeout });
        await hover.locator('table tr', { hasText: 'Evil' }).waitFor({ timeout });
      });
      assert.equal(await hover.locator('table :is(a, img, .codicon)').count(), 0, 'more than text in the hover');
      // The page is hidden now, and VS Code has thrown it away.
      await isText(page.mainFrame());
      await workbench.tabs(FILE).click();
      panel = await LaglensPanel.find(workbench, 'recorded');
    });

    await step(t, 'in the list of symbols', async () => {
      await workbench.runCommand('Laglens: Show Symbols');
      await panel.frame.locator('dialog.symbols tbody tr, dialog.symbols .row').first().waitFor();
      await nothingAlive();
      await closeDialog(page, panel.frame);
    });

    await step(t, 'as the baseline', async () => {
      await workbench.runCommand('Laglens: Set as Baseline');
      await workbench.notification('Baseline set:').waitFor();
      await nothingAlive();
    });

    await step(t, 'in the pickers of sharing', async () => {
      await workbench.runCommand('Laglens: Share…');
      await workbench.quickInput.row('Copy as Markdown').waitFor();
      await nothingAlive();
      await workbench.quickInput.dismiss();
    });

    await step(t, 'in the sheet that asks what leaves, and the Markdown that does', async () => {
      await workbench.chooseBy('Laglens: Share…', 'Open as Text');
      await workbench.answerNotification('Opened as text.', 'Options…');
      await workbench.quickInput.row('Shorten paths').waitFor();
      // The session's editor is hidden now.
      await isText(page.mainFrame());
      await page.locator('.quick-input-widget .monaco-button', { hasText: 'OK' }).click();
      await workbench.statusItem('Opened as text.').waitFor();
      await page
        .locator('.editor-instance .view-lines')
        .filter({ hasText: /##.1\./ })
        .waitFor();
      await isText(page.mainFrame());
      await workbench.runCommand('Markdown: Open Preview');
      const preview = await eventually(
        () => previewOf(page),
        (frame) => assert.ok(frame !== undefined, 'no preview'),
      );
      assert.ok(preview !== undefined);
      assert.match(await preview.locator('.markdown-body').innerText(), /Evil/);
      await isText(preview);
      assert.equal(
        await preview.locator('#preview-content, .markdown-body').locator('a[href*="evil"], a[href*="command:"], img').count(),
        0,
      );
    });

    assert.deepEqual(asked, [], 'nothing was asked of the network');
  });
});

/** VS Code's own preview of Markdown, once it shows the text. */
async function previewOf(page: Page): Promise<Frame | undefined> {
  for (const frame of page.frames()) {
    const shows = frame.locator('.markdown-body h2');
    if ((await shows.count().catch(() => 0)) > 0) return frame;
  }
  return undefined;
}

/** Fails when a name became a link, an element, an icon, or turns or hides what is shown. */
async function isText(...documents: readonly Frame[]): Promise<void> {
  for (const document of documents) {
    const found: unknown = await document.evaluate(ALIVE);
    assert.deepEqual(found, []);
  }
}

/** Anything but text that a name of this test has made in a document. Only texts with the name count: VS Code has signs of its own. */
const ALIVE = `(() => {
  const steers = /[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u{e0000}-\\u{e007f}]/u;
  const found = [];
  for (const image of document.querySelectorAll('img[src*="evil"], img[src="x"]')) found.push(image.outerHTML);
  for (const script of document.scripts) if (/document\\.title=2/.test(script.textContent)) found.push(script.outerHTML);
  for (const link of document.querySelectorAll('a, [data-href]')) {
    if (/^command:workbench\\.action\\.close|evil/.test(link.getAttribute('href') ?? link.dataset.href ?? '')) found.push(link.outerHTML);
  }
  for (const icon of document.querySelectorAll('.codicon-trash')) {
    if (/Evil/.test(icon.parentElement?.textContent ?? '')) found.push(icon.parentElement.outerHTML);
  }
  const texts = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode;
    if (/Evil|gnp\\.exe|owned/.test(data) && steers.test(data) && parentElement?.tagName !== 'SCRIPT') found.push(JSON.stringify(data));
  }
  for (const element of document.querySelectorAll('[title], [aria-label]')) {
    for (const name of ['title', 'aria-label']) {
      const said = element.getAttribute(name) ?? '';
      if (/Evil|gnp\\.exe|owned/.test(said) && steers.test(said)) found.push(name + '=' + JSON.stringify(said));
    }
  }
  if (/^[12]$/.test(document.title)) found.push('a script ran');
  return found;
})()`;

/** A workspace with the session in it. */
async function folderWith(t: TestContext, session: Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-names-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, FILE), session);
  await mkdir(join(folder, 'com', 'example'), { recursive: true });
  await writeFile(join(folder, 'com', 'example', 'Shop.java'), SHOP);
  return folder;
}
