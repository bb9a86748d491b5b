import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPhone } from '../../simulated/android/start-phone.ts';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { seeOfLag } from '../harness/main-job.ts';
import { inVsCode } from '../harness/vscode.ts';
import type { Workbench } from '../harness/workbench.ts';

test('a rebuilt app is captured on in the same session', async (t) => {
  const phone = await startPhone({ android: '14' });
  t.after(() => phone.stop());
  const first = await phone.launchApp();
  const settings = { 'laglens.adbServer': `127.0.0.1:${phone.server.port}` };
  await inVsCode(t, { workspace: first.workspace, settings }, async ({ workbench }) => {
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
    await panel.frame.locator('header .where', { hasText: '2 runs' }).waitFor();
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
