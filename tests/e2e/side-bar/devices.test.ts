import { test } from 'node:test';
import { startDemoApp } from '../../demo-app/start-demo-app.ts';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { seeOfLag } from '../harness/main-job.ts';
import { SideBar } from '../harness/side-bar.ts';
import { step } from '../harness/step.ts';
import { inVsCode } from '../harness/vscode.ts';
import { withoutPhones } from '../harness/without-phones.ts';

const DEVICES = 'Devices & Apps';

test('the view of devices lists them live, and an app’s button records it', async (t) => {
  const demo = await startDemoApp({ android: '14', runtime: 'jvm' });
  t.after(() => demo.stop());
  await inVsCode(t, { workspace: demo.workspace, settings: await withoutPhones(t) }, async ({ workbench }) => {
    const bar = await SideBar.open(workbench);

    await step(t, 'devices stand there with their apps, one that is not ready with the reason', async () => {
      await bar.row(DEVICES, /none connected/).waitFor();
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

    await step(t, 'the stopped capture is in the view of sessions', async () => {
      await bar.row('Sessions', /shop\.Main.* · \d+ lags?/).waitFor();
    });
  });
});
