import { installTraceEngine } from '../../features/formats/tests/formats/trace-engine.ts'; // features/formats
import { installTraceProcessor } from '../../features/formats/tests/formats/trace-processor.ts'; // features/formats
import { installDuckDb } from '../../features/lake/scripts/install-duckdb.ts'; // features/lake
import { installSpark } from '../../features/lake/scripts/install-spark.ts'; // features/lake
import { buildDemoApp, buildDemoDex, buildDemoNatives } from '../../tests/demo-app/build-demo-app.ts';
import { buildShop } from '../../tests/demo-app/iphone/build-iphone-shop.ts';
import { buildRelease } from '../../tests/demo-app/release-build.ts';
import { installedExtension } from '../../tests/e2e/harness/installed-extension.ts';
import { everyVsCode } from '../../tests/e2e/harness/vscode-age.ts';
import { roomPath } from '../../tests/house/project-sources.ts';
import { buildArmArt } from '../../tests/runtimes/arm/build-arm.ts';
import { buildArt } from '../../tests/runtimes/art/build-art.ts';
import { buildLoader } from '../../tests/runtimes/mach-o-loader/build-loader.ts';
import { realPhoneRefusal } from '../../tests/simulated/android/real/real-phone.ts';
import { sqliteSource } from '../../tests/symbols/fixtures/sqlite.ts';
import { shrunkPrograms } from '../../tests/symbols/retrace/r8.ts';
import { installWindowsNode } from '../../tests/windows/wine/wine.ts';
import { isWithin } from '../test-run/choose-files.ts';
import { tiles } from '../test-run/groups.ts';
import { installActionlint } from './actionlint.ts';
import { darwinHeaders } from './darwin-headers.ts';
import { installCodeServer } from './install-code-server.ts';
import { installGoIos } from './ios-clients.ts';
import { installOldestNode } from './oldest-node.ts';
import { ensurePackages, type PackageGroup } from './setup-packages.ts';
import { buildVsix } from './vsix.ts';
import { yamlParser } from './yaml.ts';

type Log = (line: string) => void;

/** Needs of tests by the beginning of their paths; others, and those of the group `unit`, need Node alone. */
const packagesFor: readonly (readonly [tests: string, groups: readonly PackageGroup[]])[] = [
  ['core/symbols', ['symbols']],
  ['device-agents', ['java', 'agents']],
  ['host/builds', ['java', 'agents']],
  ['host/sources', ['java']],
  ['host/devices', ['java', 'agents', 'adb']],
  ['scripts/mutants', ['agents']],
  ['scripts/pictures', ['browser']],
  ['host/devices/ios', ['iosApps']],
  ['cli', ['java', 'agents', 'adb', 'iosApps']],
  ['tests/command-line', ['shells']],
  ['bench', ['java', 'agents', 'adb', 'art', 'browser', 'symbols', 'iosApps']],
  ['features/lake/tests/fleet', ['spark']], // features/lake
  ['tests/names', ['wasm']],
  ['tests/workflows', ['workflows']],
  ['features/verify/tests/sample-app', ['sampleApp']], // features/verify
  ['tests/e2e', ['firefox']],
  ['features/formats/tests/formats', ['pprof', 'wheels']], // features/formats
  ['tests/agent', ['art14']],
  ['tests/runtimes', ['art14']],
  ['tests/runtimes/arm', ['arm']],
  ['tests/simulated/android/real', ['adbd', 'art14']],
  ['tests/simulated/iphone', ['iphone']],
  ['tests/runtimes/mach-o-loader', ['iphone']],
  ['tests/windows', ['wine']],
  ['tests', ['java', 'agents', 'adb', 'art', 'browser', 'symbols', 'iosApps']],
];

