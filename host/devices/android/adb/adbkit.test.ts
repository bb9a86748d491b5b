import assert from 'node:assert/strict';
import { access, chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, posix, win32 } from 'node:path';
import { test } from 'node:test';
import { AdbkitServer, noProgram } from './adbkit.ts';

test('an adb server that refuses starts no program, whatever lies in PATH and in the current folder', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-planted-'));
  t.after(() => rm(folder, { recursive: true }));
  const ran = join(folder, 'ran');
  // The last names of what is given to the library now, and of what was once.
  for (const name of [posix.basename(noProgram('linux')), 'laglens-starts-adb-itself', 'none.exe', 'adb']) {
    await writeFile(join(folder, name), `#!/bin/sh\necho "$0 $*" >> "${ran}"\n`);
    await chmod(join(folder, name), 0o755);
  }
  const [path, current] = [process.env.PATH, process.cwd()];
  t.after(() => {
    process.env.PATH = path;
    process.chdir(current);
  });
  process.env.PATH = `${folder}:${path}`;
  process.chdir(folder);
  const server = new AdbkitServer({ host: '127.0.0.1', port: await closedPort() });
  await assert.rejects(server.version(AbortSignal.timeout(20_000)));
  assert.equal((await readdir(folder)).includes('ran'), false);
});

test('the name of no program is an absolute path on every system, and is not there', async () => {
  assert.ok(posix.isAbsolute(noProgram('linux')) && posix.isAbsolute(noProgram('darwin')));
  assert.ok(win32.isAbsolute(noProgram('win32')));
  assert.match(noProgram('win32'), /[<>]/);
  await assert.rejects(access(noProgram(process.platform)), { code: 'ENOTDIR' });
});

/** A port of loopback on which nobody listens. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
