import { LaglensPanel } from '../harness/laglens-panel.ts';
import { seeOfLag } from '../harness/main-job.ts';
import { SideBar } from '../harness/side-bar.ts';
import { step } from '../harness/step.ts';
import type { ProgramWindow } from '../windows/program-window.ts';
import type { WindowTest } from '../windows/shared-window.ts';

const DEVICES = 'Devices & Apps';

export const devices: WindowTest<ProgramWindow> = {
  name: 'the view of devices lists them live, and an app’s button records it',
  width: 1280,
  height: 800,
  async run(t, { workbench, given: { demo } }) {
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
  },
};
