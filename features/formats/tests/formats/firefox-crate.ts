import { execFile } from 'node:child_process';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cacheDir } from '../../../../scripts/setup/cache.ts';

const execute = promisify(execFile);
const sources = fileURLToPath(new URL('firefox-crate', import.meta.url));
/** A small computer compiles the crate and what it needs in half a minute. */
const MOST_MS = 150_000;

/** The crate's profile; or why there is none: cargo, a linker or the registry is missing. */
export async function crateProfile(): Promise<{ readonly text: string } | { readonly missing: string }> {
  // Cargo writes the registry's name beside its manifest.
  const project = cacheDir('crates', 'firefox-crate');
  await mkdir(join(project, 'src'), { recursive: true });
  for (const name of ['Cargo.toml', join('src', 'main.rs')]) await copyFile(join(sources, name), join(project, name));
  const missing = (await build(project, ['--offline'])) === undefined ? undefined : await build(project, []);
  if (missing !== undefined) return { missing };
  const { stdout } = await execute(join(project, 'target', 'debug', 'firefox-crate'), [], { maxBuffer: 1 << 26 });
  return { text: stdout };
}

/** Why it failed, or undefined. */
async function build(project: string, flags: readonly string[]): Promise<string | undefined> {
  const argv = ['build', '--quiet', '--target-dir', join(project, 'target'), ...flags];
  return execute('cargo', argv, { cwd: project, timeout: MOST_MS, maxBuffer: 1 << 26 }).then(
    () => undefined,
    (error: Error) => `cargo could not build fxprof-processed-profile: ${error.message.trim().split('\n').at(-1)}`,
  );
}
