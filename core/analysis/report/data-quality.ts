import { float64At } from '../../columns/at.ts';
import { fillIn } from '../../fill-in.ts';
import { lifePhase } from '../../session/columns/run-columns.ts';
import { UNKNOWN_CPU } from '../../session/columns/sample-columns.ts';
import { framesAbility, type Run } from '../../session/model/run.ts';
import { systemRecordKind } from '../../session/model/system-records.ts';
import { deviceKindFacts } from '../../wire/schema/device-kinds.ts';
import { MAX_STACK_DEPTH, type Message } from '../../wire/schema.ts';
import { lacksLockOwner } from '../locks/missing-owners.ts';

/** Limits of a session's data in English; views may translate them. */
export const dataQualityTexts = {
  warnDropped: '{0} samples and {1} messages lost ({2}).',
  warnCutStacks: '{0} samples were cut at {1} frames. Raise laglens.stackDepth to see more.',
  warnDeepStacks: '{0} samples were cut at {1} frames; the innermost are missing.',
  warnFullNodes: 'The agent ran out of room for stacks: for a time, new stacks lack their innermost frames.',
  warnFullMethods: 'The agent ran out of room for methods: some frames have no name or line.',
  warnFullThreads: 'The app had more threads than the agent can follow: some are missing for a time.',
  warnForeign: '{0} frames are not visible: {1} does not use the Java stack.',
  warnDebuggable: 'Debuggable build: slower than release.',
  warnSourceFiles: 'This runtime does not report source files: frames open by class name.',
  warnLineNumbers: 'This runtime does not report line numbers.',
  warnInlinedLines: 'No lines for inlined Kotlin functions: the caller opens instead.',
  warnLockWaits: 'This runtime does not report lock waits.',
  warnLockOwners: 'Lock owners may be missing: capture from app launch to see them.',
  warnGcPauses: 'This runtime does not report garbage collections.',
  warnMessages: 'Main-thread messages are not visible: lags are detected from stacks alone.',
  warnCapability: 'Not available from this runtime: {0}.',
  warnDebugger: 'A debugger is attached: it pauses the app at times and makes everything slower.',
  warnLowPower: 'The device saved its battery: its CPU is slower then, and lags are longer.',
  warnHook: 'Another tool replaced the message hook: for a time, lags come from stacks alone.',
  warnSimulator: 'A simulator runs at this computer’s speed; a phone is slower.',
  warnUnverified: 'Captures from iOS are not verified on hardware yet.',
  warnSpared:
    'To spare the device, stacks are sampled every {0} ms instead of {1} ms; long main-thread work is still sampled at full rate.',
  warnStopped: 'The process stood still {0} times, {1} s in all: these times are part of no lag.',
  warnStoppedOnce: 'The process stood still once, for {0} s: that time is part of no lag.',
  warnCpuUnknown: 'CPU time of the main thread is unknown.',
} as const;

export interface DataQualityIssue {
  /** Stable. */
  readonly code:
    | 'dropped'
    | 'cutStacks'
    | 'full'
    | 'foreign'
    | 'debuggable'
    | 'capability'
    | 'cpuUnknown'
    | 'debugger'
    | 'stopped'
    | 'lowPower'
    | 'hook'
    | 'simulator'
    | 'unverified'
    | 'spared';
  readonly text: keyof typeof dataQualityTexts;
  readonly values: readonly (string | number)[];
  readonly causes: readonly Ability[];
}

type Ability = Message<'hello'>['capabilities'][number];

/** Consequence of each missing ability (device-agents/android/attach/capabilities.c). */
const abilityTexts: ReadonlyMap<string, DataQualityIssue['text']> = new Map([
  ['sourceFiles', 'warnSourceFiles'],
  ['lineNumbers', 'warnLineNumbers'],
  ['inlinedLines', 'warnInlinedLines'],
  ['lockWaits', 'warnLockWaits'],
  ['lockOwners', 'warnLockOwners'],
  ['contendedMonitor', 'warnLockOwners'],
  ['gcPauses', 'warnGcPauses'],
  ['messages', 'warnMessages'],
]);

