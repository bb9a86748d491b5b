import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { symbolPath } from '../../host/builds/finders/symbol-paths.ts';
import { buildShop, bundleId, shopSources } from '../../tests/demo-app/iphone/build-iphone-shop.ts';
import { shopLagKinds } from '../../tests/demo-app/iphone/iphone-shop-culprits.ts';
import { ShopHome } from '../../tests/demo-app/iphone/shop-home.ts';
import { buildLoader } from '../../tests/runtimes/mach-o-loader/build-loader.ts';
import { launchWith } from '../../tests/simulated/iphone/apps/launch-app.ts';
import { startIphone } from '../../tests/simulated/iphone/start-iphone.ts';
import { FakeXcode, iphone15 } from '../../tests/simulated/xcode/fake-xcode.ts';
import type { DemoTarget, LaggingApp } from './target.ts';

const execute = promisify(execFile);

/** Signs for development, with the team of the app's entitlements. */
const developer = {
  hash: '0123456789ABCDEF0123456789ABCDEF01234567',
  name: 'Apple Development: Ada Byron (A1B2C3D4E5)',
  team: 'ABCDE12345',
};

/** The iOS demo app on a simulator of a fake Xcode. */
export async function startOnSimulator(log: (line: string) => void): Promise<DemoTarget> {
  const [loader, shop] = [await buildLoader(log), await buildShop('simulator', log)];
  const xcode = await FakeXcode.start({ simulators: [iphone15], loader: ['env', 'IPHONE_LOADER_ARCH=x86_64', loader] });
  try {
    const { data } = await xcode.install(iphone15.udid, shop.app);
    return {
      app: appIn(await ShopHome.prepare(data)),
      deviceId: iphone15.udid,
      appId: bundleId,
      pid: undefined,
      ...waysTo(xcode, shop.products),
      stop: () => xcode.stop(),
    };
  } catch (error) {
    await xcode.stop();
    throw error;
  }
}

/** The same on a simulated iPhone with iOS 17: the capture installs and starts a signed copy of the workspace's build, with the agent. */
export async function startOnIphone(log: (line: string) => void): Promise<DemoTarget> {
  const [loader, shop] = [await buildLoader(log), await buildShop('device', log)];
  const folder = await mkdtemp(join(tmpdir(), 'laglens-demo-iphone-'));
  const closing = [() => rm(folder, { recursive: true, force: true })];
  const stop = async (): Promise<void> => {
    for (const close of closing.splice(0).reverse()) await close();
  };
  try {
    const { iphone, usbmuxd, stop: stopPhone } = await startIphone({ ios: '17.5.1', launch: launchWith(loader) });
    closing.push(stopPhone);
    const xcode = await FakeXcode.start({ simulators: [], identities: [developer], iphones: [iphone] });
    closing.push(() => xcode.stop());
    const environment = { ...xcode.environment, ...usbmuxd.environment };
    const workspace = join(folder, 'Shop');
    const build = join(workspace, 'build', 'Debug-iphoneos', 'Shop.app');
    await cp(shopSources, workspace, { recursive: true, preserveTimestamps: true });
    await cp(shop.app, build, { recursive: true, preserveTimestamps: true });
    const entitlements = join(workspace, 'Shop', 'Shop.entitlements');
    const codesign = join(xcode.folder, 'bin', 'codesign');
    await execute(codesign, ['--force', '--sign', developer.name, '--entitlements', entitlements, build], { env: environment });
    const { container } = await iphone.apps.install(build);
    return {
      app: { ...appIn(await ShopHome.prepare(iphone.files.hostPath(container))), workspace },
      deviceId: iphone.udid,
      appId: bundleId,
      pid: undefined,
      ...waysTo(xcode, shop.products, environment),
      // Replaces the installed app by a copy.
      agree: 'Replace',
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function waysTo(
  xcode: FakeXcode,
  products: string,
  environment: NodeJS.ProcessEnv = xcode.environment,
): Pick<DemoTarget, 'arguments' | 'environment' | 'settings' | 'builds'> {
  const given = Object.entries(environment).filter(([name, value]) => value !== process.env[name]);
  return {
    arguments: { xcrun: xcode.xcrun },
    environment: Object.fromEntries(given.map(([name, value = '']) => [name, value])),
    settings: { 'laglens.xcrunPath': xcode.xcrun, 'laglens.symbolPaths': [products] },
    builds: symbolPath(products),
  };
}

/** Independent of its starter: commands go through its home folder. */
function appIn(home: ShopHome): LaggingApp {
  return {
    workspace: shopSources,
    kinds: shopLagKinds,
    // Ends only with the device.
    ended: new Promise(() => undefined),
    lag: (kind) => home.lag(kind),
    follow: (schedule) => home.follow(schedule),
    truth: () => home.truth(0),
  };
}
