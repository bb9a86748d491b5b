import { DEFAULT_LIMITS, MIB } from '../../core/analysis/lags/app-limits.ts';
import { DEFAULT_THRESHOLD_US } from '../../core/analysis/lags/lag.ts';
import { defaultSampling, STACK_DEPTHS } from '../../host/capture/capture-state.ts';
import { THRESHOLD_RANGE_US } from '../../protocol/page-protocol.ts';

/** Titles in the settings editor, in their order. */
export const settingSections = {
  capture: 'Capture',
  judging: 'Judging',
  names: 'Names and Sources',
  tools: 'Tools',
  storage: 'Storage',
} as const;

export type SettingSection = keyof typeof settingSections;

export interface SettingDeclaration {
  readonly section: SettingSection;
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

/** All settings by their id without `laglens.`, in the order of the settings editor. */
export const settings = {
  interval: {
    section: 'capture',
    scope: 'resource',
    text: 'Sampling interval in milliseconds, 1 to 50. 0 is automatic: 10, on iOS 5. Lower is more precise but slows the app more. Applies at once, also to a running capture.',
    schema: { type: ['number', 'null'], default: 0, minimum: 0, maximum: 50 },
  },
  threads: {
    section: 'capture',
    scope: 'resource',
    text: 'Which threads are sampled.',
    choices: { all: 'Main thread in every sample, other threads in rotation.', main: 'Main thread only.' },
    schema: { type: 'string', default: 'all' },
  },
  stackDepth: {
    section: 'capture',
    scope: 'resource',
    text: 'Maximum number of frames per stack, 16 to 2048. Deeper stacks lose their outermost frames. Applies at once, also to a running capture.',
    schema: { type: 'integer', default: defaultSampling.depth, minimum: STACK_DEPTHS.least, maximum: STACK_DEPTHS.most },
  },
  blockingCalls: {
    section: 'capture',
    scope: 'resource',
    text: "iOS: record waits on locks, queues, semaphores and files by hooking those calls in the app's code. Takes effect at the next launch.",
    schema: { type: 'boolean', default: true },
  },
  allocations: {
    section: 'capture',
    scope: 'resource',
    text: 'Record allocated bytes per thread. Adds about 1 µs per allocation on Android; not available on iOS. Applies at once, also to a running capture.',
    schema: { type: 'boolean', default: false },
  },
  preLaunchTask: {
    section: 'capture',
    scope: 'resource',
    needsTrust: true,
    text: 'Task that must finish before *Start Lag Capture from App Launch*, for example one that builds and installs the app.',
    schema: { type: 'string', default: '' },
  },
  launchConfigurations: {
    section: 'capture',
    scope: 'resource',
    needsTrust: true,
    text: 'Launch configurations, by name, whose *Run Without Debugging* starts a capture of the app captured last, once it runs. With a debugger Laglens asks first, as debugging is slower.',
    schema: { type: 'array', items: { type: 'string', minLength: 1 }, uniqueItems: true, default: [] },
  },
  threshold: {
    section: 'judging',
    scope: 'resource',
    text: 'Shortest lag, in milliseconds: how long the main thread is too busy or blocked to handle its next message. An open session can be judged by another threshold.',
    schema: {
      type: 'number',
      default: DEFAULT_THRESHOLD_US / 1000,
      minimum: THRESHOLD_RANGE_US.least / 1000,
      maximum: THRESHOLD_RANGE_US.most / 1000,
    },
  },
  'limits.cpu': {
    section: 'judging',
    scope: 'resource',
    text: 'Lists high CPU use of an app on Android or iOS: more than this percentage of all cores in a second. 0 never. Applies at once, also to an open session.',
    schema: { type: 'number', default: DEFAULT_LIMITS.cpuShare * 100, minimum: 0, maximum: 100 },
  },
  'limits.battery': {
    section: 'judging',
    scope: 'resource',
    text: 'Lists drain of the battery: more than this percentage of one core on average over a minute. 0 never. Applies at once, also to an open session.',
    schema: { type: 'number', default: DEFAULT_LIMITS.batteryCores * 100, minimum: 0, maximum: 10_000 },
  },
  'limits.memoryMB': {
    section: 'judging',
    scope: 'resource',
    text: 'Lists high memory use of an app on Android or iOS: more than this many MB. 0 never. Applies at once, also to an open session.',
    schema: { type: 'number', default: DEFAULT_LIMITS.memoryBytes / MIB, minimum: 0, maximum: 1_000_000 },
  },
  'limits.memoryGrowthMB': {
    section: 'judging',
    scope: 'resource',
    text: 'Lists fast growth of memory: more than this many MB within ten seconds. 0 never. Applies at once, also to an open session.',
    schema: { type: 'number', default: DEFAULT_LIMITS.growthBytes / MIB, minimum: 0, maximum: 1_000_000 },
  },
  notifyHangs: {
    section: 'judging',
    scope: 'window',
    text: 'Show a notification for hangs while the Laglens panel is hidden. Repeats of the same hang are muted for a minute.',
    schema: { type: 'boolean', default: true },
  },
  appPackages: {
    section: 'names',
    scope: 'resource',
    text: "Further packages that are your app's own code, including the packages below them. The application id and packages declared in the workspace's sources count already. Example: `com.example.shop`.",
    schema: {
      type: 'array',
      items: { type: 'string', pattern: '^[A-Za-z_$][\\w$]*(\\.[A-Za-z_$][\\w$]*)*$' },
      uniqueItems: true,
      default: [],
    },
  },
  symbolPaths: {
    section: 'names',
    scope: 'resource',
    needsTrust: true,
    text: "Files and folders with symbols: R8 mappings, libraries with debug information, dSYMs. Searched in addition to this workspace's builds. Paths may be relative to the workspace folder.",
    schema: { type: 'array', items: { type: 'string', minLength: 1 }, uniqueItems: true, default: [] },
  },
  sourceMap: {
    section: 'names',
    scope: 'resource',
    needsTrust: true,
    text: 'Source folders of builds made elsewhere, each with its folder on this computer. Filled in when you locate a file. Example: `{"/ci/build/shop": "."}`. Folders may be relative to the workspace folder.',
    schema: { type: 'object', additionalProperties: { type: 'string' }, default: {} },
  },
  editorHeat: {
    section: 'names',
    scope: 'window',
    text: 'Show line costs and CodeLenses of the open session in editors. *Hide* removes them for one session.',
    schema: { type: 'boolean', default: true },
  },
  adbPath: {
    section: 'tools',
    scope: 'machine',
    needsTrust: true,
    text: 'Path of the `adb` program. Empty: found by `ANDROID_HOME`, `PATH`, `sdk.dir` of `local.properties`, and in the usual places.',
    schema: { type: 'string', default: '' },
  },
  adbServer: {
    section: 'tools',
    scope: 'machine',
    needsTrust: true,
    text: 'Address of the adb server, `host:port`. Empty: `ADB_SERVER_SOCKET`, else `127.0.0.1:5037`.',
    schema: { type: 'string', default: '', pattern: '^$|^(?:[^:\\s]+|\\[[^\\]\\s]+\\]):\\d{1,5}$' },
  },
  xcrunPath: {
    section: 'tools',
    scope: 'machine',
    needsTrust: true,
    text: "Path of Xcode's `xcrun`, which reaches iOS simulators and devices. Empty: the one in `PATH`, on a Mac.",
    schema: { type: 'string', default: '' },
  },
  terminalCommand: {
    section: 'tools',
    scope: 'window',
    text: 'Add the command `laglens` to the terminals of VS Code. Takes effect in terminals that are opened next.',
    schema: { type: 'boolean', default: true },
  },
  'sessions.keep': {
    section: 'storage',
    scope: 'machine',
    text: 'Number of recorded sessions to keep. The oldest unpinned ones are deleted, but none younger than a day. Sessions saved elsewhere are not touched.',
    schema: { type: 'number', default: 20, minimum: 1, maximum: 1000 },
  },
  'sessions.maxSizeMB': {
    section: 'storage',
    scope: 'machine',
    text: 'Maximum storage for recorded sessions in MB.',
    schema: { type: 'number', default: 1024, minimum: 10 },
  },
} as const satisfies Readonly<Record<string, SettingDeclaration>>;

export type SettingName = keyof typeof settings;

/** The id by which VS Code knows the setting. */
export function settingId<Name extends SettingName>(name: Name): `laglens.${Name}` {
  return `laglens.${name}`;
}