/** Losses first, then missing abilities. */
export function dataQualityIssues(run: Run): readonly DataQualityIssue[] {
  const limits: DataQualityIssue[] = [];
  const add = (code: DataQualityIssue['code'], text: DataQualityIssue['text'], ...values: DataQualityIssue['values']): void =>
    void limits.push({ code, text, values, causes: [] });
  if (run.droppedSamples + run.droppedMessages > 0) {
    add('dropped', 'warnDropped', run.droppedSamples, run.droppedMessages, run.dropped.at(-1)?.why ?? '');
  }
  // Agents read fewer frames; the model cut these.
  if (run.cutStacks > 0)
    add('cutStacks', run.cutAtDepth < MAX_STACK_DEPTH ? 'warnCutStacks' : 'warnDeepStacks', run.cutStacks, run.cutAtDepth);
  for (const text of fullTables(run.overhead.full)) add('full', text);
  for (const { language, name } of foreignRuntimes(run)) add('foreign', 'warnForeign', language, name);
  const kind = deviceKindFacts(run.process?.deviceKind);
  if (kind?.isDebuggable === true) add('debuggable', 'warnDebuggable');
  if (run.phases.firstUs(lifePhase.debugger) !== undefined) add('debugger', 'warnDebugger');
  const stopped = stoppedTime(run);
  if (stopped.count === 1) add('stopped', 'warnStoppedOnce', stopped.seconds);
  if (stopped.count > 1) add('stopped', 'warnStopped', stopped.count, stopped.seconds);
  if (savedBattery(run)) add('lowPower', 'warnLowPower');
  if (run.phases.firstUs(lifePhase.hookReplaced) !== undefined) add('hook', 'warnHook');
  if (run.isApple && !run.isImported) {
    if (run.hello?.os === 'ios-simulator' || kind?.isSimulated === true) add('simulator', 'warnSimulator');
    add('unverified', 'warnUnverified');
  }
  const asked = run.settings?.askedIntervalUs;
  if (run.settings !== undefined && asked !== undefined) add('spared', 'warnSpared', run.settings.intervalUs / 1000, asked / 1000);
  const main = run.threads.find((thread) => thread.isMain);
  // An agent loaded with the app says hello before there is a main looper.
  const hasMessageEvents = (main?.messages.length ?? 0) > 0;
  const isMissed = (text: DataQualityIssue['text']): boolean =>
    text === 'warnMessages' ? !hasMessageEvents : text !== 'warnLockOwners' || lacksLockOwner(run);
  limits.push(...capabilityIssues(run.hello).filter(({ text }) => isMissed(text)));
  if (main !== undefined && main.samples.length > 0 && main.samples.cpuUsAt(main.samples.length - 1) === UNKNOWN_CPU)
    add('cpuUnknown', 'warnCpuUnknown');
  return limits;
}

/** By a signal, a debugger or the system; seconds to a tenth. */
function stoppedTime({ stops }: Run): { readonly count: number; readonly seconds: number } {
  let us = 0;
  for (let row = 0; row < stops.length; row++) us += float64At(stops.endUs, row) - float64At(stops.beginUs, row);
  return { count: stops.length, seconds: Math.round(us / 1e5) / 10 };
}

/** Battery Saver of Android, Low Power Mode of iOS. */
function savedBattery({ phases, systemRecords }: Run): boolean {
  const isOn = systemRecords.some(({ kind, reason }) => kind === systemRecordKind.power && reason === 1);
  return isOn || phases.firstUs(lifePhase.lowPower) !== undefined;
}

const fullTexts: readonly (readonly [bits: number, text: DataQualityIssue['text']])[] = [
  [1, 'warnFullNodes'],
  [2 | 8 | 16, 'warnFullMethods'],
  [4, 'warnFullThreads'],
];

function fullTables(full: number): readonly DataQualityIssue['text'][] {
  return fullTexts.filter(([bits]) => (full & bits) !== 0).map(([, text]) => text);
}

