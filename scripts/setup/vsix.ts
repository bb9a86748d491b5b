import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dropOldest, isUsedAgain } from './bounded-folder.ts';
import { cacheDir } from './cache.ts';
import { oneAtATime } from './lock.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const MOST_BYTES = 200 << 20;

/** Sources of the packaged extension and of npm's package. */
const sources = [
  'package.json',
  'package-lock.json',
  'package.nls*.json',
  '.vscodeignore',
  'docs/{extension,npm,cli,ci,formats,lake}.md',
  'CHANGELOG.md',
  'LICENSE',
  '{core,protocol,host,extension,webview,cli,features,l10n,media}/**/*',
  'device-agents/prebuilt/**/*',
  'scripts/build.ts',
  'scripts/build/**/*',
];

/**
 * The packaged extension, built once per state of the sources.
 * @returns the .vsix's path, outside the work tree
 * @throws Error with the build's last words
 */
export async function buildVsix(log: (line: string) => void): Promise<string> {
  return (await buildPackages(log)).vsix;
}

/** npm's package, as `buildVsix`. @returns the path of what `npm pack` wrote */
export async function buildTarball(log: (line: string) => void): Promise<string> {
  return (await buildPackages(log)).tarball;
}

async function buildPackages(log: (line: string) => void): Promise<{ readonly vsix: string; readonly tarball: string }> {
  const path = join(cacheDir('vsix'), `laglens-${sourceHash()}`);
  const [vsix, tarball] = [`${path}.vsix`, `${path}.tgz`];
  const isThere = async (): Promise<boolean> => (await isUsedAgain(vsix)) && (await isUsedAgain(tarball));
  if (await isThere()) return { vsix, tarball };
  // Two builds cannot share the checkout's dist/.
  await oneAtATime(join(root, 'dist.lock'), async () => {
    if (await isThere()) return;
    log('extension and npm’s package: building and packaging ...');
    const fresh = await mkdtemp(join(cacheDir('vsix'), 'fresh-'));
    try {
      await packVsix(join(fresh, 'laglens.vsix'));
      await packTarball(fresh);
      const { version }: Record<string, string> = Object(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
      await rename(join(fresh, `laglens-${version}.tgz`), tarball);
      await rename(join(fresh, 'laglens.vsix'), vsix);
      await dropOldest(cacheDir('vsix'), MOST_BYTES);
    } finally {
      await rm(fresh, { recursive: true, force: true });
    }
  });
  return { vsix, tarball };
}

/** Each test that needs a package asks for it: small files are read in half of the time that promises take. */
function sourceHash(): string {
  const files = globSync(sources, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
  const hash = createHash('sha256');
  for (const file of files.sort()) {
    const text = readFileSync(file);
    hash.update(`${file.slice(root.length)} ${text.length}\n`).update(text);
  }
  return hash.digest('hex').slice(0, 16);
}

function packVsix(path: string): Promise<void> {
  const vsce = join(root, 'node_modules', '@vscode', 'vsce', 'vsce');
  // The page's links stay relative: no repository is known that they could lead to.
  return run(process.execPath, [vsce, 'package', '--no-rewrite-relative-links', '-o', path]);
}

/** Packs what the build of the .vsix left in dist/. */
function packTarball(folder: string): Promise<void> {
  return run('npm', ['pack', '--loglevel=error', '--pack-destination', folder, './dist/npm']);
}

function run(program: string, args: readonly string[]): Promise<void> {
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let words = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (words += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${[program, ...args].join(' ')} ended with code ${code}:\n${words.slice(-4000)}`)),
    );
  });
}
