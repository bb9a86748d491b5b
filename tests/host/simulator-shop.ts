import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildShop, bundleId } from '../demo-app/iphone/build.ts';
import { ShopHome } from '../demo-app/iphone/shop-home.ts';
import { buildLoader } from '../devices/iphone/loader/build.ts';
import type { InstalledApp } from '../devices/xcrun/apps.ts';
import { FakeXcode, iphone15 } from '../devices/xcrun/fake-xcode.ts';
import { fileOf, readMachO, slicesOf } from '../devices/xcrun/signing/mach-o.ts';
import { signFile } from '../devices/xcrun/signing/sign.ts';

/** A simulator with the demo app on it, which the loader runs with this computer's own instructions. */
export interface SimulatorShop extends AsyncDisposable {
  readonly xcode: FakeXcode;
  readonly udid: string;
  readonly bundleId: string;
  readonly app: InstalledApp;
  /** Xcode's folder of products, with the dSYM. */
  readonly products: string;
  /** Where the app is told what to do; the same for all its processes. */
  readonly home: ShopHome;
}

/** 26.0: apps made for the newest systems alone say so. */
const NEWEST = 26 << 16;

/** Has the executable say that it needs this system at least. */
async function buildFor(executable: string, version: number): Promise<void> {
  const slices = slicesOf(await readFile(executable)).map((slice) => {
    const bytes = Buffer.from(slice.bytes);
    const at = readMachO(bytes).minimum?.at;
    if (at === undefined) throw new RangeError(`${executable} says no system`);
    bytes.writeUInt32LE(version, at);
    return { ...slice, bytes };
  });
  await writeFile(executable, signFile(fileOf(slices), { identifier: bundleId, team: '', authority: '', entitlements: '' }));
}

export async function startSimulatorShop(version: '15.4' | '16.4' | '26.3' = '16.4'): Promise<SimulatorShop> {
  const [loader, shop] = await Promise.all([buildLoader(), buildShop('simulator')]);
  const simulator = version === '26.3' ? { ...iphone15, name: 'iPhone 17', runtime: 'iOS-26-3', deviceType: 'iPhone-17' } : iphone15;
  const xcode = await FakeXcode.start({ version, simulators: [simulator], loader: ['env', 'IPHONE_LOADER_ARCH=x86_64', loader] });
  const app = await xcode.install(simulator.udid, shop.app);
  if (version === '26.3') await buildFor(join(app.bundle, app.executable), NEWEST);
  const home = await ShopHome.prepare(app.data);
  return { xcode, udid: simulator.udid, bundleId, app, products: shop.products, home, [Symbol.asyncDispose]: () => xcode.stop() };
}
