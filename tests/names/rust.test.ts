import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { glob, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Demangler } from '../../core/symbols/names/demangler.ts';
import { loadDemangler } from '../../host/demangler-files.ts';
import { filtered, symbolNames } from './other-demanglers.ts';

const execute = promisify(execFile);
const source = fileURLToPath(new URL('rust/shop.rs', import.meta.url));

suite('Rust', () => {
  let demangler: Demangler;
  let folder: string;
  /** Rust's own folder, where rustc is installed. */
  let sysroot: string | undefined;

  before(async () => {
    demangler = await loadDemangler();
    folder = await mkdtemp(join(tmpdir(), 'laglens-rust-'));
    sysroot = await execute('rustc', ['--print', 'sysroot']).then(
      ({ stdout }) => stdout.trim(),
      () => undefined,
    );
  });

  after(() => rm(folder, { recursive: true }));

  test('names in the new mangling are in full what llvm-cxxfilt makes of them', async (t) => {
    if (sysroot === undefined) return t.skip('rustc is not installed: its standard library and a program that it compiles hold the names');
    const program = join(folder, 'v0');
    await execute('rustc', ['-C', 'symbol-mangling-version=v0', '-o', program, source]);
    const libraries: string[] = [];
    for await (const path of glob('lib/rustlib/*/lib/libstd-*.so', { cwd: sysroot })) libraries.push(join(sysroot, path));
    const found = await Promise.all([
      symbolNames(program, 'program', /^_R/),
      ...libraries.map((library) => symbolNames(library, 'library', /^_R/)),
    ]);
    const names = [...new Set(found.flat())];
    const theirs = await filtered(names, 'llvm-cxxfilt-19');
    assert.ok(names.length > 500);
    t.diagnostic(`${names.length} names`);
    assert.deepEqual(
      // Pieces that LLVM made of a static variable end in `.0`, which llvm-cxxfilt puts in parentheses.
      names.filter((name, i) => demangler.demangle(name).full !== theirs[i]?.replace(/ \((\.\d+)\)$/, '$1')),
      [],
    );
  });

  test('names in the old mangling are what GNU c++filt makes of them, without the hash at the end', async (t) => {
    if (sysroot === undefined) return t.skip('rustc is not installed: a program that it compiles holds the names');
    const program = join(folder, 'legacy');
    // Since 1.95 the old mangling is an unstable option again.
    const options = ['-Z', 'unstable-options', '-C', 'symbol-mangling-version=legacy', '-o', program, source];
    await execute('rustc', options, { env: { ...process.env, RUSTC_BOOTSTRAP: '1' } });
    const names = await symbolNames(program, 'program', /^_ZN.*17h[\da-f]{16}E/);
    const theirs = await filtered(names, 'c++filt', '-s', 'rust');
    assert.ok(names.length > 100);
    t.diagnostic(`${names.length} names`);
    assert.deepEqual(
      names.filter((name, i) => `${demangler.demangle(name).full}::h` !== theirs[i]?.replace(/(::h)[\da-f]{16}$/, '$1')),
      [],
    );
  });

  test('a C++ name that ends like a Rust hash is C++', () => {
    // GCC's name of Foo<int>::h0123456789abcdef(int).
    assert.equal(demangler.demangle('_ZN3FooIiE17h0123456789abcdefEi').full, 'Foo<int>::h0123456789abcdef(int)');
  });
});
