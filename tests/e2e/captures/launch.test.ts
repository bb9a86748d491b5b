import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startPhone } from '../../simulated/android/start-phone.ts';
import { eventually } from '../harness/eventually.ts';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { assertSameLags, lastListedLags, listedLags, seeOfLag } from '../harness/main-job.ts';
import { retryAction } from '../harness/retry-action.ts';
import { step } from '../harness/step.ts';
import { inVsCode } from '../harness/vscode.ts';
import type { Workbench } from '../harness/workbench.ts';

const shop = fileURLToPath(new URL('../../demo-app/shop', import.meta.url));
/** Succeeds once the file `generated` is there. */
const generate = { label: 'generate', type: 'shell', command: 'test -e generated || exit 3' };
/** Notes that it ran; succeeds once the file `fixed` is there. */
const install = { label: 'installDebug', type: 'shell', command: 'echo installing >> runs; test -e fixed', dependsOn: ['generate'] };
const mark = 'The shop is open';

test('from a build task over the launch of the app to a saved session with a mark, and on to a rebuilt app', async (t) => {
  const phone = await startPhone({ android: '14' });
  t.after(() => phone.stop());
  const workspace = await shopWithTask(t);
  const settings = { 'laglens.adbServer': `127.0.0.1:${phone.server.port}`, 'laglens.preLaunchTask': install.label };
  await inVsCode(t, { workspace, settings }, async ({ workbench }) => {
    const { page, quickInput } = workbench;

    await step(t, 'a task that fails, or that depends on one that does, stops the launch and says so', async () => {
      await workbench.chooseBy('Laglens: Start Lag Capture from App Launch', /Android 14/, 'com.example.shop');
      const dependency = /task “installDebug” ended with exit code 3/;
      await workbench.waitForNotification(dependency);
      assert.equal(phone.app(), undefined, 'the app was not launched');
      await writeFile(join(workspace, 'generated'), '');
      await workbench.answerNotification(dependency, 'Try Again');

      const failure = /task “installDebug” ended with exit code 1/;
      await workbench.waitForNotification(failure);
      assert.equal(await runsOfTask(workspace), 1);
      assert.equal(phone.app(), undefined, 'the app was not launched');
      await writeFile(join(workspace, 'fixed'), '');
      await workbench.answerNotification(failure, 'Try Again');
    });

    await step(t, 'tried again, without a question, the app is launched after the task, and its slow start is a lag', async () => {
      await workbench.statusItem(/com\.example\.shop \d+:\d\d/).waitFor();
      const panel = await LaglensPanel.find(workbench);
      // Application.onCreate, 250 ms of it in loadFonts: over before the host has found the process.
      await panel
        .lags(/ShopApplication\.(loadFonts|onCreate)/)
        .first()
        .waitFor();
      assert.equal(await runsOfTask(workspace), 2);
    });

    await step(t, 'a mark has the name that was typed; Escape sets none', async () => {
      const panel = await LaglensPanel.find(workbench);
      await workbench.runCommand('Laglens: Add Marker');
      await page.locator('.quick-input-title', { hasText: 'Add Marker' }).waitFor();
      await quickInput.dismiss();
      await workbench.runCommand('Laglens: Add Marker');
      await page.locator('.quick-input-title', { hasText: 'Add Marker' }).waitFor();
      await quickInput.answer(mark);
      await panel.frame.locator('#page[data-marks="1"]').waitFor();
      const ended = panel.lags('ImageDecoder.decode').and(panel.frame.locator('[data-open="false"]'));
      await seeOfLag(async () => phone.app()?.lag('busy'), ended);
      await panel.hoverMark(mark);
    });

    await step(t, 'what is saved while recording is a session up to there', async () => {
      const panel = await LaglensPanel.find(workbench);
      await panel.frame.getByRole('button', { name: 'Save As…' }).click();
      await saveAs('so far.laglens');
      const saved = await openFromExplorer('so far.laglens');
      // A busy computer adds short ones, and the list shows some rows only.
      await saved.frame.getByRole('combobox', { name: 'Sort lags by' }).selectOption('longest');
      await saved.lags('ShopApplication.').first().waitFor();
      await saved.frame.locator('#page[data-marks="1"]').waitFor();
      await workbench.runCommand('Laglens: Show Capture');
    });

    await step(t, 'the session that was saved after the end has the same lags and the mark', async () => {
      await workbench.runCommand('Laglens: Stop Lag Capture');
      const panel = await LaglensPanel.find(workbench);
      await panel.phase.filter({ hasText: 'Stopped' }).waitFor();
      const live = await lastListedLags(panel);
      await workbench.runCommand('Laglens: Save Session As…');
      await saveAs('launch.laglens');
      await workbench.closeAllEditors();
      const saved = await openFromExplorer('launch.laglens');
      await eventually(
        () => listedLags(saved),
        (lags) => assertSameLags(lags, live),
      );
      await saved.hoverMark(mark);
    });

    await step(t, 'a rebuilt app is captured on in the same session, which a key pressed twice starts once', async () => {
      const first = phone.app();
      assert.ok(first);
      await startByKeyPressedTwice(workbench, { device: phone.serial, app: 'com.example.shop' });
      const panel = await LaglensPanel.find(workbench);
      await seeOfLag(() => first.lag('busy'), panel.lags('ImageDecoder.decode'));

      await phone.reinstall();
      await panel.phase.filter({ hasText: /waiting/i }).waitFor();
      const second = await phone.launchApp();
      assert.notEqual(second.pid, first.pid);
      await panel.phase.filter({ hasText: /recording/i }).waitFor();
      await seeOfLag(() => second.lag('file'), panel.lags('Catalog.readAll'));
      // The lags of the first run are still there.
      await panel.lags('ImageDecoder.decode').first().waitFor();
      // A warning may stand in its place.
      await panel.frame.locator('header .where', { hasText: '2 runs' }).waitFor({ state: 'attached' });
    });

    async function saveAs(name: string): Promise<void> {
      await page.locator('.quick-input-title', { hasText: 'Save Lag Session' }).waitFor();
      await quickInput.answer(join(workspace, name), /\.laglens$/);
    }

    /** The explorer shows a file as soon as it is there. */
    async function openFromExplorer(name: string): Promise<LaglensPanel> {
      // Rows move when there are more files; a second click that hits another one opens that.
      await retryAction(async (timeout) => {
        await page.locator(`.explorer-folders-view .monaco-list-row[aria-label^="${name}"]`).dblclick({ timeout });
        await page.locator(`.tab.active[data-resource-name="${name}"]`).waitFor({ timeout });
      });
      return LaglensPanel.find(workbench, 'recorded');
    }
  });
});

