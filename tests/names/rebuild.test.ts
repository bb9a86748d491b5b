import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  buildDemanglers,
  demanglerPrograms,
  demanglersCompiler,
  ownSourceHash,
  prebuiltDemanglers,
} from '../../scripts/build/demanglers.ts';
import { hasCargo } from '../../scripts/setup/crate.ts';

const committed = async (name: string): Promise<Buffer> => readFile(join(prebuiltDemanglers, name));

test('the committed programs are what VERSION.txt says, of these sources', async () => {
  const version = (await committed('VERSION.txt')).toString('utf8');
  for (const name of demanglerPrograms) {
    const wasm = await committed(name);
    const sha256 = createHash('sha256').update(wasm).digest('hex');
    assert.ok(version.includes(`\n${sha256} ${wasm.length} ${name}\n`), name);
  }
  assert.match(version, new RegExp(`^own ${await ownSourceHash()}$`, 'm'), 'run: node scripts/build/demanglers.ts');
});

test('they come out the same again, byte by byte, where the same compiler is', { timeout: 600_000 }, async (t) => {
  const compiler = await demanglersCompiler();
  const built = /^compiler (.*)$/m.exec((await committed('VERSION.txt')).toString('utf8'))?.[1];
  if (compiler !== built) return t.skip(`they were built by ${built}; here is ${compiler ?? 'no clang-19 for WebAssembly'}`);
  if (!(await hasCargo())) return t.skip('cargo is not installed: it fetches the crate with the sources');
  const folder = await mkdtemp(join(tmpdir(), 'laglens-rebuild-'));
  try {
    await buildDemanglers(folder, (line) => t.diagnostic(line));
    assert.deepEqual((await readdir(folder)).sort(), (await readdir(prebuiltDemanglers)).sort());
    for (const name of await readdir(folder)) assert.ok((await committed(name)).equals(await readFile(join(folder, name))), name);
  } finally {
    await rm(folder, { recursive: true });
  }
});
