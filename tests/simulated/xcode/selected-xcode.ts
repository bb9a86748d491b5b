import { join } from 'node:path';
import type { Spoken } from './spoken.ts';
import type { Xcode } from './xcode.ts';

const inDeveloperFolder: ReadonlySet<string> = new Set(['simctl', 'devicectl', 'xctrace']);

/** `xcrun --find TOOL`. */
export async function find([tool = '']: readonly string[], xcode: Xcode): Promise<Spoken> {
  const { developerFolder } = await xcode.setup();
  return { stdout: `${inDeveloperFolder.has(tool) ? join(developerFolder, 'usr', 'bin', tool) : `/usr/bin/${tool}`}\n` };
}

/** `xcode-select -p`. */
export async function xcodeSelect(_args: readonly string[], xcode: Xcode): Promise<Spoken> {
  return { stdout: `${(await xcode.setup()).developerFolder}\n` };
}

/** `xcodebuild -version`. */
export async function xcodebuild(_args: readonly string[], xcode: Xcode): Promise<Spoken> {
  const { version, build } = await xcode.setup();
  return { stdout: `Xcode ${version}\nBuild version ${build}\n` };
}

/** `security find-identity -v -p codesigning`. */
export async function security(args: readonly string[], xcode: Xcode): Promise<Spoken> {
  if (args[0] !== 'find-identity') return { stderr: `security: unknown command "${args[0] ?? ''}"\n`, code: 2 };
  const { identities } = await xcode.setup();
  const lines = identities.map(({ hash, name }, i) => `  ${i + 1}) ${hash} "${name}"`);
  return { stdout: [...lines, `     ${identities.length} valid identities found`, ''].join('\n') };
}
