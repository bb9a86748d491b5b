import { installCodeServer } from './code-server.ts';
import { ensurePackages, type PackageGroup } from './packages.ts';
import { buildVsix } from './vsix.ts';

type Log = (line: string) => void;

/** What has to be on this machine before tests run, by the beginning of their paths. Anything else needs Node alone. */
const packagesFor: readonly (readonly [tests: string, groups: readonly PackageGroup[]])[] = [
  ['device-agents', ['java', 'agents']],
  ['host', ['java', 'adb']],
  ['cli', ['java', 'adb']],
  ['tests/agent', ['java', 'agents']],
  ['tests/demo-app', ['java', 'agents']],
  ['tests/devices', ['java', 'agents', 'adb', 'art']],
  ['tests/e2e', ['java', 'agents', 'adb', 'art', 'browser']],
];

const buildsFor: readonly (readonly [tests: string, build: (log: Log) => Promise<unknown>])[] = [
  ['tests/e2e', installCodeServer],
  ['tests/e2e', buildVsix],
  ['tests/house', buildVsix],
];

/**
 * Installs and builds what the tests need, once and before any of them runs: so no test's time holds a download, and no
 * two tests build the same thing at once.
 */
export async function prepareFor(testFiles: readonly string[], log: Log): Promise<void> {
  const needed = (tests: string): boolean => testFiles.some((file) => file.startsWith(`${tests}/`));
  const groups = packagesFor.filter(([tests]) => needed(tests)).flatMap(([, names]) => names);
  if (groups.length > 0) await ensurePackages(groups, log);
  for (const [tests, build] of buildsFor) {
    if (needed(tests)) await build(log);
  }
}
