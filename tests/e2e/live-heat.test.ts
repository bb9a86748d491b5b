import { test } from 'node:test';
import { startDemoApp } from '../demo-app/launch.ts';
import { inVsCode } from './harness/vscode.ts';
import { withoutPhones } from './harness/without-phones.ts';
import { startCapture } from './main-job.ts';

test('while a capture runs, the open source counts its lags, and keeps them when it is stopped', async (t) => {
  const demo = await startDemoApp({ android: '14', runtime: 'jvm' });
  t.after(() => demo.stop());
  const settings = await withoutPhones(t);
  await inVsCode(t, { workspace: demo.workspace, settings }, async ({ workbench }) => {
    const { page } = workbench;
    await startCapture(workbench, 'This computer', 'com.example.shop.Main', demo.pid);
    // The panel is hidden behind the source, so what is shown there does not come from its page.
    await workbench.openFile('ImageDecoder.java');
    await page.locator('.tab.active[data-resource-name="Laglens"]').waitFor({ state: 'detached' });
    const lens = (text: RegExp) => page.locator('.codelens-decoration a', { hasText: text });
    await demo.lag('busy');
    await lens(/^1 lag, [\d.]+ m?s, worst [\d.]+ m?s · show$/).waitFor();
    await demo.lag('busy');
    await lens(/^2 lags, [\d.]+ m?s, worst [\d.]+ m?s · show$/).waitFor();

    await workbench.runCommand('Laglens: Stop Lag Capture');
    await workbench.statusItem('com.example.shop').waitFor({ state: 'detached' });
    await lens(/^2 lags, /).waitFor();
    await workbench.runCommand('Laglens: Clear Heat from Editors');
    await lens(/./).first().waitFor({ state: 'detached' });
  });
});