/** The second start, whether it comes before the first one records or after, offers to stop that: one capture runs. */
async function startByKeyPressedTwice(workbench: Workbench, target: object): Promise<void> {
  const { page } = workbench;
  const dialog = page.locator('.monaco-dialog-box', { hasText: 'One capture runs at a time' });
  await workbench.quickInput.waitForCommand('Laglens: Start Lag Capture');
  await workbench.bindKey('ctrl+alt+f8', 'laglens.start', target);
  await workbench.closeAllEditors();
  await workbench.pressUntil('Control+Alt+F8', dialog, 2);
  await workbench.answerDialog('One capture runs at a time', 'Cancel');
  await workbench.statusItem(/com\.example\.shop \d+:\d\d/).waitFor();
  assert.equal(await page.locator('.statusbar-item', { hasText: 'com.example.shop' }).count(), 1);
}

async function shopWithTask(t: TestContext): Promise<string> {
  const workspace = await mkdtemp(join(tmpdir(), 'laglens-shop-'));
  t.after(() => rm(workspace, { recursive: true, force: true }));
  await cp(shop, workspace, { recursive: true });
  await mkdir(join(workspace, '.vscode'), { recursive: true });
  await writeFile(join(workspace, '.vscode', 'tasks.json'), JSON.stringify({ version: '2.0.0', tasks: [generate, install] }));
  return workspace;
}

async function runsOfTask(workspace: string): Promise<number> {
  return (await readFile(join(workspace, 'runs'), 'utf8')).split('\n').length - 1;
}
