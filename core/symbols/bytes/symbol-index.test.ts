import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuMsOf } from '../../../tests/cpu-time.ts';
import { Fields } from './fields.ts';
import { SymbolIndexBuilder } from './symbol-index.ts';

/** A table of names as linkers write it, and where each name is in it. */
function names(...texts: readonly string[]): { readonly table: Fields; readonly at: (text: string) => number } {
  const all = `\0${texts.map((text) => `${text}\0`).join('')}`;
  return { table: new Fields(Buffer.from(all), 'names'), at: (text) => all.indexOf(`\0${text}\0`) + 1 };
}

test('an address belongs to the function around it, and to none behind its end', () => {
  const { table, at } = names('bind', 'draw');
  const builder = new SymbolIndexBuilder();
  builder.startTable(table);
  builder.add(0x200, 0x10, 0x1000, at('draw'));
  builder.add(0x100, 0x20, 0x1000, at('bind'));
  const index = builder.build();
  assert.deepEqual(
    [0xff, 0x100, 0x11f, 0x120, 0x200, 0x20f, 0x210].map((address) => index.find(address)?.name),
    [undefined, 'bind', 'bind', undefined, 'draw', 'draw', undefined],
  );
  assert.deepEqual(index.at(0), { address: 0x100, end: 0x120, name: 'bind' });
  assert.deepEqual([index.startingAt(0x100)?.name, index.startingAt(0x101)], ['bind', undefined]);
});

test('a function without a size ends at the next one, at a further known begin, or with its section', () => {
  const { table, at } = names('a', 'b', 'c');
  const builder = new SymbolIndexBuilder();
  builder.startTable(table);
  for (const [name, address] of [
    ['a', 0x100],
    ['b', 0x140],
    ['c', 0x180],
  ] as const)
    builder.add(address, 0, 0x200, at(name));
  // Something begins at 0x150 whose symbol was stripped.
  const index = builder.build(Float64Array.of(0x100, 0x140, 0x150, 0x180));
  assert.deepEqual(
    [0, 1, 2].map((i) => index.at(i).end),
    [0x140, 0x150, 0x200],
  );
  assert.deepEqual([index.find(0x14f)?.name, index.find(0x150)?.name, index.find(0x200)?.name], ['b', undefined, undefined]);
});

test('behind a function inside another one the outer one goes on', () => {
  const { table, at } = names('outer', 'inner');
  const builder = new SymbolIndexBuilder();
  builder.startTable(table);
  builder.add(0x100, 0x100, 0x1000, at('outer'));
  builder.add(0x120, 0x10, 0x1000, at('inner'));
  const index = builder.build();
  assert.deepEqual(
    [0x11f, 0x125, 0x130, 0x1ff, 0x200].map((address) => index.find(address)?.name),
    ['outer', 'inner', 'outer', 'outer', undefined],
  );
});

test('of names at one address the largest function’s is taken, of equals the last', () => {
  const { table, at } = names('label', 'real', 'alias');
  const builder = new SymbolIndexBuilder();
  builder.startTable(table);
  builder.add(0x100, 8, 0x1000, at('real'));
  builder.add(0x100, 0, 0x1000, at('label'));
  assert.equal(builder.build().find(0x101)?.name, 'real');
  builder.add(0x100, 8, 0x1000, at('alias'));
  const index = builder.build();
  assert.deepEqual([index.count, index.find(0x101)?.name], [1, 'alias']);
});

test('names of a second table are found in it', () => {
  const [first, second] = [names('exported'), names('local')];
  const builder = new SymbolIndexBuilder();
  builder.startTable(first.table);
  builder.add(0x100, 8, 0x1000, first.at('exported'));
  builder.startTable(second.table);
  builder.add(0x200, 8, 0x1000, second.at('local'));
  const index = builder.build();
  assert.deepEqual([index.find(0x100)?.name, index.find(0x200)?.name], ['exported', 'local']);
});

test('a million functions that cover each other do not make a look-up slow', () => {
  const { table, at } = names('f');
  const builder = new SymbolIndexBuilder();
  builder.startTable(table);
  // Each is of 2 bytes, but the first claims to reach over all: a table that makes no sense.
  builder.add(0, 2 ** 40, 2 ** 40, at('f'));
  for (let i = 1; i < 1_000_000; i++) builder.add(i * 4, 2, 2 ** 40, at('f'));
  const index = builder.build();
  assert.equal(index.count, 1_000_000);
  const tookMs = cpuMsOf(() => {
    for (let i = 0; i < 10_000; i++) index.find(i * 400 + 3);
  });
  // 64 steps back at most; going back to the first each time would be 10^10 steps.
  assert.ok(tookMs < 2000, `${tookMs} ms`);
});

test('no functions are no answer', () => {
  const index = new SymbolIndexBuilder().build();
  assert.deepEqual([index.count, index.find(5), index.startingAt(0)], [0, undefined, undefined]);
});
