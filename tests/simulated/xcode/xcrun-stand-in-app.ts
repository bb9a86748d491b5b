import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeXmlPlist } from '../../../host/devices/ios/protocol/plist/xml.ts';

/** How the stand-in loader is to run an app; written into its executable. */
export interface StandInBehaviour {
  /** It carries the agent itself, and calls it when it starts. */
  readonly linked?: boolean;
  /** It loads an inserted agent, which then opens no port. */
  readonly deaf?: boolean;
  /** Its agent listens so late. */
  readonly slowMs?: number;
  /** What its agent calls the app in its hello; its own bundle id when left out. */
  readonly saysItIs?: string;
}

/** Writes a `.app` folder that only the stand-in loader can run. */
export async function writeStandInApp(path: string, bundleId: string, name: string, behaviour: StandInBehaviour = {}): Promise<void> {
  await mkdir(path, { recursive: true });
  const info = {
    CFBundleIdentifier: bundleId,
    CFBundleExecutable: name,
    CFBundleName: name,
    CFBundleDisplayName: name,
    CFBundleShortVersionString: '1.0',
    CFBundleVersion: '1',
    DTPlatformName: 'iphonesimulator',
  };
  await writeFile(join(path, 'Info.plist'), writeXmlPlist(info));
  await writeFile(join(path, name), JSON.stringify(behaviour));
}
