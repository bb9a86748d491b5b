import { symbolPath } from '../../host/builds/finders/symbol-paths.ts';
import { buildShop, bundleId, shopSources } from '../../tests/demo-app/iphone/build.ts';
import { ShopHome } from '../../tests/demo-app/iphone/shop-home.ts';
import { buildLoader } from '../../tests/devices/iphone/loader/build.ts';
import { FakeXcode, iphone15 } from '../../tests/devices/xcrun/fake-xcode.ts';
import type { DemoTarget, LaggingApp } from './target.ts';

/** The demo app for iOS on a simulator of a fake Xcode. */
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

function waysTo(xcode: FakeXcode, products: string): Pick<DemoTarget, 'arguments' | 'environment' | 'settings' | 'builds'> {
  const given = Object.entries(xcode.environment).filter(([name, value]) => value !== process.env[name]);
  return {
    arguments: { xcrun: xcode.xcrun },
    environment: Object.fromEntries(given.map(([name, value = '']) => [name, value])),
    settings: { 'laglens.xcrunPath': xcode.xcrun, 'laglens.symbolPaths': [products] },
    builds: symbolPath(products),
  };
}

/** Who starts it, and when, does not matter: it is spoken with through its home folder. */
function appIn(home: ShopHome): LaggingApp {
  return {
    workspace: shopSources,
    // It ends with the device only.
    ended: new Promise(() => undefined),
    lag: (kind) => home.lag(kind),
    follow: (schedule) => home.follow(schedule),
    truth: () => home.truth(0),
  };
}

/** The same on a simulated iPhone. */
export async function startOnIphone(log: (line: string) => void): Promise<DemoTarget> {
  return startOnSimulator(log);
}
