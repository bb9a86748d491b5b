import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { cacheDir } from './cache.ts';

const execute = promisify(execFile);

/** Users' programs don't need cargo, so the set-up doesn't install it. */
export async function hasCargo(): Promise<boolean> {
  return execute('cargo', ['--version']).then(
    () => true,
    () => false,
  );
}

/**
 * Folder of a crate's sources, downloaded once with the user's settings of cargo.
 * @param version exactly this one
 * @param log gets a line before a download
 * @throws Error with cargo's last words
 */
export async function crateSources(name: string, version: string, log: (line: string) => void = () => undefined): Promise<string> {
  const project = cacheDir('crates', `${name}-${version}`);
  await mkdir(join(project, 'src'), { recursive: true });
  await writeFile(join(project, 'src', 'lib.rs'), '');
  const manifest = `[package]\nname = "sources"\nversion = "0.0.0"\nedition = "2021"\n[dependencies.${name}]\nversion = "=${version}"\ndefault-features = false\n`;
  await writeFile(join(project, 'Cargo.toml'), manifest);
  const offline = await sourcesOf(project, name, ['--offline']).catch(() => undefined);
  if (offline !== undefined) return offline;
  log(`cargo: downloading ${name} ${version} ...`);
  try {
    return await sourcesOf(project, name, []);
  } catch (error) {
    throw new Error(`cargo could not download ${name} ${version}. Its settings (registries, proxies) apply.`, { cause: error });
  }
}

async function sourcesOf(project: string, name: string, flags: readonly string[]): Promise<string> {
  const argv = ['metadata', '--format-version', '1', ...flags];
  const { stdout } = await execute('cargo', argv, { cwd: project, maxBuffer: 1 << 26 });
  const { packages }: { packages: readonly { readonly name: string; readonly manifest_path: string }[] } = JSON.parse(stdout);
  const found = packages.find((one) => one.name === name);
  if (found === undefined) throw new Error(`cargo metadata names no package ${name}`);
  return dirname(found.manifest_path);
}
