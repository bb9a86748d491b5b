import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { attach, Program, shippedLibrary } from '../program.ts';
import { connectWhenFree, Host } from '../test-host.ts';

/** As LLVM's reader tells it. */
async function linkedId(path: string): Promise<string | undefined> {
  const { stdout } = await promisify(execFile)('llvm-readelf-14', ['--notes', path]);
  return /Build ID: ([0-9a-f]+)/.exec(stdout)?.[1];
}

test('a library that gives its framework away is reported, also when it comes late, and again to a host that comes back', {
  timeout: 600_000,
}, async () => {
  await using program = await Program.start();
  // Any library will do; only its name speaks.
  const [early, late, other] = ['libhermes.so', 'libflutter.so', 'libother.so'].map((name) => join(program.folder, name));
  for (const path of [early, late, other]) await copyFile(shippedLibrary, path ?? '');
  await program.act(`load ${early}`);
  await program.act(`load ${other}`);
  const socket = await attach(program);
  {
    using host = await Host.connect(socket);
    const image = await host.until('image');
    assert.equal(image.path, early);
    assert.ok(image.base > 0 && image.size >= 0x4000);
    assert.equal(Buffer.from(image.buildId).toString('hex'), await linkedId(shippedLibrary));
    await program.act(`load ${late}`);
    await host.until('image', ({ path }) => path === late);
    assert.equal(host.all('image').length, 2);
  }
  using again = await connectWhenFree(socket);
  await again.until('image', ({ path }) => path === early);
  await again.until('image', ({ path }) => path === late);
});
