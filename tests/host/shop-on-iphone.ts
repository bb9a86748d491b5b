import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildShop, bundleId } from '../demo-app/iphone/build-iphone-shop.ts';
import { buildLoader } from '../runtimes/mach-o-loader/build-loader.ts';
import { launchWith } from '../simulated/iphone/apps/launch-app.ts';
import type { Iphone } from '../simulated/iphone/simulated-iphone.ts';
import { type IphoneOptions, startIphone } from '../simulated/iphone/start-iphone.ts';
import { FakeXcode } from '../simulated/xcode/fake-xcode.ts';
import type { Simulator } from '../simulated/xcode/simctl/simulators.ts';

const execute = promisify(execFile);
const ada = { hash: '0123456789ABCDEF0123456789ABCDEF01234567', name: 'Apple Development: Ada Byron (A1B2C3D4E5)', team: 'TEAM123456' };
const entitlements = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict><key>get-task-allow</key><true/><key>application-identifier</key><string>TEAM123456.${bundleId}</string></dict></plist>`;

/** A simulated Mac with a workspace's build of the demo app, and an iPhone on its cable with that build. */
export interface ShopOnIphone extends AsyncDisposable {
  /** For files of the test; removed at the end. */
  readonly folder: string;
  /** The open folder; below it the build, signed for development, with its dSYM. */
  readonly workspace: string;
  readonly iphone: Iphone;
  readonly xcode: FakeXcode;
  /** Lets programs find the tools and usbmuxd. */
  readonly environment: NodeJS.ProcessEnv;
}

export interface ShopOptions extends IphoneOptions {
  /** Xcode's developer images: `16.4`. */
  readonly developerImages?: readonly string[];
  /** None by default. */
  readonly simulators?: readonly Simulator[];
}

export async function startShopOnIphone(
  { developerImages, simulators = [], ...options }: ShopOptions,
  log: (line: string) => void,
): Promise<ShopOnIphone> {
  const [loader, build] = await Promise.all([buildLoader(log), buildShop('device', log)]);
  const folder = await mkdtemp(join(tmpdir(), 'laglens-shop-on-iphone-'));
  const workspace = join(folder, 'work');
  const products = join(workspace, 'build', 'Debug-iphoneos');
  const app = join(products, 'Shop.app');
  const { iphone, usbmuxd, stop } = await startIphone({ launch: launchWith(loader), ...options });
  const xcode = await FakeXcode.start({
    ...{ simulators, identities: [ada], iphones: [iphone] },
    ...(developerImages === undefined ? {} : { developerImages }),
  });
  await cp(build.products, products, { recursive: true });
  await writeFile(join(folder, 'entitlements.xml'), entitlements);
  const signing = ['--force', '--sign', ada.name, '--entitlements', join(folder, 'entitlements.xml'), app];
  await execute(join(xcode.folder, 'bin', 'codesign'), signing, { env: xcode.environment });
  await iphone.apps.install(app);
  return {
    ...{ folder, workspace, iphone, xcode, environment: { ...xcode.environment, ...usbmuxd.environment } },
    [Symbol.asyncDispose]: async () => {
      await stop();
      await xcode.stop();
      await rm(folder, { recursive: true });
    },
  };
}
