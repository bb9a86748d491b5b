import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { startDemoApp } from '../demo-app/launch.ts';
import { root } from './sources.ts';

/** This computer itself: its names and addresses on loopback, and sockets in its file system. */
const loopback = /^\S+ (?:unix \/.*|(?:tcp|name) (?:localhost|127\.0\.0\.1|::1)(?::\d+)?)$/;

test('a recording connects to the device, and to nothing else', async (t) => {
  const scratch = await mkdtemp(join(tmpdir(), 'laglens-watch-'));
  t.after(() => rm(scratch, { recursive: true, force: true }));
  const app = await startDemoApp({ android: '14', runtime: 'jvm', schedule: 'all' });
  t.after(() => app.stop());

  const connections = join(scratch, 'connections');
  const watch = ['--require', join(root, 'tests', 'house', 'watch-connections.cjs')];
  const record = [
    'record',
    '--device',
    'jvm',
    '--app',
    app.mainClass,
    '--pid',
    String(app.pid),
    '--seconds',
    '3',
    '-o',
    join(scratch, 'shop.laglens'),
  ];
  await promisify(execFile)(process.execPath, [...watch, join(root, 'cli', 'main.ts'), ...record], {
    cwd: scratch,
    env: { ...process.env, LAGLENS_CONNECTIONS: connections },
  });

  const seen = (await readFile(connections, 'utf8')).trimEnd().split('\n');
  assert.ok(
    seen.some((line) => /\bunix \/.*laglens-\d+-[0-9a-f]+\.sock$/.test(line)),
    `the agent's socket is among:\n${seen.join('\n')}`,
  );
  assert.deepEqual(
    seen.filter((line) => !loopback.test(line)),
    [],
  );
});
