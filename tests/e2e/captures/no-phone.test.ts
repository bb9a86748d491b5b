import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { step } from '../harness/step.ts';
import { TroubleshootPage } from '../harness/troubleshoot-page.ts';
import { inVsCode } from '../harness/vscode.ts';
import { withoutPhones } from '../harness/without-phones.ts';

test('without a phone', async (t) => {
  const workspace = await mkdtemp(join(tmpdir(), 'laglens-ws-'));
  t.after(() => rm(workspace, { recursive: true, force: true }));
  const settings = await withoutPhones(t);
  await inVsCode(t, { workspace, settings }, async ({ workbench }) => {
    const { page, quickInput } = workbench;

    await step(t, 'troubleshooting asks nothing, and says that no phone is connected', async () => {
      await workbench.runCommand('Laglens: Troubleshoot Connection');
      const shown = await TroubleshootPage.find(workbench);
      await shown.waitForVerdicts(['Passed: Tools of this computer', 'Passed: adb server', 'Failed: Device']);
      assert.match(await shown.row('Device').innerText(), /no phone or emulator is connected/);
    });

    await step(t, 'a key binding may name the device', async () => {
      await workbench.bindKey('ctrl+alt+f9', 'laglens.diagnose', { device: 'R58M12345' });
      await workbench.closeAllEditors();
      await workbench.pressUntil('Control+Alt+F9', TroubleshootPage.tab(workbench));
      const shown = await TroubleshootPage.find(workbench);
      await shown.row('Device').filter({ hasText: 'There is no device “R58M12345”' }).waitFor();
    });

    await step(t, 'a capture that fails before its first sample leaves no empty panel behind, and nothing to save', async () => {
      await workbench.bindKey('ctrl+alt+f8', 'laglens.start', { device: 'jvm', app: 'no.such.Main' });
      await workbench.closeAllEditors();
      await workbench.pressUntil('Control+Alt+F8', workbench.notification(/no\.such\.Main/));
      await page.locator('.editor-group-container .tab').waitFor({ state: 'detached' });
      assert.equal(await page.locator('iframe.webview').count(), 0);
      await quickInput.waitUntilNotOffered('Laglens: Show Capture');
      await quickInput.waitUntilNotOffered('Laglens: Save Session As…');
    });

    await step(t, 'the sample session opens with its lags and a flame graph', async () => {
      await workbench.runCommand('Laglens: Open Sample Session');
      const panel = await LaglensPanel.find(workbench);
      await panel.lags().first().waitFor();
      await panel.phase.filter({ hasText: /recorded/i }).waitFor();
      await panel.selectLag(/./);
      await panel.hover(/\w\.\w/);
    });
  });
});
