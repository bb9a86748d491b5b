import { execFile } from 'node:child_process';
import { access, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheDir } from './cache.ts';
import { oneAtATime } from './lock.ts';

const execute = promisify(execFile);
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';

/**
 * Packages of another Debian release with all that they depend on, unpacked into the cache; the system stays as it is. apt-get works on lists
 * of its own, and fetches from where this computer's packages come from.
 * @param name of the folder
 * @returns the folder; its file `packages` lists names and versions
 * @throws Error where apt-get fails, or on another system than Debian
 */
export async function unpackDebian(
  name: string,
  release: string,
  packages: readonly string[],
  log: (line: string) => void,
): Promise<string> {
  const home = join(cacheDir('debian'), `${release}-${name}`);
  await oneAtATime(`${home}.lock`, async () => {
    if (await isThere(home)) return;
    log(`Debian ${release}: downloading ${packages.join(' ')} ...`);
    const startedMs = Date.now();
    const fresh = `${home}.${process.pid}`;
    try {
      await rename(await unpackInto(fresh, release, packages), home);
    } catch (error) {
      throw new Error(`Debian ${release}'s packages cannot be had: ${lastWords(error)}`, { cause: error });
    } finally {
      await rm(fresh, { recursive: true, force: true });
    }
    log(`Debian ${release}: done in ${((Date.now() - startedMs) / 1000).toFixed(0)} s`);
  });
  return home;
}

async function unpackInto(fresh: string, release: string, packages: readonly string[]): Promise<string> {
  const lists = join(fresh, 'lists');
  const archives = join(fresh, 'cache/archives');
  const unpacked = join(fresh, 'unpacked');
  for (const folder of [`${lists}/partial`, `${archives}/partial`, unpacked]) await mkdir(folder, { recursive: true });
  // Without installed packages, everything that is needed is missing.
  await writeFile(join(fresh, 'status'), '');
  const source = `Types: deb\nURIs: ${await archiveUri()}\nSuites: ${release}\nComponents: main\nSigned-By: ${KEYRING}\n`;
  await writeFile(join(fresh, 'debian.sources'), source);
  const options = [
    `Dir::Etc::SourceList=${fresh}/debian.sources`,
    'Dir::Etc::SourceParts=-',
    'Dir::Etc::Preferences=-',
    'Dir::Etc::PreferencesParts=-',
    `Dir::State::Lists=${lists}`,
    `Dir::State::Status=${fresh}/status`,
    `Dir::State::Extended_States=${fresh}/extended_states`,
    `Dir::Cache=${fresh}/cache`,
    'Acquire::Languages=none',
    'Acquire::IndexTargets::deb::DEP-11::DefaultEnabled=false',
    // The folder is this user's alone.
    'APT::Sandbox::User=',
  ].flatMap((option) => ['-o', option]);
  const apt = (...argv: readonly string[]) => execute('apt-get', ['-q', ...options, ...argv], { maxBuffer: 1 << 26 });
  await apt('update', '--error-on=any');
  await apt('install', '-y', '--no-install-recommends', '--download-only', ...packages);
  const files = (await readdir(archives)).filter((file) => file.endsWith('.deb')).sort();
  for (const file of files) await execute('dpkg', ['-x', join(archives, file), unpacked]);
  await writeFile(join(unpacked, 'packages'), files.map((file) => `${file.replace(/_[^_]*\.deb$/, '').replace('_', ' ')}\n`).join(''));
  return unpacked;
}

/** Where packages of this computer's own release come from. */
async function archiveUri(): Promise<string> {
  const { stdout: codename } = await execute('sh', ['-c', '. /etc/os-release && echo "$ID $VERSION_CODENAME"']);
  const [id, own] = codename.trim().split(' ');
  if (id !== 'debian') throw new Error(`this is ${id}, not Debian`);
  const { stdout } = await execute('apt-get', ['indextargets', '--format', '$(RELEASE) $(COMPONENT) $(REPO_URI)', 'Created-By: Packages']);
  const rows = stdout.split('\n').map((line) => line.split(' '));
  const uri = rows.find(([release, component]) => release === own && component === 'main')?.[2];
  if (uri === undefined) throw new Error(`apt knows no source of ${own}`);
  return uri;
}

function lastWords(error: unknown): string {
  const words = error instanceof Error ? ('stderr' in error && error.stderr !== '' ? String(error.stderr) : error.message) : String(error);
  return words.trim().split('\n').slice(-3).join(' ');
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
