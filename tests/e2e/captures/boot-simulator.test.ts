import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shopSources } from '../../demo-app/iphone/build-iphone-shop.ts';
import { startSimulatorShop } from '../../host/simulator-shop.ts';
import { iphone15 } from '../../simulated/xcode/fake-xcode.ts';
import { inVsCode } from '../harness/vscode.ts';
import { withoutPhones } from '../harness/without-phones.ts';

test('a simulator that is shut down is booted when it is chosen and the developer agrees; then its apps are listed', async (t) => {
  const shop = await startSimulatorShop();
  t.after(() => shop[Symbol.asyncDispose]());
  await shop.xcode.setSimulator({ ...iphone15, state: 'Shutdown' });
  const settings = { ...(await withoutPhones(t)), 'laglens.xcrunPath': shop.xcode.xcrun };
  const asked = async (): Promise<readonly string[]> =>
    (await shop.xcode.calls()).map(({ args: [command = ''] }) => command).filter((command) => command.startsWith('boot'));
  await inVsCode(t, { workspace: shopSources, settings, env: { USBMUXD_SOCKET_ADDRESS: '127.0.0.1:1' } }, async ({ workbench }) => {
    const question = 'iPhone 15 is shut down. Boot it?';
    await workbench.runCommand('Laglens: Start Lag Capture');
    await workbench.quickInput.choose(/iPhone 15/);
    await workbench.answerDialog(question, 'Cancel');
    assert.deepEqual(await asked(), []);

    await workbench.runCommand('Laglens: Start Lag Capture');
    await workbench.quickInput.choose(/iPhone 15/);
    await workbench.answerDialog(question, 'Boot');
    await workbench.quickInput.row(shop.bundleId).waitFor();
    assert.deepEqual(await asked(), ['boot', 'bootstatus']);
  });
});
