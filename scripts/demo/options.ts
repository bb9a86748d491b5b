import { parseArgs } from 'node:util';
import { artVersions } from '../../tests/runtimes/art/build-art.ts';
import type { AndroidVersion } from '../../tests/simulated/android/system/android-release.ts';
import { type DemoDeviceName, demoDevices, isDemoDevice } from './devices.ts';

export interface DemoOptions {
  readonly device: DemoDeviceName;
  readonly android: AndroidVersion;
  /** Of a phone's app: Android's own. By default only Android 11's is. */
  readonly runtime?: 'art';
  /** Until Ctrl-C if undefined. */
  readonly seconds: number | undefined;
  /** One round of all kinds; the result says which of them were missing. */
  readonly allLags: boolean;
  readonly editor: boolean;
  /** The app's release build, shrunk and renamed by R8. */
  readonly obfuscated: boolean;
  /** One JSON object on standard output. */
  readonly json: boolean;
}

export const usage = `npm run demo -- [--seconds N] [--lags all] [--device jvm|phone|phone:9|phone:11|phone:14|iphone|simulator] [--obfuscated]
               [--no-editor] [--json]

Starts a shop app that lags and a capture of it in VS Code, in your browser. When it ends, each lag that Laglens found stands beside
the app's own log, and the session is in demo.laglens.

  --seconds N   ends by itself after N seconds of recording; otherwise Ctrl-C ends it
  --lags all    plays each kind of lag at least once, within 60 seconds, and names those that did not come
  --device      jvm: the demo app in a desktop JVM (the default); phone: on a simulated Android 14 behind the real adb server;
                the apps of phone:11 and phone:14 run on the real Android Runtime of that release; iphone: the demo app for iOS on a simulated iPhone, its
                machine code run by qemu; simulator: the same app on a stand-in for an iOS simulator
  --obfuscated  the app's release build, shrunk and renamed by R8, instead of its debug build
  --no-editor   leaves VS Code out
  --json        ends with one JSON object on standard output: the app's own lags beside those found
  --help        this text`;

/** Long enough for all kinds, one about every 1.5 seconds. */
const ROUND_SECONDS = 60;

const androids: readonly AndroidVersion[] = ['9', '11', '14'];

export function asksForHelp(args: readonly string[]): boolean {
  return args.some((argument) => argument === '--help' || argument === '-h');
}

/** @throws Error with the usage for unknown arguments */
export function parseDemoOptions(args: readonly string[]): DemoOptions {
  const { values } = parse(args);
  const [name = '', version] = values.device.split(':');
  const android = androids.find((each) => each === (version ?? '14'));
  if (!isDemoDevice(name) || android === undefined) {
    const all = Object.entries(demoDevices).flatMap(([each, { hasVersions }]) => [
      each,
      ...(hasVersions ? androids.map((android) => `${each}:${android}`) : []),
    ]);
    throw new Error(`--device is one of ${all.join(', ')}, not ${values.device}.\n\n${usage}`);
  }
  const { hasVersions, hasReleaseBuild } = demoDevices[name];
  if (!hasVersions && version !== undefined) throw new Error(`--device ${name} has no version.\n\n${usage}`);
  if (!hasReleaseBuild && values.obfuscated)
    throw new Error(`--obfuscated is for Android: the demo app for iOS has no such build.\n\n${usage}`);
  if (values.lags !== undefined && values.lags !== 'all') throw new Error(`--lags is all, not ${values.lags}.\n\n${usage}`);
  const allLags = values.lags === 'all';
  const seconds = values.seconds === undefined ? (allLags ? ROUND_SECONDS : undefined) : Number(values.seconds);
  if (seconds !== undefined && !(seconds >= 1 && seconds <= 86_400)) {
    throw new Error(`--seconds must be a number from 1 to 86400, not ${values.seconds}.\n\n${usage}`);
  }
  return {
    device: name,
    android,
    ...(artVersions.some((each) => each === version) && { runtime: 'art' }),
    seconds,
    allLags,
    obfuscated: values.obfuscated,
    editor: !values['no-editor'],
    json: values.json,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        device: { type: 'string', default: 'jvm' },
        seconds: { type: 'string' },
        lags: { type: 'string' },
        obfuscated: { type: 'boolean', default: false },
        'no-editor': { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
}
