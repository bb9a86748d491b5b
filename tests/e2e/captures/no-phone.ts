import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../host/free-port.ts';
import { startPhone } from '../../simulated/android/start-phone.ts';
import { seriousFindings } from '../harness/axe.ts';
import { step } from '../harness/step.ts';
import { TroubleshootPage } from '../harness/troubleshoot-page.ts';
import type { PhonesWindow } from '../windows/phones-window.ts';
import type { WindowTest } from '../windows/shared-window.ts';

export const noPhone: WindowTest<PhonesWindow> = {
  name: 'without a phone',
  width: 1366,
  height: 800,
  async run(t, { workbench, server, given: { adb, settings } }) {
    const { page, quickInput } = workbench;
    const machine = join(server.home, 'data', 'Machine', 'settings.json');
    const write = (given: Readonly<Record<string, string>>): Promise<void> => writeFile(machine, JSON.stringify(given));

    await step(t, 'the picker’s row for no phone opens a page that shows how to connect one, without a message', async () => {
      await workbench.chooseBy('Laglens: Start Lag Capture', 'Connect a Phone…');
      const shown = await TroubleshootPage.find(workbench);
      await shown.waitForHeadline('Connect a phone');
      await shown.waitForVerdicts(['Passed: Tools of this computer', 'Passed: adb server', 'Failed: Device']);
      assert.deepEqual(await shown.guide(), ['current: Plug in the phone', 'ahead: Switch on debugging', 'ahead: Allow this computer']);
      assert.match(await shown.text(), /tap “Build number” seven times/);
      assert.doesNotMatch(await shown.text(), /\[[a-z]+-[a-z-]+\]/, 'no code of an error');
      assert.equal(await page.locator('.notification-list-item').count(), 0);
      assert.deepEqual(await seriousFindings(shown.frame), []);
    });

    await step(t, 'adb that is missing is said at the first step, and Locate adb… names one in the settings', async () => {
      await write({ 'laglens.adbServer': `127.0.0.1:${await freePort()}`, 'laglens.adbPath': '/nowhere/adb' });
      const shown = await TroubleshootPage.find(workbench);
      const first = shown.frame.locator('.guide-steps li').first();
      await first.getByText('/nowhere/adb').waitFor();
      await first.getByRole('button', { name: 'Locate adb…' }).click();
      await quickInput.answer('/bin/false', /^\//);
      await shown.row('Tools of this computer').filter({ hasText: 'adb at /bin/false' }).waitFor();
      await shown.waitForVerdicts(['Passed: Tools of this computer', 'Failed: adb server']);
      assert.match(await readFile(machine, 'utf8'), /"laglens.adbPath": ?"\/bin\/false"/);
    });

    await step(t, 'with adb back in the settings the page goes on by itself', async () => {
      await write(settings);
      const shown = await TroubleshootPage.find(workbench);
      await shown.waitForVerdicts(['Passed: Tools of this computer', 'Passed: adb server', 'Failed: Device']);
      await shown.waitForHeadline('Connect a phone');
    });

    await step(t, 'a phone that nobody allowed this computer on makes the last step the current one, in high contrast too', async () => {
      const nexus = await startPhone({ android: '9', server: adb, faults: { connection: 'unauthorized' } });
      t.after(() => nexus.stop());
      const shown = await TroubleshootPage.find(workbench);
      await shown.waitForHeadline('it does not trust this computer yet');
      const [cable, debugging, allow] = await shown.guide();
      assert.deepEqual([cable, debugging], ['done: Plug in the phone', 'done: Switch on debugging']);
      assert.match(allow ?? '', /^current: Allow this computer: \S/);
      assert.match(await shown.text(), /tap “Allow” in “Allow USB debugging\?”/);
      await workbench.useTheme('Dark High Contrast', 'vscode-high-contrast');
      assert.deepEqual(await seriousFindings(shown.frame), []);
    });

    await step(t, 'a phone that can be used turns the row to a check mark by itself, and leads to its apps', async () => {
      const pixel = await startPhone({ android: '14', server: adb });
      t.after(() => pixel.stop());
      const shown = await TroubleshootPage.find(workbench);
      await shown.waitForHeadline('Laglens Simulated Phone 14 is connected');
      await shown.waitForVerdicts(['Passed: Tools of this computer', 'Passed: adb server', 'Passed: Device']);
      assert.deepEqual(await shown.guide(), []);
      await shown.button('Start Capture').click();
      await page.locator('.quick-input-title', { hasText: 'Apps on Laglens Simulated Phone 14' }).waitFor();
      await quickInput.dismiss();
    });

    await step(t, 'a key binding may name the device; a name is text on the page, whatever stands in it', async () => {
      const name = '<img src=x onerror="document.title=1"><b>R58M12345</b> $(trash)';
      await workbench.bindKey('ctrl+alt+f9', 'laglens.diagnose', { device: name });
      await workbench.closeAllEditors();
      await workbench.pressUntil('Control+Alt+F9', TroubleshootPage.tab(workbench));
      const shown = await TroubleshootPage.find(workbench);
      await shown.row('Device').getByText(name).waitFor();
      assert.equal(await shown.frame.locator('main :is(b, img)').count(), 0);
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
    await workbench.chooseTheme('Dark Modern');
  },
};
