import { DEFAULT_THRESHOLD_US } from '../../core/analysis/lags/lag.ts';
import { defaultSampling, STACK_DEPTHS } from '../../host/capture/capture-state.ts';
import { THRESHOLD_RANGE_US } from '../../protocol/page-protocol.ts';

export interface SettingDeclaration {
  /** Place in the list of settings. */
  readonly order: number;
  readonly scope: 'resource' | 'window' | 'machine';
  /** In a workspace that is not trusted, the value of the workspace has no effect. */
  readonly needsTrust?: true;
  /** Markdown. */
  readonly text: string;
  /** The values of an enumeration, with a sentence for each. */
  readonly choices?: Readonly<Record<string, string>>;
  /** JSON schema with the default. */
  readonly schema: { readonly type: string | readonly string[]; readonly default: unknown; readonly [keyword: string]: unknown };
}

/** All settings by their id without `laglens.`. */
export const settings = {
  threshold: {
    order: 1,
    scope: 'resource',
    text: 'How long, in milliseconds, the main thread must be kept from its next message before this counts as a lag. Can be changed on an open session too.',
    schema: {
      type: 'number',
      default: DEFAULT_THRESHOLD_US / 1000,
      minimum: THRESHOLD_RANGE_US.least / 1000,
      maximum: THRESHOLD_RANGE_US.most / 1000,
    },
  },
  interval: {
    order: 2,
    scope: 'resource',
    text: 'Time between two samples in milliseconds (1 to 50; 10 when empty, on iOS 5). Smaller shows more and costs the app more. A running capture follows a change.',
    schema: { type: ['number', 'null'], default: null, minimum: 1, maximum: 50 },
  },
  notifyHangs: {
    order: 2,
    scope: 'window',
    text: 'Whether a notification tells of a hang (over 250 ms; one that lasts from 2 s on) while a capture runs and the Laglens panel is not visible. The same hang again is not told again until there was none for a minute.',
    schema: { type: 'boolean', default: true },
  },
  threads: {
    order: 3,
    scope: 'resource',
    text: 'Which threads are sampled.',
    choices: { all: 'The main thread always, all others by turns.', main: 'The main thread only.' },
    schema: { type: 'string', default: 'all' },
  },
  stackDepth: {
    order: 4,
    scope: 'resource',
    text: 'How many frames of a stack are read at most (16 to 2048). Of deeper ones the outermost frames are missing. A running capture follows a change.',
    schema: { type: 'integer', default: defaultSampling.depth, minimum: STACK_DEPTHS.least, maximum: STACK_DEPTHS.most },
  },
  blockingCalls: {
    order: 5,
    scope: 'resource',
    text: "On iOS: whether calls that waited for locks, queues, semaphores and files are recorded. The agent stands in for those calls in the app's own code; switched off, it leaves them alone. Counts from the next start of the app by a capture.",
    schema: { type: 'boolean', default: true },
  },
  allocations: {
    order: 5,
    scope: 'resource',
    text: 'Whether it is recorded how many bytes of objects each thread allocates, so that views can measure by them. On Android every allocation of the app then takes about a microsecond longer; a desktop virtual machine counts anyway. Of apps on iOS it cannot be told. A running capture follows a change.',
    schema: { type: 'boolean', default: false },
  },
  editorHeat: {
    order: 5,
    scope: 'window',
    text: 'Whether open sources show what their lines cost in the session that is looked at: bars and times at lines, lenses over functions. *Clear* takes it away for one session.',
    schema: { type: 'boolean', default: true },
  },
  appPackages: {
    order: 6,
    scope: 'resource',
    text: "Packages that count as your app's own code, each with all packages below it, in addition to those declared in the workspace's sources and to the application id. Example: `com.example.shop`.",
    schema: {
      type: 'array',
      items: { type: 'string', pattern: '^[A-Za-z_$][\\w$]*(\\.[A-Za-z_$][\\w$]*)*$' },
      uniqueItems: true,
      default: [],
    },
  },
  symbolPaths: {
    order: 7,
    scope: 'resource',
    needsTrust: true,
    text: "Files and folders with what names the app's code: mappings of R8, libraries with debug information, dSYMs. They are searched besides the builds of this workspace. Relative paths are below the workspace's folder.",
    schema: { type: 'array', items: { type: 'string', minLength: 1 }, uniqueItems: true, default: [] },
  },
  sourceMap: {
    order: 8,
    scope: 'resource',
    needsTrust: true,
    text: 'Where sources are of builds that were made elsewhere: the build\'s folder and the one here. Is filled in when you show where a file is. Example: `{"/ci/build/shop": "."}`; relative folders are below the workspace\'s folder.',
    schema: { type: 'object', additionalProperties: { type: 'string' }, default: {} },
  },
  preLaunchTask: {
    order: 9,
    scope: 'resource',
    needsTrust: true,
    text: 'Name of a task that runs to its end before *Start Lag Capture from App Launch*, for example one that builds and installs the app.',
    schema: { type: 'string', default: '' },
  },
  adbPath: {
    order: 10,
    scope: 'machine',
    needsTrust: true,
    text: 'Path of the `adb` program. Empty: searched in `ANDROID_HOME`, in `PATH` and in the usual places.',
    schema: { type: 'string', default: '' },
  },
  adbServer: {
    order: 11,
    scope: 'machine',
    needsTrust: true,
    text: 'Address of the adb server, `host:port`. Empty: `ADB_SERVER_SOCKET`, else `127.0.0.1:5037`.',
    schema: { type: 'string', default: '', pattern: '^$|^[^:\\s]+:\\d{1,5}$' },
  },
  xcrunPath: {
    order: 12,
    scope: 'machine',
    needsTrust: true,
    text: "Path of Xcode's `xcrun`, which reaches iOS simulators and devices. Empty: the one in `PATH`, on a Mac.",
    schema: { type: 'string', default: '' },
  },
  'sessions.keep': {
    order: 13,
    scope: 'machine',
    text: 'How many recorded sessions are kept in the storage of this extension. The oldest are deleted, but none that is younger than a day; sessions saved elsewhere are not touched.',
    schema: { type: 'number', default: 20, minimum: 1, maximum: 1000 },
  },
  'sessions.maxBytes': {
    order: 14,
    scope: 'machine',
    text: 'How many bytes the recorded sessions may take in the storage of this extension, all together.',
    schema: { type: 'number', default: 1 << 30, minimum: 10 << 20 },
  },
} as const satisfies Readonly<Record<string, SettingDeclaration>>;

export type SettingName = keyof typeof settings;

/** The id by which VS Code knows the setting. */
export function settingId<Name extends SettingName>(name: Name): `laglens.${Name}` {
  return `laglens.${name}`;
}
