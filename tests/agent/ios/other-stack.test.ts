import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { iosCompileFlags, iosCompiler } from '../../../device-agents/build/ios-library.ts';
import { agentsRoot } from '../../../device-agents/build/sources.ts';
import { agentFor } from '../../demo-app/iphone/agent-on-shop.ts';
import { buildLoader } from '../../devices/iphone/loader/build.ts';
import { freePort } from '../../host/free-port.ts';
import { Host } from '../host.ts';
import { defaultToken } from '../program.ts';

const execute = promisify(execFile);
const LOOK_AGAIN_MS = 20;
const link = ['-nostdlib', '-fuse-ld=lld', '-Wl,-adhoc_codesign', '-Wl,-fixup_chains', '-lSystem'];
const slices = { 'simulator-x86_64': 'x86_64-apple-ios14.0-simulator', 'device-arm64': 'arm64-apple-ios14.0' } as const;

async function connectSoon(port: number): Promise<Host> {
  for (;;) {
    const host = await Host.connect(port).catch(() => undefined);
    if (host !== undefined) return host;
    await pause(LOOK_AGAIN_MS);
  }
}

for (const slice of ['simulator-x86_64', 'device-arm64'] as const) {
  test(`a stack that the app made itself is read through the kernel (${slice})`, { timeout: 60_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'laglens-other-stack-'));
    const [executable, port] = [join(folder, 'Other.app', 'Other'), await freePort()];
    await mkdir(join(folder, 'Other.app'));
    const source = fileURLToPath(new URL('native/other_stack.c', import.meta.url));
    await execute(iosCompiler, ['-target', slices[slice], ...iosCompileFlags, source, ...link, '-o', executable], { cwd: agentsRoot });
    const env = {
      PATH: process.env.PATH,
      IPHONE_LOADER_ARCH: slice === 'device-arm64' ? 'arm64' : 'x86_64',
      DYLD_INSERT_LIBRARIES: agentFor(slice),
      LAGLENS_OPTIONS: `token=${defaultToken},port=${port}`,
    };
    const app = spawn(await buildLoader(), ['--home', folder, executable], { env, stdio: 'inherit' });
    try {
      using host = await connectSoon(port);
      const names = await functionsOf(executable);
      await host.until('sample', ({ node }) => {
        const nodes = new Map(host.all('nativeNode').map((each) => [each.id, each]));
        const stack: string[] = [];
        for (let at = nodes.get(node); at !== undefined; at = nodes.get(at.parent)) stack.push(names(at.offset));
        return stack.slice(0, 2).join(' < ') === '_leaf_on_it < _work_on_it';
      });
      assert.ok(app.exitCode === null);
    } finally {
      app.kill('SIGKILL');
      if (app.exitCode === null && app.signalCode === null) await once(app, 'exit');
      await rm(folder, { recursive: true });
    }
  });
}

/** The function that an address of the file lies in, as llvm-nm lists them. */
async function functionsOf(executable: string): Promise<(address: number) => string> {
  const { stdout } = await execute('llvm-nm-19', ['-n', executable]);
  const symbols = [...stdout.matchAll(/^([0-9a-f]+) [tT] (\S+)$/gm)].map(([, at = '', name = '']) => ({
    at: Number.parseInt(at, 16),
    name,
  }));
  return (address) => symbols.findLast(({ at }) => at <= address)?.name ?? '';
}