export function capabilityIssues(hello: Message<'hello'> | undefined): readonly DataQualityIssue[] {
  // On a desktop the agent reads source maps from class files.
  const isReplaced = (name: string): boolean => name === 'inlinedLines' && hello?.os !== 'android';
  // Allocations are missed only on request.
  const isWanted = (name: string): boolean => name !== 'allocations' && !isReplaced(name);
  const missing = hello?.capabilities.filter(({ enabled, name }) => enabled === 0 && isWanted(name)) ?? [];
  const alike = new Map<string, DataQualityIssue>();
  for (const cause of missing) {
    const text = abilityTexts.get(cause.name);
    const key = text ?? cause.name;
    const causes = [...(alike.get(key)?.causes ?? []), cause];
    alike.set(key, { code: 'capability', text: text ?? 'warnCapability', values: text === undefined ? [cause.name] : [], causes });
  }
  return [...alike.values()];
}

/** In English, with the agent's causes. */
export function dataQualitySentence({ text, values, causes }: DataQualityIssue): string {
  const whys = new Set(causes.map(({ why }) => why).filter((why) => why !== ''));
  const sentence = fillIn(dataQualityTexts[text], values);
  return whys.size === 0 ? sentence : `${sentence.replace(/\.$/, '')} (${[...whys].join('; ')}).`;
}

/** A language runtime with stacks of its own, which are never seen. */
interface ForeignRuntime {
  readonly language: string;
  readonly name: string;
}

interface Signs {
  readonly runtime: ForeignRuntime;
  readonly libraries: readonly string[];
  /** Its thread names; the kernel keeps 15 characters. */
  readonly threads: RegExp | undefined;
}

const flutter: ForeignRuntime = { language: 'Dart', name: 'Flutter' };
const hermes: ForeignRuntime = { language: 'JavaScript', name: 'Hermes' };
const javaScriptCore: ForeignRuntime = { language: 'JavaScript', name: 'JavaScriptCore' };
const unity: ForeignRuntime = { language: 'C#', name: 'Unity' };
const reactNative: ForeignRuntime = { language: 'JavaScript', name: 'React Native' };

/**
 * Libraries inside the APK (`extractNativeLibs=false`, Gradle's default since API 23) appear as `base.apk` only, so thread names count.
 * Flutter numbers its engines: `1.ui`, `1.raster` (shell/common/thread_host.cc). React Native's JavaScript runs in `mqt_js` or `mqt_v_js`
 * (ReactQueueConfigurationSpec), Hermes collects in `hades`.
 */
const known: readonly Signs[] = [
  { runtime: flutter, libraries: ['libflutter.so'], threads: /^\d+\.(ui|raster)$/ },
  { runtime: hermes, libraries: ['libhermes.so', 'libhermesvm.so'], threads: /^hades$/ },
  { runtime: javaScriptCore, libraries: ['libjsc.so'], threads: undefined },
  { runtime: unity, libraries: ['libunity.so'], threads: /^UnityMain$/ },
  { runtime: reactNative, libraries: [], threads: /^mqt_(v_)?js$/ },
];

/** One per language, but none whose frames an imported file shows. */
export function foreignRuntimes(run: Run): readonly ForeignRuntime[] {
  const files = new Set(run.images.map(({ path }) => path.slice(path.lastIndexOf('/') + 1)));
  const byLanguage = new Map<string, ForeignRuntime>();
  for (const { runtime, libraries, threads } of known) {
    const isThere = libraries.some((library) => files.has(library)) || run.threads.some(({ name }) => threads?.test(name) === true);
    if (isThere && !byLanguage.has(runtime.language) && !shows(run, runtime.language)) byLanguage.set(runtime.language, runtime);
  }
  return [...byLanguage.values()];
}

function shows({ capabilities }: Run, language: string): boolean {
  return capabilities.some(({ name, enabled }) => enabled === 1 && name === framesAbility(language));
}
