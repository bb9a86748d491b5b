import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeXmlPlist } from '../../../host/devices/ios/protocol/plist/xml.ts';

/** Written into the executable for the stand-in loader. */
export interface StandInBehaviour {
  /** An embedded agent, which the app starts. */
  readonly linked?: boolean;
  /** An inserted agent loads, but opens no port. */
  readonly deaf?: boolean;
  /** Its agent listens so late. */
  readonly slowMs?: number;
  /** The app's name in the agent's hello; by default its bundle id. */
  readonly saysItIs?: string;
}

/** Writes a `.app` folder for the stand-in loader. */
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
