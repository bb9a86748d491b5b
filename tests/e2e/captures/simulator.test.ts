import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { shopSources } from '../../demo-app/iphone/build-iphone-shop.ts';
import { startSimulatorShop } from '../../host/simulator-shop.ts';
import { iphone15 } from '../../simulated/xcode/fake-xcode.ts';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { doJobIn, startCapture } from '../harness/main-job.ts';
import { step } from '../harness/step.ts';
import { inVsCode } from '../harness/vscode.ts';
import { withoutPhones } from '../harness/without-phones.ts';
import type { Workbench } from '../harness/workbench.ts';

const execute = promisify(execFile);

test('an iOS simulator, from its boot to an app that is killed', async (t) => {
  const shop = await startSimulatorShop();
  t.after(() => shop[Symbol.asyncDispose]());
  await shop.xcode.setSimulator({ ...iphone15, state: 'Shutdown' });
  const settings = {
    ...(await withoutPhones(t)),
    'laglens.xcrunPath': shop.xcode.xcrun,
    'laglens.symbolPaths': [shop.products],
  };
  await inVsCode(t, { workspace: shopSources, settings, env: { USBMUXD_SOCKET_ADDRESS: '127.0.0.1:1' } }, async ({ workbench }) => {
    await step(t, 'one that is shut down is booted when it is chosen and the developer agrees; then its apps are listed', async () => {
      const asked = async (): Promise<readonly string[]> =>
        (await shop.xcode.calls()).map(({ args: [command = ''] }) => command).filter((command) => command.startsWith('boot'));
      const question = 'iPhone 15 is shut down. Boot it?';
      await chooseWhileOff(workbench);
      await workbench.answerDialog(question, 'Cancel');
      assert.deepEqual(await asked(), []);

      await chooseWhileOff(workbench);
      await workbench.answerDialog(question, 'Boot');
      await workbench.quickInput.row(shop.bundleId).waitFor();
      assert.deepEqual(await asked(), ['boot', 'bootstatus']);
      await workbench.quickInput.dismiss();
    });

    await step(t, 'the main job: started with the agent, names and lines from the dSYM', async () => {
      const startedUs = Number(process.hrtime.bigint() / 1000n);
      const demo = {
        workspace: shopSources,
        pid: undefined,
        lag: (kind: string) => shop.home.lag(kind),
        truth: () => shop.home.truth(startedUs),
      };
      const lag = { kind: 'lock', culprit: 'cart_item_count', file: 'cart.c' };
      await doJobIn(workbench, { device: /iPhone 15/, app: shop.bundleId, demo, lag, afterwards: checkDetails });
    });

    await step(t, 'an app that hangs until it is killed: its lag stays, with the function that waited, and says how it ended', async () => {
      await workbench.closeAllEditors();
      const panel = await startCapture(workbench, /iPhone 15/, shop.bundleId, undefined);
      await shop.home.lag('lost');
      // From two seconds on such a block has a number.
      await panel
        .openLags('payment_wait_for_lost_answer')
        .filter({ hasText: /\D([2-9]|\d\d)\.\d+ s/ })
        .waitFor();
      await execute(shop.xcode.xcrun, ['simctl', 'terminate', shop.udid, shop.bundleId], { env: shop.xcode.environment });
      await panel.lags('payment_wait_for_lost_answer').and(panel.frame.locator('[data-open="false"]')).waitFor();
      await panel.selectLag('payment_wait_for_lost_answer');
      await panel.summary.filter({ hasText: /blocked, then killed.*2010/ }).waitFor();
    });
  });
});

/** Devices that are not ready share a group: each that comes later moves those below. */
async function chooseWhileOff({ quickInput }: Workbench): Promise<void> {
  await quickInput.runCommand('Laglens: Start Lag Capture');
  await quickInput.row('no phone or emulator is connected').waitFor();
  await quickInput.row('This computer').waitFor();
  await quickInput.choose(/iPhone 15/);
}

async function checkDetails(workbench: Workbench): Promise<void> {
  const panel = await LaglensPanel.find(workbench);
  await panel.selectLag('cart_item_count');
  await panel.frame.getByRole('button', { name: 'Details' }).click();
  await panel.frame.locator('.lag-counters', { hasText: /^Process:.* memory \d.* heap \d.* blocks/ }).waitFor();
  await panel.frame.locator('.recent-stack p', { hasText: 'cart_item_count' }).waitFor();
  await panel.frame.locator('.recent-stack li', { hasText: /cart_item_count.*cart\.c:\d+/s }).waitFor();
}
