import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { installCodeServer } from '../../scripts/setup/install-code-server.ts';

const limits = fileURLToPath(new URL('../../host/time-limits.ts', import.meta.url));

/** Waits for an event that never comes, as a connection that is never made does. */
const waiting = `
  import { EventEmitter, once } from 'node:events';
  import { timeoutSignal } from ${JSON.stringify(limits)};
  const collecting = setInterval(globalThis.gc, 20);
  const wedged = setTimeout(() => process.exit(1), 5_000);
  const wait = () => once(new EventEmitter(), 'connect', { signal: AbortSignal.any([new AbortController().signal, timeoutSignal(200)]) });
  wait().catch((error) => {
    console.log(error.cause.name);
    clearInterval(collecting);
    clearTimeout(wedged);
  });
`;

test('a limit of time comes in the Node of the oldest VS Code, however much memory is collected meanwhile', async (t) => {
  const { node } = await installCodeServer('oldest', (line) => t.diagnostic(line));
  const folder = await mkdtemp(join(tmpdir(), 'laglens-limit-'));
  t.after(() => rm(folder, { recursive: true }));
  const outfile = join(folder, 'waiting.mjs');
  await build({
    stdin: { contents: waiting, resolveDir: folder },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
  });
  const { stdout } = await promisify(execFile)(node, ['--expose-gc', outfile]);
  assert.equal(stdout, 'TimeoutError\n');
});
