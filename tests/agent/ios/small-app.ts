import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { iosCompileFlags, iosCompiler } from '../../../device-agents/build/ios-library.ts';
import { agentsRoot } from '../../../device-agents/build/sources.ts';
import { agentFor } from '../../demo-app/iphone/agent-on-shop.ts';
import { freePort } from '../../host/free-port.ts';
import { buildLoader } from '../../runtimes/mach-o-loader/build-loader.ts';
import { defaultToken } from '../program.ts';
import { Host } from '../test-host.ts';

const CHECK_INTERVAL_MS = 20;
const execute = promisify(execFile);
const link = ['-nostdlib', '-fuse-ld=lld', '-Wl,-adhoc_codesign', '-Wl,-fixup_chains', '-lSystem'];
const targets = { 'simulator-x86_64': 'x86_64-apple-ios15.0-simulator', 'device-arm64': 'arm64-apple-ios15.0' } as const;

/** An app of one file in the loader, with the inserted shipped agent. */
export interface SmallApp extends AsyncDisposable {
  readonly executable: string;
  readonly home: string;
  /** Path of the library in its bundle, '' when it has none. */
  readonly library: string;
  /** The agent's, which knows the default token. */
  readonly port: number;
  readonly isRunning: boolean;
}

interface SmallAppOptions {
  /** A library in the bundle's Frameworks that the app may load; the source is a file of native/. */
  readonly library?: { readonly source: string; readonly name: string };
  /** More options of the agent, such as `blocking=0`. */
  readonly options?: string;
  /** Limit of open files. */
  readonly files?: number;
  /** More of the loader's environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** @param source name of a file of native/ */
export async function startSmallApp(
  source: string,
  slice: keyof typeof targets,
  { options = '', env: more = {}, library: wanted, files }: SmallAppOptions = {},
): Promise<SmallApp> {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-small-app-'));
  const [executable, port] = [join(folder, 'Other.app', 'Other'), await freePort()];
  await mkdir(join(folder, 'Other.app', 'Frameworks'), { recursive: true });
  const compile = async (name: string, output: string, ...flags: readonly string[]): Promise<void> => {
    const path = fileURLToPath(new URL(`native/${name}`, import.meta.url));
    const args = ['-target', targets[slice], ...iosCompileFlags, path, ...link, ...flags, '-o', output];
    await execute(iosCompiler, args, { cwd: agentsRoot });
  };
  await compile(source, executable);
  const library = wanted === undefined ? '' : join(folder, 'Other.app', 'Frameworks', wanted.name);
  if (wanted !== undefined) await compile(wanted.source, library, '-shared', `-Wl,-install_name,@rpath/${wanted.name}`);
  const env = {
    PATH: process.env.PATH,
    IPHONE_LOADER_ARCH: slice === 'device-arm64' ? 'arm64' : 'x86_64',
    DYLD_INSERT_LIBRARIES: agentFor(slice),
    LAGLENS_OPTIONS: `token=${defaultToken},port=${port},${options}`,
    ...more,
  };
  const command = [await buildLoader(), '--home', folder, executable];
  const limit = files === undefined ? [] : ['prlimit', `--nofile=${files}`];
  const [program = '', ...args] = [...limit, ...command];
  const app = spawn(program, args, { env, stdio: 'inherit' });
  return {
    executable,
    home: folder,
    library,
    port,
    get isRunning() {
      return app.exitCode === null && app.signalCode === null;
    },
    async [Symbol.asyncDispose]() {
      app.kill('SIGKILL');
      if (app.exitCode === null && app.signalCode === null) await once(app, 'exit');
      await rm(folder, { recursive: true });
    },
  };
}

/** Connects as soon as the app's agent listens. */
export async function connectSoon(app: SmallApp): Promise<Host> {
  for (;;) {
    const host = await Host.connect(app.port).catch(() => undefined);
    if (host !== undefined) return host;
    assert.ok(app.isRunning, 'the app ended before its agent listened');
    await pause(CHECK_INTERVAL_MS);
  }
}
