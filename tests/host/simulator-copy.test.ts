import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { LaglensError } from '../../core/errors.ts';
import { Capture } from '../../host/capture/capture.ts';
import { AgentFiles } from '../../host/devices/agent-files.ts';
import { loadCommandsOf } from '../../host/devices/ios/xcode/resign/load-commands.ts';
import { SimulatorProvider } from '../../host/devices/simulator/simulator-provider.ts';
import { type SimulatorShop, startSimulatorShop } from './simulator-shop.ts';

const prebuilt = fileURLToPath(new URL('../../device-agents/prebuilt', import.meta.url));
const signal = AbortSignal.timeout(600_000);

/** A capture of the shop on a simulator that passes over whatever is inserted. */
async function captureOf(t: TestContext, shop: SimulatorShop, answer?: boolean): Promise<{ capture: Capture; log: string[] }> {
  await shop.xcode.setFaults({ skipLibraries: true });
  const { xcrun: xcrunPath, environment, folder } = shop.xcode;
  const settings = { xcrunPath, environment, derivedData: join(folder, 'none'), landingTimeoutMs: 5_000 };
  const device = await new SimulatorProvider(new AgentFiles(prebuilt), settings).open(shop.udid, signal);
  const sampling = { intervalUs: 5_000, depth: 512, threads: 'all' } as const;
  const asking = answer === undefined ? {} : { consent: async () => answer };
  const target = { app: shop.bundleId };
  const path = join(folder, 'shop.laglens');
  const capture = new Capture({ device, target, launch: true, sampling, path, version: '0', ...asking });
  const log: string[] = [];
  capture.on('log', (line) => {
    log.push(line);
    t.diagnostic(line);
  });
  return { capture, log };
}

/** True if the installed app loads the agent by itself. */
async function carries({ xcode, udid }: SimulatorShop): Promise<boolean> {
  const [app] = await xcode.installed(udid);
  assert.ok(app !== undefined);
  const libraries = loadCommandsOf(await readFile(join(app.bundle, app.executable)), 'Shop').flatMap((slice) => slice.libraries);
  return libraries.some((path) => path.endsWith('/liblaglens.dylib'));
}

test('where a simulator passes over what is inserted, a copy of the app carries the agent, and the original comes back', async (t) => {
  await using shop = await startSimulatorShop('26.3');
  const { capture } = await captureOf(t, shop, true);
  await capture.start(signal);
  assert.equal(await carries(shop), true);
  await capture.stop();
  // The copy stays until the person decides; it is captured without being asked for again.
  const again = await captureOf(t, shop);
  await again.capture.start(signal);
  await again.capture.stop();
  const { undo } = capture;
  assert.ok(undo !== undefined);
  assert.match(undo.what, /^Shop on the simulator is an instrumented copy/);
  await undo.run(signal);
  assert.equal(await carries(shop), false);
  assert.deepEqual((await shop.xcode.running(shop.udid)).length, 0);
});

test('nobody agreed: nothing is replaced, and the log says what would help', async (t) => {
  await using shop = await startSimulatorShop('26.3');
  const { capture, log } = await captureOf(t, shop);
  const error = await capture.start(signal).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof LaglensError, String(error));
  assert.equal(error.code, 'agent-load-failed');
  assert.ok(log.some((line) => line.includes('replacing the app needs consent')));
  assert.equal(await carries(shop), false);
});

test('a copy that does not come up is replaced by the original again', async (t) => {
  await using shop = await startSimulatorShop('26.3');
  const { capture } = await captureOf(t, shop, true);
  // Nothing starts from the copy's installation on.
  const began = shop.app.bundle;
  const dying = (async () => {
    for (;;) {
      const [app] = await shop.xcode.installed(shop.udid);
      if (app !== undefined && dirname(app.bundle) !== dirname(began)) break;
    }
    await shop.xcode.setFaults({ dieAlways: true });
  })();
  await assert.rejects(capture.start(signal), LaglensError);
  await dying;
  assert.equal(await carries(shop), false);
  assert.ok((await stat((await shop.xcode.installed(shop.udid))[0]?.bundle ?? '')).isDirectory());
});
