import type { Run } from '../../session/model/run.ts';

/** A language runtime with stacks of its own, whose frames are never seen. */
export interface ForeignRuntime {
  readonly language: string;
  readonly name: string;
}

interface Signs {
  readonly runtime: ForeignRuntime;
  /** File names of its libraries. */
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

/** One per language. */
export function foreignRuntimes(run: Run): readonly ForeignRuntime[] {
  const files = new Set(run.images.map(({ path }) => path.slice(path.lastIndexOf('/') + 1)));
  const byLanguage = new Map<string, ForeignRuntime>();
  for (const { runtime, libraries, threads } of known) {
    const isThere = libraries.some((library) => files.has(library)) || run.threads.some(({ name }) => threads?.test(name) === true);
    if (isThere && !byLanguage.has(runtime.language)) byLanguage.set(runtime.language, runtime);
  }
  return [...byLanguage.values()];
}
