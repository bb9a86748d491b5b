import type { AndroidVersion } from '../../tests/simulated/android/system/android-release.ts';
import type { PackageGroup } from '../setup/setup-packages.ts';

interface DemoDevice {
  /** Continues “Starting the demo app”. */
  place(android: AndroidVersion): string;
  packages(android: AndroidVersion, runtime?: 'art'): readonly PackageGroup[];
  /** Its name may be followed by one of Android. */
  readonly hasVersions: boolean;
  readonly hasReleaseBuild: boolean;
}

/** Devices of the demo by their names on its command line; `target.ts` starts them. */
export const demoDevices = {
  /** A Java virtual machine of this computer. */
  jvm: { place: () => '', packages: () => ['java', 'agents'], hasVersions: false, hasReleaseBuild: true },
  /** A simulated phone through adb. */
  phone: {
    place: (android) => ` on a simulated phone with Android ${android}`,
    packages: (android, runtime) => [
      'java',
      'agents',
      'adb',
      ...(android === '11' ? (['art'] as const) : android === '14' && runtime === 'art' ? (['art14'] as const) : []),
    ],
    hasVersions: true,
    hasReleaseBuild: true,
  },
  /** By a fake Xcode, as the simulator. */
  iphone: { place: () => ' on a simulated iPhone', packages: () => ['iosApps'], hasVersions: false, hasReleaseBuild: false },
  simulator: {
    place: () => ' on a stand-in for an iOS simulator',
    packages: () => ['iosApps'],
    hasVersions: false,
    hasReleaseBuild: false,
  },
} as const satisfies Readonly<Record<string, DemoDevice>>;

export type DemoDeviceName = keyof typeof demoDevices;

export function isDemoDevice(name: string): name is DemoDeviceName {
  return Object.hasOwn(demoDevices, name);
}
