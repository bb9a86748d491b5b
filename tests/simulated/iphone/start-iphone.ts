import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildLoader } from '../../runtimes/mach-o-loader/build-loader.ts';
import type { AppSpec } from './apps/app-table.ts';
import { MEDIA } from './apps/device-files.ts';
import { type LaunchApp, launchWith } from './apps/launch-app.ts';
import type { Faults } from './iphone-faults.ts';
import { Iphone, type IphoneFacts } from './simulated-iphone.ts';
import { type Cable, Usbmuxd } from './usbmux/usbmuxd.ts';

export type IphoneOptions = Partial<IphoneFacts> & {
  /** Initially installed. */
  readonly apps?: readonly AppSpec[];
  /** Starts an app's process; by default the loader, which runs real Mach-O files. */
  readonly launch?: LaunchApp;
  /** Not copied: later changes take effect. */
  readonly faults?: Faults;
  /** False before the first `attach`. */
  readonly attached?: boolean;
};

/** A usbmuxd with its devices. */
export interface Iphones {
  readonly usbmuxd: Usbmuxd;
  readonly iphones: readonly Iphone[];
  /** Ends apps, devices and usbmuxd, and removes their files. */
  stop(): Promise<void>;
}

/**
 * Starts simulated devices on one usbmuxd.
 * @param cable faults between programs and usbmuxd itself; a device's own concern connections to it
 */
export async function startIphones(options: readonly IphoneOptions[], cable: Cable = {}): Promise<Iphones> {
  const usbmuxd = await Usbmuxd.start(cable);
  const root = await mkdtemp(join(tmpdir(), 'laglens-iphone-'));
  const iphones: Iphone[] = [];
  const stop = async (): Promise<void> => {
    for (const iphone of iphones) await iphone.stop();
    await usbmuxd.stop();
    await rm(root, { recursive: true, force: true });
  };
  try {
    for (const [index, one] of options.entries()) {
      const iphone = newIphone(usbmuxd, one, join(root, String(index)), index);
      iphones.push(iphone);
      await iphone.files.makeFolder(MEDIA);
      for (const app of one.apps ?? []) await iphone.apps.add(app);
      if (one.attached !== false) iphone.attach();
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { usbmuxd, iphones, stop };
}

/** Starts one device on its own usbmuxd. @param cable as with several */
export async function startIphone(
  options: IphoneOptions = {},
  cable: Cable = {},
): Promise<{ readonly iphone: Iphone; readonly usbmuxd: Usbmuxd; readonly stop: () => Promise<void> }> {
  const { usbmuxd, iphones, stop } = await startIphones([options], cable);
  const [iphone] = iphones;
  if (!iphone) throw new Error('no device was started');
  return { iphone, usbmuxd, stop };
}

/** Runs an app's real machine code; compiles the loader the first time. */
const launchInLoader: LaunchApp = async (request) => launchWith(await buildLoader())(request);

function newIphone(usbmuxd: Usbmuxd, options: IphoneOptions, root: string, index: number): Iphone {
  const { apps: _apps, launch, faults, attached: _attached, ...facts } = options;
  const ordinary: IphoneFacts = {
    ios: '16.7.10',
    name: index === 0 ? 'Test iPhone' : `Test iPhone ${index + 1}`,
    connection: 'USB',
    trust: 'paired',
    locked: false,
    developerMode: true,
    developerImage: true,
  };
  return new Iphone(usbmuxd, { ...ordinary, ...facts }, root, launch ?? launchInLoader, faults ?? {}, index);
}
