import assert from 'node:assert/strict';
import { realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { before, test } from 'node:test';
import type { Demangler } from '../../core/symbols/names/demangler.ts';
import { MAX_FULL } from '../../core/symbols/names/demangler-limits.ts';
import { loadDemangler } from '../../host/demangler-files.ts';
import { filtered, symbolNames } from './other-demanglers.ts';

/** Of the Debian packages libclang-cpp19 and libllvm19, which clang-19 needs: 85,000 names of current C++, made by GCC. */
const libraries = ['libclang-cpp.so.19.1', 'libLLVM.so.19.1'];

let demangler: Demangler;
let names: readonly string[];
/** The names that llvm-cxxfilt reads, in the same order as what it makes of them. */
let read: readonly { readonly name: string; readonly theirs: string }[];

before(async () => {
  demangler = await loadDemangler();
  const folder = dirname(await realpath('/usr/lib/llvm-19/lib/libclang-cpp.so.19.1'));
  names = [...new Set((await Promise.all(libraries.map((library) => symbolNames(join(folder, library), 'library', /^_Z/)))).flat())];
  const all = await filtered(names, 'llvm-cxxfilt-19');
  read = names.map((name, i) => ({ name, theirs: all[i] ?? '' })).filter(({ name, theirs }) => name !== theirs);
});

test('C++ names are in full what llvm-cxxfilt makes of them', (t) => {
  assert.ok(names.length > 50_000);
  const cut = read.filter(({ theirs }) => theirs.length > MAX_FULL);
  t.diagnostic(`${read.length} of ${names.length} names are read by llvm-cxxfilt; ${cut.length} are longer than ${MAX_FULL} characters`);
  const different = read
    .filter(({ theirs }) => theirs.length <= MAX_FULL && theirs !== '')
    .filter(({ name, theirs }) => demangler.demangle(name).full !== theirs);
  assert.deepEqual(different, []);
});

test('Mach-O’s underscore changes nothing', () => {
  const some = read.filter((_, i) => i % 50 === 0);
  assert.deepEqual(
    some.filter(({ name }) => demangler.demangle(`_${name}`).full !== demangler.demangle(name).full),
    [],
  );
});

test('short forms of functions are what llvm-cxxfilt shows without parameters, without template arguments', async (t) => {
  // short-forms.test.ts holds names inside of functions (`_ZZ`), conversions and lambdas, where parameters stay, and names that are no
  // functions.
  const special =
    /operator [^nd]|'lambda|'unnamed|\{|^(?:non-virtual|virtual|vtable|VTT|typeinfo|guard|covariant|construction|TLS|reference)/;
  const plain = read.filter(({ name, theirs }) => !name.startsWith('_ZZ') && !special.test(theirs));
  const bare = await filtered(
    plain.map(({ name }) => name),
    'llvm-cxxfilt-19',
    '--no-params',
  );
  const different = plain
    .map(({ name }, i) => ({ name, short: demangler.demangle(name).short, expected: withoutTemplates(bare[i] ?? '') }))
    .filter(({ short, expected }) => short !== expected && expected.length <= 256);
  t.diagnostic(`${plain.length} functions`);
  assert.deepEqual(different.slice(0, 20), []);
});

/**
 * `--no-params`' result, without `<…>`, ABI tags and libstdc++'s layout namespace. An independent way: innermost brackets are removed until
 * none is left, with operators' names hidden before.
 */
function withoutTemplates(bare: string): string {
  const operators = /\boperator(?:<=>|<<=|>>=|->\*|->|<<(?=<|$)|>>|<=|>=|<|>)/g;
  let text = bare.replaceAll(operators, (name) => name.replaceAll('<', '‹').replaceAll('>', '›'));
  text = text.replaceAll(/->|\[abi:\w+\]/g, '');
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replaceAll(/<[^<>]*>/g, '');
  }
  text = text.replaceAll('‹', '<').replaceAll('›', '>');
  return text
    .replaceAll('std::__cxx11::', 'std::')
    .replaceAll(/(?<!operator)\(\)(?: const)*::/g, '::')
    .replace(/ \(\..*\)$/, '')
    .trim();
}
