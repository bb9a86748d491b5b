import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../host/free-port.ts';
import { startPhone } from '../../simulated/android/start-phone.ts';
import { WifiAdbServer } from '../../simulated/android/wifi-adb-server.ts';
import { step } from '../harness/step.ts';
import type { PhonesWindow } from '../windows/phones-window.ts';
import type { WindowTest } from '../windows/shared-window.ts';

const NAME = 'adb-SIM140001-x1Y2z3';
const CODE = '314159';

export const wifi: WindowTest<PhonesWindow> = {
  name: 'a phone without a cable is found, paired by its code, and shows its apps',
  width: 1366,
  height: 800,
  async run(t, { workbench, server, given: { adb, settings } }) {
    const { page, quickInput } = workbench;
    const phone = await startPhone({ android: '14', server: adb });
    t.after(() => phone.stop());
    await adb.adb(['disconnect', phone.serial]);
    const pairing = `127.0.0.1:${await freePort()}`;
    const wireless = await WifiAdbServer.start({ port: adb.port, phone: { name: NAME, code: CODE, pairing, adbd: phone.serial } });
    t.after(() => wireless.stop());
    const machine = join(server.home, 'data', 'Machine', 'settings.json');
    await writeFile(machine, JSON.stringify({ 'laglens.adbServer': `127.0.0.1:${wireless.port}` }));
    t.after(() => writeFile(machine, JSON.stringify(settings)));
    const box = page.locator('.quick-input-widget');
    const openPairing = async (): Promise<void> => {
      await workbench.chooseBy('Laglens: Start Lag Capture', 'Connect over Wi-Fi…', NAME);
      await box.getByText(`Six digits that the phone shows for ${pairing}`).waitFor();
    };

    await step(t, 'a wrong code is said, with the next step', async () => {
      await openPairing();
      await quickInput.answer('000000');
      await workbench.notification(/did not take the pairing code.*shows another code/).waitFor();
      await workbench.runCommand('Notifications: Clear All Notifications');
    });

    await step(t, 'the right code leads to the phone’s apps', async () => {
      await openPairing();
      await page.keyboard.type(CODE);
      await page.keyboard.press('Enter');
      await box.locator('.quick-input-title', { hasText: 'Apps on Laglens Simulated Phone 14' }).waitFor();
      await quickInput.row('com.example.shop').waitFor();
      await quickInput.dismiss();
    });
  },
};
