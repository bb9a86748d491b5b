import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, glob, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheDir } from './cache.ts';
import { oneAtATime } from './lock.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Sources of the packaged extension. */
const sources = [
  'package.json',
  'package-lock.json',
  'package.nls*.json',
  '.vscodeignore',
  'docs/extension.md',
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
  const vsix = join(cacheDir('vsix'), `laglens-${await sourceHash()}.vsix`);
  if (await exists(vsix)) return vsix;
  // Two builds cannot share the checkout's dist/.
  await oneAtATime(join(root, 'dist.lock'), async () => {
    if (await exists(vsix)) return;
    log('extension: building and packaging the .vsix ...');
    const fresh = `${vsix}.${process.pid}`;
    await packageInto(fresh);
    await rename(fresh, vsix);
  });
  return vsix;
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function sourceHash(): Promise<string> {
  const hash = createHash('sha256');
  const files: string[] = [];
  for await (const entry of glob(sources, { cwd: root, withFileTypes: true })) {
    if (entry.isFile() && !entry.name.endsWith('.test.ts')) files.push(join(entry.parentPath, entry.name));
  }
  for (const file of files.sort()) {
    const text = await readFile(file);
    hash.update(`${file.slice(root.length)} ${text.length}\n`).update(text);
  }
  return hash.digest('hex').slice(0, 16);
}

function packageInto(path: string): Promise<void> {
  const vsce = join(root, 'node_modules', '@vscode', 'vsce', 'vsce');
  // The page's links stay relative: no repository is known that they could lead to.
  const child = spawn(process.execPath, [vsce, 'package', '--no-rewrite-relative-links', '-o', path], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let words = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (words += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`vsce package ended with code ${code}:\n${words.slice(-4000)}`)),
    );
  });
}
