import assert from 'node:assert/strict';
import { access, cp } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { bundleId, shopSources } from '../../demo-app/iphone/build-iphone-shop.ts';
import { ShopHome } from '../../demo-app/iphone/shop-home.ts';
import { startShopOnIphone } from '../../host/shop-on-iphone.ts';
import { iphone15 } from '../../simulated/xcode/fake-xcode.ts';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { doJobIn, type LaggingApp } from '../harness/main-job.ts';
import { step } from '../harness/step.ts';
import { inVsCode } from '../harness/vscode.ts';
import { withoutPhones } from '../harness/without-phones.ts';
import type { Workbench } from '../harness/workbench.ts';

test('Apple’s devices: a simulator is booted after asking, an iPhone’s app is captured', async (t) => {
  const simulators = [{ ...iphone15, state: 'Shutdown' }] as const;
  const shop = await startShopOnIphone({ ios: '17.5.1', name: 'Ada’s iPhone', simulators }, (line) => t.diagnostic(line));
  t.after(() => shop[Symbol.asyncDispose]());
  await cp(shopSources, shop.workspace, { recursive: true });
  const onDevice = (path: string | undefined): string => shop.iphone.files.hostPath(path ?? '');
  const home = await ShopHome.prepare(onDevice(shop.iphone.apps.app(bundleId)?.container));
  const startedUs = Number(process.hrtime.bigint() / 1000n);
  const demo: LaggingApp = {
    workspace: shop.workspace,
    pid: undefined,
    lag: (kind) => home.lag(kind),
    truth: () => home.truth(startedUs),
  };
  const library = (): string => join(onDevice(shop.iphone.apps.app(bundleId)?.folder), 'Frameworks', 'liblaglens.dylib');
  const options = {
    workspace: shop.workspace,
    settings: { ...(await withoutPhones(t)), 'laglens.xcrunPath': shop.xcode.xcrun },
    env: { USBMUXD_SOCKET_ADDRESS: shop.environment.USBMUXD_SOCKET_ADDRESS ?? '' },
  };
  await inVsCode(t, options, async ({ workbench }) => {
    await step(
      t,
      'a simulator that is shut down is booted when it is chosen and the developer agrees; then its apps are listed',
      async () => {
        const asked = async (): Promise<readonly string[]> =>
          (await shop.xcode.calls()).map(({ args: [command = ''] }) => command).filter((command) => command.startsWith('boot'));
        const question = 'iPhone 15 is shut down. Boot it?';
        await workbench.chooseBy('Laglens: Start Lag Capture', /iPhone 15/);
        await workbench.answerDialog(question, 'Cancel');
        assert.deepEqual(await asked(), []);

        await workbench.chooseBy('Laglens: Start Lag Capture', /iPhone 15/);
        await workbench.answerDialog(question, 'Boot');
        await workbench.page.locator('.quick-input-title', { hasText: 'Apps on iPhone 15' }).waitFor();
        assert.deepEqual(await asked(), ['boot', 'bootstatus']);
        await workbench.quickInput.dismiss();
      },
    );

    await step(t, 'the main job on an iPhone: a signed copy after asking, names and lines from the dSYM', async () => {
      await doJobIn(workbench, {
        device: 'Ada’s iPhone',
        app: bundleId,
        demo,
        lag: { kind: 'lock', culprit: 'cart_item_count', file: 'cart.c' },
        consent: { question: 'Replace Shop on Ada’s iPhone with an instrumented copy', yes: 'Replace' },
        afterwards: checkDetails,
      });
      await access(library());
    });

    await step(t, 'the original again', async () => {
      await workbench.waitForNotification(/is an instrumented copy/);
      // Nobody answers; the panel brings Laglens back into the next window, which asks again.
      await workbench.runCommand('Developer: Reload Window');
      await workbench.answerNotification(/Shop on Ada’s iPhone is still the instrumented copy/, 'Restore');
      await workbench.notification('The original is installed again.').waitFor();
      await assert.rejects(access(library()), { code: 'ENOENT' });
    });
  });
});

async function checkDetails(workbench: Workbench): Promise<void> {
  const panel = await LaglensPanel.find(workbench);
  await panel.selectLag('cart_item_count');
  await panel.frame.getByRole('button', { name: 'Details' }).click();
  await panel.frame.locator('.lag-counters', { hasText: /^Process:.* memory \d.* heap \d.* blocks/ }).waitFor();
  await panel.frame.locator('.recent-stack p', { hasText: 'cart_item_count' }).waitFor();
  await panel.frame.locator('.recent-stack li', { hasText: /cart_item_count.*cart\.c:\d+/s }).waitFor();
}
