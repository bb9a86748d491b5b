import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { installCodeServer, type VsCodeAge } from '../../../scripts/setup/install-code-server.ts';
import { atEndOfProcess } from './ending.ts';
import { copyInstalledExtension } from './installed-extension.ts';
import { usualVsCode } from './vscode-age.ts';

const execute = promisify(execFile);

export interface CodeServerOptions {
  /** By default LAGLENS_VSCODE of the environment, or the oldest. */
  readonly vscode?: VsCodeAge;
  /** The folder or `.code-workspace` that VS Code opens. */
  readonly workspace: string;
  /** The extension to install. */
  readonly vsix: string;
  /** Others to install beside it. */
  readonly moreExtensions?: readonly string[];
  /** Texts of files that the installed extension gets on top of its own, by path. */
  readonly moreFiles?: Readonly<Record<string, string>>;
  /** On top of those that keep VS Code quiet. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** For VS Code and so for the extension. */
  readonly env?: Readonly<Record<string, string>>;
  readonly log?: (line: string) => void;
}

/** VS Code's server with its own home folder, on loopback only and without a password. */
export interface CodeServer {
  readonly url: string;
  /** Home folder of everything in it; gone after `stop`. */
  readonly home: string;
  /** Its output so far, for failures. */
  output(): string;
  /** Kills it with all its processes, as a crash would, and restarts it with the same home and URL. */
  crash(): Promise<void>;
  /** Ends it with all its processes and removes its home folder. */
  stop(): Promise<void>;
}

/** No dialogs, first-run pages or network requests. */
const quietSettings = {
  'security.workspace.trust.enabled': false,
  'workbench.startupEditor': 'none',
  'workbench.colorTheme': 'Default Dark Modern',
  'window.autoDetectColorScheme': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'workbench.enableExperiments': false,
  'workbench.tips.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'chat.disableAIFeatures': true,
  'git.enabled': false,
};

const STARTS = 5;
const UP_MS = 120_000;
/** Each a tenth of a second later: ended processes may still write. */
const RETRIES = 20;

/** @throws Error with the server's words if it doesn't start */
export async function startCodeServer(options: CodeServerOptions): Promise<CodeServer> {
  const vscode = await installCodeServer(options.vscode ?? usualVsCode, options.log ?? (() => {}));
  const { node, entry } = vscode;
  // Short, since VS Code's sockets are below it, and a socket's path has at most 107 bytes.
  const home = await mkdtemp(join(tmpdir(), 'laglens-vs-'));
  const forget = atEndOfProcess(() => rmSync(home, { recursive: true, force: true }));
  const removeHome = async (): Promise<void> => {
    await rm(home, { recursive: true, force: true, maxRetries: RETRIES });
    forget();
  };
  try {
    const dirs = [
      '--config',
      join(home, 'config.yaml'),
      '--user-data-dir',
      join(home, 'data'),
      '--extensions-dir',
      join(home, 'extensions'),
    ];
    const env = { ...environment(home), ...options.env };
    await writeFile(join(home, 'config.yaml'), 'auth: none\n');
    await writeSettings(join(home, 'data', 'User'), { ...quietSettings, ...options.settings });
    // Paths and addresses (scope `machine`) count only where the extension runs; VS Code drops them from other settings.
    await writeSettings(join(home, 'data', 'Machine'), options.settings ?? {});
    await copyInstalledExtension(vscode, options.vsix, join(home, 'extensions'));
    const more = options.moreExtensions?.flatMap((vsix) => ['--install-extension', vsix]) ?? [];
    if (more.length > 0) await execute(node, [entry, ...dirs, ...more], { env });
    await addFiles(join(home, 'extensions'), options.moreFiles ?? {});
    // The newest VS Code removes NODE_OPTIONS from its extension host, but passes the server's flags on.
    const flags = options.env?.NODE_OPTIONS?.split(' ') ?? [];
    const run = (port: number): Promise<RunningServer> => runUntilUp(node, [...flags, entry, ...dirs], options.workspace, port, env);
    let running = await run(0);
    const { port } = running;
    const kind = options.workspace.endsWith('.code-workspace') ? 'workspace' : 'folder';
    return {
      url: `http://127.0.0.1:${port}/?${kind}=${encodeURIComponent(options.workspace)}`,
      home,
      output: () => running.output(),
      crash: async () => {
        await running.end('SIGKILL');
        running = await run(port);
      },
      stop: async () => {
        await running.end('SIGTERM');
        await removeHome();
      },
    };
  } catch (error) {
    await removeHome();
    throw error;
  }
}

