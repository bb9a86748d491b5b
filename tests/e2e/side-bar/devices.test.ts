import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startDemoApp } from '../../demo-app/start-demo-app.ts';
import { eventually } from '../harness/eventually.ts';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { seeOfLag } from '../harness/main-job.ts';
import { SideBar } from '../harness/side-bar.ts';
import { step } from '../harness/step.ts';
import { inVsCode } from '../harness/vscode.ts';
import { withoutPhones } from '../harness/without-phones.ts';

const DEVICES = 'Devices & Apps';

test('the view of devices lists them live, and an app’s button records it', async (t) => {
  const scratch = await mkdtemp(join(tmpdir(), 'laglens-devices-'));
  t.after(() => rm(scratch, { recursive: true }));
  const demo = await startDemoApp({ android: '14', runtime: 'jvm', truthFile: join(scratch, 'truth') });
  t.after(() => demo.stop());
  const task = { label: 'capture the shop', type: 'laglens', device: 'jvm', app: 'com.example.shop.Main', pid: demo.pid };
  const workspace = join(scratch, 'shop');
  await cp(demo.workspace, workspace, { recursive: true });
  await mkdir(join(workspace, '.vscode'));
  await writeFile(join(workspace, '.vscode', 'tasks.json'), JSON.stringify({ version: '2.0.0', tasks: [task] }));
  await inVsCode(t, { workspace, settings: await withoutPhones(t) }, async ({ workbench }) => {
    const { page } = workbench;
    const bar = await SideBar.open(workbench);

    await step(t, 'devices stand there with their apps, one that is not ready with the reason', async () => {
      await bar.row(DEVICES, /no phone or emulator is connected/).waitFor();
      await bar.row(DEVICES, 'This computer').waitFor();
      await bar.row(DEVICES, 'com.example.shop.Main').waitFor();
    });

    await step(t, 'the button of an app records it, and the row says so until it is stopped', async () => {
      await bar.clickInline(DEVICES, 'com.example.shop.Main', 'Start Lag Capture');
      // Other tests may run the same app.
      const which = workbench.quickInput.row(`pid ${demo.pid}`);
      await workbench.recording.or(which).first().waitFor();
      if (await which.isVisible()) await which.click();
      await workbench.recording.waitFor();
      await bar.row(DEVICES, 'com.example.shop.Main').locator('.codicon-record').first().waitFor();
      const panel = await LaglensPanel.find(workbench, 'recording');
      await seeOfLag(() => demo.lag('busy'), panel.lags('ImageDecoder.decode'));
      await bar.clickInline(DEVICES, 'com.example.shop.Main', 'Stop Lag Capture');
      await workbench.recording.waitFor({ state: 'detached' });
    });

    await step(t, 'the status bar leads to the saved session', async () => {
      await workbench.closeAllEditors();
      await workbench.statusItem(/^\s*\d+ lags? · worst /).click();
      await LaglensPanel.find(workbench, 'recorded');
    });

    await step(t, 'a key leads to the hot line of a source', async () => {
      const panel = await LaglensPanel.find(workbench, 'recorded');
      await panel.selectLag('ImageDecoder.decode');
      await panel.openFrame('ImageDecoder.decode');
      await workbench.activeTab('ImageDecoder.java').waitFor();
      const place = (await demo.truth()).find(({ kind }) => kind === 'busy')?.culprit;
      assert.ok(place !== undefined && 'file' in place);
      // Line costs come a moment after the source.
      await eventually(
        async () => {
          await page.keyboard.press('Control+Home');
          await page.keyboard.press('Control+F8');
          return workbench.cursor();
        },
        (cursor) => assert.ok(cursor && place.firstLine <= cursor.line && cursor.line <= place.lastLine, `line ${cursor?.line}`),
      );
    });

    await step(t, 'a task captures until it is ended', async () => {
      await workbench.runCommand('Tasks: Run Task');
      await workbench.quickInput.choose('capture the shop');
      await workbench.recording.waitFor();
      await workbench.runCommand('Tasks: Terminate Task');
      await workbench.recording.or(workbench.quickInput.row('capture the shop')).first().waitFor();
      if (await workbench.quickInput.row('capture the shop').isVisible()) await workbench.quickInput.choose('capture the shop');
      await workbench.recording.waitFor({ state: 'detached' });
    });

    await step(t, 'the stopped capture is in the view of sessions', async () => {
      await bar.row('Sessions', /shop\.Main.*worst .* lags? · .* · This computer/).waitFor();
    });
  });
});
