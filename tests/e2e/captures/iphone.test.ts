import assert from 'node:assert/strict';
import { access, cp } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { bundleId, shopSources } from '../../demo-app/iphone/build-iphone-shop.ts';
import { ShopHome } from '../../demo-app/iphone/shop-home.ts';
import { startShopOnIphone } from '../../host/shop-on-iphone.ts';
import type { LaggingApp } from '../harness/main-job.ts';
import { doMainJob } from '../harness/main-job.ts';
import { withoutPhones } from '../harness/without-phones.ts';

test('the main job on an iPhone: a signed copy after asking, names and lines from the dSYM, the original again', async (t) => {
  const shop = await startShopOnIphone({ ios: '17.5.1', name: 'Ada’s iPhone' }, (line) => t.diagnostic(line));
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
  await doMainJob(t, {
    device: 'Ada’s iPhone',
    app: bundleId,
    demo,
    lag: { kind: 'lock', culprit: 'cart_item_count', file: 'cart.c' },
    consent: { question: 'Replace Shop on Ada’s iPhone with an instrumented copy', yes: 'Replace' },
    afterwards: async (workbench) => {
      await access(library());
      await workbench.waitForNotification(/is an instrumented copy/);
      // Nobody answers; the panel brings Laglens back into the next window, which asks again.
      await workbench.runCommand('Developer: Reload Window');
      await workbench.answerNotification(/Shop on Ada’s iPhone is still the instrumented copy/, 'Restore');
      await workbench.notification('The original is installed again.').waitFor();
      await assert.rejects(access(library()), { code: 'ENOENT' });
    },
    vscode: {
      settings: { ...(await withoutPhones(t)), 'laglens.xcrunPath': shop.xcode.xcrun },
      env: { USBMUXD_SOCKET_ADDRESS: shop.environment.USBMUXD_SOCKET_ADDRESS ?? '' },
    },
  });
});
