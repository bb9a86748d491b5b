import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The folder device-agents/. */
export const agentsRoot = fileURLToPath(new URL('..', import.meta.url));

/** Paths of the files under device-agents/ that match, sorted, relative to it. */
export async function sources(...patterns: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const path of glob([...patterns], { cwd: agentsRoot })) found.push(path);
  return found.sort();
}

/** What is compiled into a system's library. The Swift package's files for iOS only include others. */
export const librarySources = {
  android: ['core/**/*.c', 'linux/*.c', 'android/**/*.c'],
  ios: ['core/**/*.c', 'ios/*.c', 'ios/!(package)/*.c'],
} as const;

const parts = {
  android: ['core/**/*.{c,h}', 'linux/*.{c,h}', 'android/**/*.{c,h}', 'android/hook/**/*.java'],
  ios: ['core/**/*.{c,h}', 'ios/**/*.{c,h,tbd}'],
} as const;

/**
 * The hash of a system's agent: on Android a later agent takes over an earlier one of the same process only if the hashes are equal. It
 * covers every source of the libraries and of the hook, and nothing else.
 */
export async function sourceHash(system: keyof typeof parts): Promise<string> {
  const hash = createHash('sha256');
  for (const path of await sources(...parts[system])) {
    hash
      .update(`${path}\0`)
      .update(await readFile(`${agentsRoot}/${path}`))
      .update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}