interface RunningServer {
  readonly port: number;
  output(): string;
  end(signal: NodeJS.Signals): Promise<void>;
}

/**
 * Its two processes allow each other ten seconds to load, too few on a busy computer. After a restart the port may be taken for a moment.
 */
async function runUntilUp(...how: Parameters<typeof runServer>): Promise<RunningServer> {
  for (let start = 1; ; start++) {
    try {
      return await runServer(...how);
    } catch (error) {
      if (start === STARTS || !(error instanceof Error && /timed out|EADDRINUSE/.test(error.message))) throw error;
    }
  }
}

/** @param port 0: any free one */
async function runServer(
  node: string,
  args: readonly string[],
  workspace: string,
  port: number,
  env: NodeJS.ProcessEnv,
): Promise<RunningServer> {
  const flags = ['--bind-addr', `127.0.0.1:${port}`, '--auth', 'none', '--disable-telemetry', '--disable-update-check'];
  const more = ['--disable-getting-started-override', workspace];
  // Its own process group ends with its extension hosts.
  const server = spawn(node, [...args, ...flags, ...more], { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const output = collect(server);
  const end = endGroup(server);
  try {
    return { port: await listening(server, output), output, end };
  } catch (error) {
    await end('SIGKILL');
    throw error;
  }
}

async function addFiles(extensions: string, files: Readonly<Record<string, string>>): Promise<void> {
  const installed = (await readdir(extensions)).find((name) => name.startsWith('laglens.laglens-'));
  if (installed === undefined) return;
  for (const [name, text] of Object.entries(files)) {
    const path = join(extensions, installed, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}

async function writeSettings(folder: string, settings: Readonly<Record<string, unknown>>): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'settings.json'), JSON.stringify(settings));
}

function environment(home: string): NodeJS.ProcessEnv {
  const own = /^(VSCODE_|CODE_SERVER_|ELECTRON_|PASSWORD|NODE_OPTIONS$|NODE_TEST_CONTEXT$|npm_)/;
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
  return { ...inherited, HOME: home, XDG_CONFIG_HOME: join(home, '.config'), XDG_DATA_HOME: join(home, '.local'), TMPDIR: home };
}

function collect(server: ChildProcess): () => string {
  let words = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      words = (words + text).slice(-100_000);
    });
  }
  // This install lacks the compiled log writer, which VS Code reports at length.
  return () => words.replace(/^Error: Could not locate the bindings file[\s\S]*?^\}\n/m, '');
}

function listening(server: ChildProcess, output: () => string): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (why: string): void => reject(new Error(`code-server ${why}; its last words:\n${output().slice(-2000)}`));
    const timer = setTimeout(() => fail(`did not listen within ${UP_MS / 1000} s`), UP_MS);
    // All its output has come only then.
    server.once('error', reject).once('close', (code) => {
      clearTimeout(timer);
      fail(`ended with code ${code}`);
    });
    server.stdout?.on('data', () => {
      const found = /HTTP server listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(output());
      if (!found) return;
      clearTimeout(timer);
      resolve(Number(found[1]));
    });
  });
}

function endGroup(server: ChildProcess): (how: NodeJS.Signals) => Promise<void> {
  const { pid } = server;
  if (pid === undefined) return async () => {};
  const ended = new Promise<void>((resolve) => server.once('close', () => resolve()));
  const signal = (name: NodeJS.Signals): void => {
    try {
      process.kill(-pid, name);
    } catch (error) {
      // The whole group has already ended.
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  };
  const forget = atEndOfProcess(() => signal('SIGKILL'));
  return async (how) => {
    signal(how);
    const timer = setTimeout(() => signal('SIGKILL'), 5000);
    await ended;
    clearTimeout(timer);
    signal('SIGKILL');
    forget();
  };
}
