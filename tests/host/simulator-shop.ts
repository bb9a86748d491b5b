import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildShop, bundleId } from '../demo-app/iphone/build-iphone-shop.ts';
import { ShopHome } from '../demo-app/iphone/shop-home.ts';
import { buildLoader } from '../runtimes/mach-o-loader/build-loader.ts';
import { FakeXcode, iphone15, type XcodeVersion } from '../simulated/xcode/fake-xcode.ts';
import { fileOf, readMachO, slicesOf } from '../simulated/xcode/signing/mach-o.ts';
import { signFile } from '../simulated/xcode/signing/sign.ts';
import type { Simulator } from '../simulated/xcode/simctl/simulators.ts';
import type { InstalledApp } from '../simulated/xcode/xcrun-apps.ts';

/** A simulator with the demo app, which the loader runs on this processor. */
export interface SimulatorShop extends AsyncDisposable {
  readonly xcode: FakeXcode;
  readonly udid: string;
  readonly bundleId: string;
  readonly app: InstalledApp;
  /** Xcode's folder of products, with the dSYM. */
  readonly products: string;
  /** Takes commands for all processes of the app. */
  readonly home: ShopHome;
}

/** The newest simulators of Xcodes with others than usual. */
const newer: Readonly<Partial<Record<XcodeVersion, Partial<Simulator>>>> = {
  '26.3': { name: 'iPhone 17', runtime: 'iOS-26-3', deviceType: 'iPhone-17' },
  '27.0': { name: 'iPhone 18 Pro', runtime: 'iOS-27-0', deviceType: 'iPhone-18-Pro' },
};
/** 26.0: only apps for the newest systems require it. */
const NEWEST = 26 << 16;

/** Sets the executable's minimum system. */
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

export async function startSimulatorShop(version: XcodeVersion = '16.4'): Promise<SimulatorShop> {
  const [loader, shop] = await Promise.all([buildLoader(), buildShop('simulator')]);
  const simulator = { ...iphone15, ...newer[version] };
  const xcode = await FakeXcode.start({ version, simulators: [simulator], loader: ['env', 'IPHONE_LOADER_ARCH=x86_64', loader] });
  const app = await xcode.install(simulator.udid, shop.app);
  if (newer[version] !== undefined) await buildFor(join(app.bundle, app.executable), NEWEST);
  const home = await ShopHome.prepare(app.data);
  return { xcode, udid: simulator.udid, bundleId, app, products: shop.products, home, [Symbol.asyncDispose]: () => xcode.stop() };
}
