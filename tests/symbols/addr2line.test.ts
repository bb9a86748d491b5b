import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runLaglens } from '../../cli/run-laglens.ts';
import { elfLibrary } from './fixtures/elf-fixture.ts';
import { machoDylib } from './fixtures/macho.ts';
import { programs } from './fixtures/program-sources.ts';
import { llvmFunctions, said } from './oracles.ts';

const sources = { ...programs.shop, ...programs.feed };

for (const plain of [[], ['--no-demangle']]) {
  test(`addr2line ${['--json', ...plain].join(' ')} prints what llvm-symbolizer prints`, async () => {
    const fixture = await elfLibrary({ sources, dwarf: 5, flags: ['-O2', '-fdebug-info-for-profiling'] });
    const path = fixture.path('libshop.so');
    const addresses = hexOf(addressesOf(path).flatMap((address) => [address, address + 9, address + 30]));
    const expected = said('llvm-symbolizer-19', [...plain, '--output-style=JSON', `--obj=${path}`], `${addresses.join('\n')}\n`)
      .trimEnd()
      .split('\n');
    // Nothing would be proved by fields that are empty there.
    for (const field of [/"Discriminator":[1-9]/, /"StartAddress":"0x/, /"StartLine":[1-9]/]) assert.match(expected.join(), field);
    const { code, out, said: remarks } = await run('addr2line', path, ...addresses, '--json', ...plain);
    assert.deepEqual({ code, out, remarks }, { code: 0, out: expected, remarks: [] });
  });
}

test('addr2line finds lines through the debug map, and says which object file is gone', async () => {
  const fixture = await machoDylib({ sources: { ...sources, ...programs.screen }, after: [['rm', 'feed.cc.o']] });
  const path = fixture.path('libshop.dylib');
  const [checkout, bind] = hexOf(addressesOf(path, /checkout/, /FeedAdapter4bind/));
  assert.ok(checkout !== undefined && bind !== undefined);
  const { out, said: remarks } = await run('addr2line', path, checkout, bind);
  assert.match(out[0] ?? '', new RegExp(`^${checkout} .*\\bat .*/shop\\.c:\\d+`));
  assert.equal(out[1], `${bind} shop::FeedAdapter::bind(int) (symbol table only)`);
  assert.deepEqual(remarks.length, 1);
  assert.match(remarks[0] ?? '', /feed\.cc\.o at 0x0: expected a file that can be read, found none\.$/);
});

test('addr2line says what is wrong with its arguments', async () => {
  assert.match((await run('addr2line', 'x.so')).said.join(), /^A file and at least one address are needed\./);
  assert.match((await run('addr2line', 'x.so', 'main')).said.join(), /^An address is a hexadecimal number such as 0x1f40, not “main”\./);
  assert.match((await run('addr2line', '/nowhere/x.so', '1f')).said.join(), /\[symbols-missing\]$/);
});

/** An address inside of each function that has one of the names, in the names' order; of all functions without. */
function addressesOf(path: string, ...names: readonly RegExp[]): readonly number[] {
  const functions = llvmFunctions(path);
  const chosen = names.length === 0 ? functions : names.map((name) => functions.find(([, each]) => name.test(each)));
  return chosen.map((found) => (found?.[0] ?? 0) + 4);
}

const hexOf = (addresses: readonly number[]): readonly string[] => addresses.map((address) => `0x${address.toString(16)}`);

async function run(...args: readonly string[]): Promise<{ readonly code: number; readonly out: string[]; readonly said: string[] }> {
  const [out, said]: [string[], string[]] = [[], []];
  const terminal = {
    out: (text: string) => void out.push(text),
    say: (text: string) => void said.push(text),
    environment: process.env,
    folder: process.cwd(),
    signal: new AbortController().signal,
  };
  const code = await runLaglens(args, terminal);
  return { code, out: out.flatMap((text) => text.split('\n')), said };
}
