import assert from 'node:assert/strict';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { eventually } from '../harness/eventually.ts';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { waitForFocus } from '../harness/page-keys.ts';
import { step } from '../harness/step.ts';
import { inVsCode } from '../harness/vscode.ts';
import { Workbench } from '../harness/workbench.ts';

const sample = fileURLToPath(new URL('../../../media/sample/shop.laglens', import.meta.url));

test('a link leads back to what a page showed, asks before it opens a file from elsewhere, and files may be deleted', async (t) => {
  const [workspace, elsewhere] = await Promise.all([mkdtemp(join(tmpdir(), 'laglens-in-')), mkdtemp(join(tmpdir(), 'laglens-out-'))]);
  t.after(() => Promise.all([workspace, elsewhere].map((folder) => rm(folder, { recursive: true, force: true }))));
  await copyFile(sample, join(workspace, 'mine.laglens'));
  await copyFile(sample, join(workspace, 'doomed.laglens'));
  await writeFile(join(workspace, 'notes.txt'), 'notes\n');
  await copyFile(sample, join(elsewhere, 'other.laglens'));
  await inVsCode(t, { workspace }, async ({ workbench, server }) => {
    const { page } = workbench;
    let link = '';

    await step(t, 'Share copies a link to the view of a file', async () => {
      await workbench.openFile('mine.laglens');
      const { frame } = await LaglensPanel.find(workbench, 'recorded');
      await frame.locator('.lag').nth(1).waitFor();
      await waitForFocus(frame);
      await frame.locator('.lags').focus();
      await page.keyboard.press('Home');
      await frame.locator('.lag[aria-selected="true"][aria-posinset="1"]').waitFor();
      await page.keyboard.press('j');
      await frame.locator('.lag[aria-selected="true"][aria-posinset="2"]').waitFor();
      await page.keyboard.press('4');
      await frame.locator('.view-body > .table').waitFor();
      link = await workbench.copied(async () => {
        const share = frame.locator('header').getByRole('button', { name: 'Share' });
        await workbench.quickInput.chooseAfter(() => share.click(), 'Copy Link to This View');
      });
      assert.match(link, /^[a-z-]+:\/\/laglens\.laglens\/open\/.*mine\.laglens\?view/);
    });

    await step(t, 'which shows the same lag in the same view, also after the file was closed', async () => {
      await workbench.closeAllEditors();
      await follow(workbench, link);
      const { frame } = await LaglensPanel.find(workbench, 'recorded');
      await frame.locator('.view-body > .table').waitFor();
      await frame.locator('.lag[aria-selected="true"][aria-posinset="2"]').waitFor();
    });

    await step(t, 'and in a page that is open', async () => {
      const { frame } = await LaglensPanel.find(workbench, 'recorded');
      await waitForFocus(frame);
      await frame.locator('.lags').focus();
      await page.keyboard.press('1');
      await frame.locator('.view-body > .table').waitFor({ state: 'hidden' });
      await follow(workbench, link);
      await frame.locator('.view-body > .table').waitFor();
    });

    await step(t, 'what a page shows comes back after VS Code was started again', async () => {
      const before = await LaglensPanel.find(workbench, 'recorded');
      await before.frame.locator('.view-body > .table').focus();
      // The link may give the page the focus again, and a key is lost meanwhile.
      await workbench.pressUntil('h', before.frame.locator('.breadcrumb .chip', { hasText: 'without system' }));
      const chips = await before.frame.locator('.breadcrumb .chip').allInnerTexts();
      // A browser keeps what VS Code wants to know again only when the window is left in order, which here is a reload.
      const loaded = page.waitForEvent('load', { timeout: 120_000 });
      await workbench.runCommand('Developer: Reload Window');
      await loaded;
      await LaglensPanel.find(workbench, 'recorded');
      await server.crash();
      await Workbench.open(page, server.url);
      const { frame } = await LaglensPanel.find(workbench, 'recorded');
      await frame.locator('.view-body > .table').waitFor();
      await frame.locator('.lag[aria-selected="true"][aria-posinset="2"]').waitFor();
      await eventually(
        () => frame.locator('.breadcrumb .chip').allInnerTexts(),
        (texts) => assert.deepEqual(texts, chips),
      );
    });

    await step(t, 'a file from elsewhere is opened when the reader says so', async () => {
      await workbench.closeAllEditors();
      await follow(workbench, link.replace(workspace, elsewhere).replace('mine', 'other'));
      const question = 'A link asks to open a session file';
      await page.locator('.monaco-dialog-box', { hasText: question }).getByText(join(elsewhere, 'other.laglens')).waitFor();
      await workbench.answerDialog(question, 'Open Session');
      const { frame } = await LaglensPanel.find(workbench, 'recorded');
      await frame.locator('.view-body > .table').waitFor();
    });

    await step(t, 'and what is no session file, or is gone, is reported', async () => {
      await follow(workbench, link.replace('mine.laglens', 'mine.txt'));
      await workbench.notification('This link does not point to a session file on this computer.').waitFor();
      await follow(workbench, link.replace('mine', 'gone'));
      await workbench.notification('The link’s session does not exist').waitFor();
    });

    await step(t, 'a file that is deleted while it is open stays on the screen and goes on being searched', async () => {
      await workbench.closeAllEditors();
      await workbench.openFile('doomed.laglens');
      const { frame } = await LaglensPanel.find(workbench, 'recorded');
      await frame.locator('.lag').first().waitFor();
      await rm(join(workspace, 'doomed.laglens'));
      await waitForFocus(frame);
      await frame.locator('.lags').focus();
      await page.keyboard.press('j');
      await page.keyboard.press('4');
      await frame.locator('.view-body > .table [role="row"]', { hasText: 'CartRepository.itemCount' }).waitFor();
    });

    await step(t, 'and says that it is gone when it has to be read again', async () => {
      await workbench.openFile('notes.txt');
      await workbench.tabs('doomed.laglens').click();
      const frame = await workbench.webview('.fatal');
      await frame.locator('.fatal', { hasText: 'doomed.laglens cannot be opened' }).waitFor();
      await frame.locator('.fatal', { hasText: 'Check the path' }).waitFor();
    });
  });
});

/** Follows a link as the system does when one is clicked; VS Code asks by itself whether the extension may have it. */
async function follow(workbench: Workbench, link: string): Promise<void> {
  await workbench.runCommand('Developer: Open URL');
  await workbench.quickInput.answer(link);
  await workbench.answerDialog('open this URI', 'Open');
}
