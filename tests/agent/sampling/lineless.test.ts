import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { artVersions, buildArt } from '../../runtimes/art/build-art.ts';
import { defaultToken, hookJar, Program, shippedLibrary } from '../program.ts';
import { Host } from '../test-host.ts';

const execute = promisify(execFile);

// ART's own stack traces put the dex pc where a line would be (art/runtime/thread.cc, from Android 8 on).
for (const version of artVersions)
  test(`frames of code without line numbers carry the dex pc that the Android Runtime ${version} itself shows`, {
    timeout: 600_000,
  }, async (t) => {
    const art = await buildArt(undefined, version);
    const folder = await mkdtemp(join(tmpdir(), 'laglens-lineless-'));
    t.after(() => rm(folder, { recursive: true }));
    const source = fileURLToPath(new URL('../java/Lineless.java', import.meta.url));
    await execute('javac', ['--release', '8', '-Xlint:-options', '-g:none', '-d', folder, source]);
    const d8 = ['-cp', art.d8Jar, 'com.android.tools.r8.D8', '--release', '--min-api', '26', '--lib', art.frameworkJar];
    await execute('java', [...d8, '--output', join(folder, 'lineless.jar'), join(folder, 'Lineless.class')]);
    await using program = await Program.run(['-cp', join(folder, 'lineless.jar'), 'Lineless'], art.run, { ART_DATA: join(folder, 'data') });
    const socket = join(program.folder, `laglens-${program.pid}-00000001.sock`);
    await program.ask(`attach ${shippedLibrary}=token=${defaultToken},rand=00000001,dir=${program.folder},hook=${hookJar}`);
    while (!existsSync(socket)) await program.ask('sleep 5');
    using host = await Host.connect(socket);
    await host.until('sample');
    const [, ...shown] = (await program.ask('sleep 500')).split(' ');
    assert.deepEqual(
      shown.map((frame) => frame.replace(/:\d+$/, '')),
      ['inner', 'outer', 'main'],
    );

    const inner = await host.until('method', ({ name }) => name === 'inner');
    const methods = new Map(host.all('method').map((method) => [method.id, method]));
    const nodes = new Map(host.all('node').map((node) => [node.id, node]));
    const sent: string[] = [];
    for (let at = host.all('node').find(({ method }) => method === inner.id); at !== undefined; at = nodes.get(at.parent)) {
      assert.equal(at.line, 0);
      sent.push(`${methods.get(at.method)?.name}:${at.pc}`);
    }
    assert.deepEqual(sent, shown);
  });
