import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { eventually } from '../harness/eventually.ts';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { closeDialog } from '../harness/page-keys.ts';
import { retryAction } from '../harness/retry-action.ts';
import { step } from '../harness/step.ts';
import { inVsCode } from '../harness/vscode.ts';
import { builtElsewhere, CI_FOLDER, MAP_ID, makeSdk, packSources } from './elsewhere-built.ts';

test('a session of addresses gets its names from the build that the reader points at, and opens sources of another computer', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-el-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const built = await builtElsewhere(folder);
  const workspace = await mkdtemp(join(tmpdir(), 'laglens-ws-'));
  t.after(() => rm(workspace, { recursive: true, force: true }));
  await cp(built.session, join(workspace, 'elsewhere.laglens'));
  await cp(built.session, join(workspace, 'again.laglens'));
  await packSources(folder, join(workspace, 'libs', 'tree-1.0-sources.jar'));
  const before = await readFile(join(workspace, 'elsewhere.laglens'));
  const sdk = join(folder, 'sdk');
  await makeSdk(sdk);

  await inVsCode(t, { workspace, env: { ANDROID_HOME: sdk }, width: 1400, height: 900 }, async ({ workbench }) => {
    const { page, quickInput } = workbench;
    /** Chooses a file or folder in the dialog of this title. */
    const chooseIn = async (title: string, path: string, accept: string): Promise<void> => {
      const asks = page.locator('.quick-input-title', { hasText: title });
      await asks.waitFor();
      // It begins with the workspace's folder, and would put that over what was typed before.
      await quickInput.row('..').waitFor();
      await page.locator('.quick-input-widget input.input').fill(path);
      const button = page.locator('.quick-input-widget .monaco-button', { hasText: accept });
      // Until it has looked the path up, the dialog does not hear its button.
      await retryAction(async (timeout) => {
        if (await asks.isVisible()) await button.click({ timeout });
        await asks.waitFor({ state: 'hidden', timeout });
      });
    };
    const settingsAre = async (expected: object): Promise<void> => {
      const path = join(workspace, '.vscode', 'settings.json');
      await eventually(
        async () => (await readFile(path, 'utf8')).replaceAll(/\s/g, ''),
        (text) => assert.equal(text, JSON.stringify(expected)),
      );
    };
    await workbench.openFile('elsewhere.laglens');
    const panel = await LaglensPanel.find(workbench, 'recorded');
    const dialog = panel.frame.locator('dialog.symbols');
    const row = (name: string): Locator => dialog.locator('tbody tr', { hasText: name });

    await step(t, 'without its build it says which one it needs, and shows what there is', async () => {
      const banner = panel.frame.locator('.banner');
      await banner.getByText(`shrunk with the mapping ${MAP_ID}, which no local build has`).waitFor();
      await banner.getByText('And 1 more.').waitFor();
      await panel.hover('libcart.so + 0x');
      await panel.frame.locator('.tooltip', { hasText: 'No local file has the id' }).waitFor();
      await panel.hover(/^b\.a/);
      await panel.frame.locator('.tooltip', { hasText: `shrunk with the mapping ${MAP_ID}` }).waitFor();
    });

    await step(t, 'Show Symbols has a row for the classes and for the library', async () => {
      await workbench.runCommand('Laglens: Show Symbols');
      await row('Classes of the app').getByText('None', { exact: true }).waitFor();
      await row('libcart.so').getByText('/data/app/com.example.shop/lib/x86_64/libcart.so', { exact: true }).waitFor();
      await dialog.getByText('not written into this file').waitFor();
    });

    await step(t, 'Locate… points at a folder, and the names appear in place', async () => {
      await quickInput.chooseAfter(() => row('libcart.so').getByRole('button', { name: 'Locate…' }).click(), 'A Folder…');
      await chooseIn('Locate Symbols of libcart.so', built.build, 'Search Here');
      await row('libcart.so').getByText('Exact', { exact: true }).waitFor();
      await row('libcart.so').getByText(join(built.build, 'libcart.so')).waitFor();
      await row('Classes of the app').getByText(join(built.build, 'mapping.txt')).waitFor();
      await dialog.getByText('Searched again.').waitFor();
      await dialog.getByRole('button', { name: 'Locate…' }).first().waitFor({ state: 'detached' });
      await closeDialog(page, panel.frame);
      await panel.frame.locator('.banner').waitFor({ state: 'hidden' });
      await panel.lags('Feed.bind').first().waitFor();
      assert.deepEqual(await readFile(join(workspace, 'elsewhere.laglens')), before, 'the file is as it was');
    });

    await step(t, 'the place is kept in the settings when the reader wants that', async () => {
      await workbench.answerNotification(`Searching ${built.build} for symbols until this window closes`, 'Keep');
      await workbench.statusItem(`${built.build} was added to the settings`).waitFor();
      await settingsAre({ 'laglens.symbolPaths': [built.build] });
    });

    await step(t, 'a frame built elsewhere asks once where its file is here', async () => {
      await panel.openFrame('cart_total');
      await workbench.answerNotification(`it was built from ${CI_FOLDER}/${built.total.path}`, 'Locate…');
      await chooseIn(`Locate ${CI_FOLDER}/${built.total.path}`, join(built.sources, built.total.path), 'Open');
      await workbench.waitForCursor('cart.c', built.total.line);
      await settingsAre({ 'laglens.symbolPaths': [built.build], 'laglens.sourceMap': { [CI_FOLDER]: built.sources } });
    });

    await step(t, 'and all others of that build open without a question', async () => {
      const { place } = await panel.openFrame('price_of');
      assert.equal(place, `${basename(built.price.path)}:${built.price.line}`);
      await workbench.waitForCursor('price.c', built.price.line);
    });

    await step(t, 'a source outside of the workspace that the session names opens after a question, once for its folder', async () => {
      const question = 'which is outside this workspace. Open it?';
      const { place } = await panel.openFrame('discount_of');
      assert.equal(place, `${basename(built.discount.path)}:${built.discount.line}`);
      await page.locator('.monaco-dialog-box', { hasText: question }).getByText(join(built.sources, built.discount.path)).waitFor();
      await workbench.answerDialog(question, 'Cancel');
      assert.equal(await workbench.tabs('discount.c').count(), 0);

      await panel.openFrame('discount_of');
      await workbench.answerDialog(question, 'Open');
      await workbench.waitForCursor('discount.c', built.discount.line);
      assert.equal(await workbench.tabs('discount.c').count(), 1, 'an opened file is found by its tab');
      await panel.openFrame('price_of');
      await workbench.waitForCursor('price.c', built.price.line);
      await panel.openFrame('discount_of');
      await workbench.waitForCursor('discount.c', built.discount.line);
    });

    await step(t, 'a frame of Android opens from the SDK, of the next higher level, which cannot be written', async () => {
      await panel.openFrame('Looper.loop');
      // It stands there for some seconds.
      await Promise.all([
        workbench.statusItem('Sources of API 34; the phone has 33').waitFor(),
        workbench.waitForCursor('Looper.java', 154),
      ]);
      await page.locator('.editor-instance .view-line', { hasText: "line 154 of Android's source" }).waitFor();
      await workbench.pressUntil('x', page.locator('.monaco-editor-overlaymessage', { hasText: 'read-only' }));
    });

    await step(t, 'a frame of a library opens from its jar of sources, which cannot be written', async () => {
      await panel.openFrame('Tree.walk');
      await workbench.waitForCursor('Tree.java', 3);
      await page.locator('.editor-instance .view-line', { hasText: 'of a library' }).waitFor();
      await workbench.pressUntil('x', page.locator('.monaco-editor-overlaymessage', { hasText: 'read-only' }));
    });

    await step(t, 'another session of the same build has its names at once, also in a window that was loaded again', async () => {
      await workbench.closeAllEditors();
      const loaded = page.waitForEvent('load', { timeout: 120_000 });
      await workbench.runCommand('Developer: Reload Window');
      await loaded;
      await workbench.quickInput.waitForCommand('Laglens: Open Session…');
      await workbench.openFile('again.laglens');
      const again = await LaglensPanel.find(workbench, 'recorded');
      await again.lags('Feed.bind').first().waitFor();
      await again.hover('cart_total');
      await again.frame.locator('.banner').waitFor({ state: 'hidden' });
    });
  });
});