/** In order: downloads come first. */
const builds: readonly { readonly tests: readonly string[]; readonly build: (log: Log) => Promise<unknown> }[] = [
  { tests: ['host/builds', 'host/devices', 'cli', 'bench', 'tests'], build: demoApps },
  {
    tests: [
      'cli',
      'host/devices/ios',
      'tests/agent',
      'tests/simulated',
      'tests/runtimes',
      'tests/demo-app',
      'tests/host',
      'tests/e2e',
      'bench',
    ],
    build: iosApps,
  },
  { tests: ['core/symbols', 'tests/symbols', 'bench'], build: sqliteSource },
  { tests: ['tests/symbols/retrace'], build: shrunkPrograms },
  { tests: ['features/formats/tests/formats'], build: installTraceEngine }, // features/formats
  { tests: ['features/formats/tests/formats'], build: installTraceProcessor }, // features/formats
  { tests: ['tests/command-line', 'features/lake/tests/lake', 'features/lake/tests/fleet'], build: installDuckDb }, // features/lake
  { tests: ['tests/command-line'], build: installOldestNode },
  { tests: ['features/lake/tests/fleet'], build: installSpark }, // features/lake
  { tests: ['tests/windows'], build: installWindowsNode },
  { tests: ['tests/agent'], build: darwinHeaders },
  { tests: ['tests/workflows'], build: installActionlint },
  { tests: ['tests/workflows'], build: yamlParser },
  { tests: ['tests/agent', 'tests/simulated', 'tests/runtimes', 'tests/demo-app', 'tests/e2e'], build: androidRuntime },
  { tests: ['features/verify/tests/sample-app'], build: androidRuntime }, // features/verify
  // Ten minutes the first time, so not for tests beside the guards.
  {
    tests: ['tests/agent/limits', 'tests/agent/runtime', 'tests/runtimes/art', 'tests/simulated/android/real'],
    build: (log) => buildArt(log, '14'),
  },
  { tests: ['tests/simulated/android/real'], build: realAdbd },
  { tests: ['tests/runtimes/arm'], build: armRuntimes },
  { tests: ['tests/demo-app', 'tests/e2e'], build: releaseApps },
  { tests: ['tests/simulated/iphone', 'tests/runtimes/mach-o-loader'], build: installGoIos },
  { tests: ['tests/e2e'], build: codeServers },
  { tests: ['tests/command-line', 'tests/e2e', 'tests/pictures', 'tests/house', 'tests/workflows'], build: buildVsix },
  { tests: ['tests/e2e'], build: installedExtensions },
];

async function demoApps(log: Log): Promise<void> {
  for (const android of ['9', '11', '14', '15', '16', '17'] as const) await buildDemoApp(android, log);
}

async function iosApps(log: Log): Promise<void> {
  await buildLoader(log);
  await buildShop('device', log);
}

async function androidRuntime(log: Log): Promise<void> {
  await buildArt(log);
  await buildDemoDex(log);
}

/** Without it, its tests are left out with the reason. */
async function realAdbd(log: Log): Promise<void> {
  const refusal = await realPhoneRefusal(log);
  if (refusal !== undefined) log(`Tests with Google's adbd are left out: ${refusal}`);
}

async function armRuntimes(log: Log): Promise<void> {
  for (const abi of ['arm64-v8a', 'armeabi-v7a'] as const) await buildDemoNatives(abi, (await buildArmArt(abi, log)).clangFlags);
}

async function releaseApps(log: Log): Promise<void> {
  for (const kind of ['classes', 'dex'] as const) await buildRelease(kind, log);
}

async function codeServers(log: Log): Promise<void> {
  for (const age of everyVsCode) await installCodeServer(age, log);
}

async function installedExtensions(log: Log): Promise<void> {
  for (const age of everyVsCode) await installedExtension(await installCodeServer(age, log), await buildVsix(log));
}

/** Debian packages that test files need. */
export function packageGroupsFor(testFiles: readonly string[]): readonly PackageGroup[] {
  const needed = neededBy(testFiles);
  return packagesFor.filter(([tests]) => needed(tests)).flatMap(([, names]) => names);
}

/** Installs and builds the tests' needs beforehand: no test's time holds a download, and no two build the same. */
export async function prepareFor(testFiles: readonly string[], log: Log): Promise<void> {
  const groups = packageGroupsFor(testFiles);
  if (groups.length > 0) await ensurePackages(groups, log);
  const needed = neededBy(testFiles);
  for (const { tests, build } of builds) {
    if (tests.some(needed)) await build(log);
  }
}

function neededBy(testFiles: readonly string[]): (tests: string) => boolean {
  const needy = testFiles.filter((file) => !tiles.unit?.some((path) => isWithin(file, path)));
  return (tests) => needy.some((file) => [file, roomPath(file)].some((path) => path.startsWith(`${tests}/`)));
}
