import { test } from 'node:test';
import { shopSources } from '../../demo-app/iphone/build-iphone-shop.ts';
import { startSimulatorShop } from '../../host/simulator-shop.ts';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { doMainJob } from '../harness/main-job.ts';
import { withoutPhones } from '../harness/without-phones.ts';

test('the main job on an iOS simulator: started with the agent, names and lines from the dSYM', async (t) => {
  const shop = await startSimulatorShop();
  t.after(() => shop[Symbol.asyncDispose]());
  const startedUs = Number(process.hrtime.bigint() / 1000n);
  const demo = {
    workspace: shopSources,
    pid: undefined,
    lag: (kind: string) => shop.home.lag(kind),
    truth: () => shop.home.truth(startedUs),
  };
  const settings = {
    ...(await withoutPhones(t)),
    'laglens.xcrunPath': shop.xcode.xcrun,
    'laglens.symbolPaths': [shop.products],
  };
  await doMainJob(t, {
    device: /iPhone 15/,
    app: shop.bundleId,
    demo,
    lag: { kind: 'lock', culprit: 'cart_item_count', file: 'cart.c' },
    afterwards: async (workbench) => {
      const panel = await LaglensPanel.find(workbench);
      await panel.selectLag('cart_item_count');
      await panel.frame.getByRole('button', { name: 'Details' }).click();
      await panel.frame.locator('.lag-counters', { hasText: /^Process:.* memory \d.* heap \d.* blocks/ }).waitFor();
      await panel.frame.locator('.recent-stack p', { hasText: 'cart_item_count' }).waitFor();
      await panel.frame.locator('.recent-stack li', { hasText: /cart_item_count.*cart\.c:\d+/s }).waitFor();
    },
    vscode: { settings, env: { USBMUXD_SOCKET_ADDRESS: '127.0.0.1:1' } },
  });
});
