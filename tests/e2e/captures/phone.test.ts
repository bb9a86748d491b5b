import { test } from 'node:test';
import { startPhone } from '../../simulated/android/start-phone.ts';
import { doMainJob } from '../harness/main-job.ts';

const phones = [
  { android: '9', looper: 'messages by the chained Printer' },
  { android: '14', looper: 'messages by the Observer' },
  { android: '11', looper: 'on the real Android Runtime' },
] as const;

for (const { android, looper } of phones) {
  test(`the main job on a simulated phone with Android ${android}: ${looper}`, async (t) => {
    const phone = await startPhone({ android });
    t.after(() => phone.stop());
    const demo = await phone.launchApp();
    const settings = { 'laglens.adbServer': `127.0.0.1:${phone.server.port}` };
    await doMainJob(t, { device: new RegExp(`Android ${android}`), app: 'com.example.shop', demo, vscode: { settings } });
  });
}
