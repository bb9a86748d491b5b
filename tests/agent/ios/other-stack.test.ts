import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Host } from '../host.ts';
import { startSmallApp } from './small-app.ts';

const execute = promisify(execFile);
const LOOK_AGAIN_MS = 20;

async function connectSoon(port: number): Promise<Host> {
  for (;;) {
    const host = await Host.connect(port).catch(() => undefined);
    if (host !== undefined) return host;
    await pause(LOOK_AGAIN_MS);
  }
}

for (const slice of ['simulator-x86_64', 'device-arm64'] as const) {
  test(`a stack that the app made itself is read through the kernel (${slice})`, { timeout: 600_000 }, async () => {
    await using app = await startSmallApp('other_stack.c', slice);
    using host = await connectSoon(app.port);
    const names = await functionsOf(app.executable);
    await host.until('sample', ({ node }) => {
      const nodes = new Map(host.all('nativeNode').map((each) => [each.id, each]));
      const stack: string[] = [];
      for (let at = nodes.get(node); at !== undefined; at = nodes.get(at.parent)) stack.push(names(at.offset));
      return stack.slice(0, 2).join(' < ') === '_leaf_on_it < _work_on_it';
    });
    assert.ok(app.isRunning);
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
