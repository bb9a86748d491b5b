import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { shopSources } from '../../demo-app/iphone/build-iphone-shop.ts';
import { startSimulatorShop } from '../../host/simulator-shop.ts';
import { startCapture } from '../harness/main-job.ts';
import { inVsCode } from '../harness/vscode.ts';
import { withoutPhones } from '../harness/without-phones.ts';

const execute = promisify(execFile);

test('an app that hangs until it is killed: its lag stays, with the function that waited, and says how it ended', async (t) => {
  const shop = await startSimulatorShop();
  t.after(() => shop[Symbol.asyncDispose]());
  const settings = {
    ...(await withoutPhones(t)),
    'laglens.xcrunPath': shop.xcode.xcrun,
    'laglens.symbolPaths': [shop.products],
  };
  const env = { USBMUXD_SOCKET_ADDRESS: '127.0.0.1:1' };
  await inVsCode(t, { workspace: shopSources, settings, env }, async ({ workbench }) => {
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
