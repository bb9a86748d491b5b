import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { said } from '../../symbols/oracles.ts';
import { buildShop } from './build-iphone-shop.ts';
import { findShopCulprits } from './iphone-shop-culprits.ts';
import { startShop } from './start-iphone-shop.ts';

/** Each kind's length by the sources, to the millisecond of their clock; a busy machine makes it longer. */
const leastMs: Readonly<Record<string, number>> = {
  start: 449,
  busy: 599,
  lock: 600,
  deep: 399,
  storm: 500,
  sync: 350,
  semaphore: 500,
  readwrite: 400,
  condition: 400,
  chain: 600,
  deadlock: 850,
};

test('the shop writes down each lag with its length', async () => {
  await using shop = await startShop({ slice: 'simulator-x86_64' });
  for (const [kind, ms] of Object.entries(leastMs)) {
    if (kind !== 'start') await shop.lag(kind);
    const { durationMs } = await shop.truthOf(kind);
    assert.ok(durationMs >= ms, `${kind} took ${durationMs} ms`);
  }
});

test('the shop for devices does so under qemu', async () => {
  await using shop = await startShop({ slice: 'device-arm64' });
  await shop.lag('tail');
  const { durationMs, culprit } = await shop.truthOf('tail');
  assert.ok(durationMs >= 399, `${durationMs} ms`);
  // Catalog/price_format.c: from the line with its name to its last brace.
  assert.deepEqual(culprit, { class: '', method: 'round_price', file: 'price_format.c', firstLine: 4, lastLine: 10 });
});

test('each culprit begins where the debug file says that its function is declared', async () => {
  const { dsym } = await buildShop('device');
  const dwarf = said('llvm-dwarfdump-19', ['--debug-info', `${dsym}/Contents/Resources/DWARF/Shop`]);
  const declared = dwarf.split(/\n(?=0x)/).flatMap((entry) => {
    const name = /DW_AT_name\s+\("(.*)"\)/.exec(entry)?.[1];
    const line = /DW_AT_decl_line\s+\((\d+)\)/.exec(entry)?.[1];
    const file = /DW_AT_decl_file\s+\("(?:.*\/)?(.*)"\)/.exec(entry)?.[1];
    return entry.includes('DW_TAG_subprogram') && name !== undefined ? [`${name} ${file}:${line}`] : [];
  });
  for (const [kind, places] of await findShopCulprits()) {
    // clang gives a method of a category the name of its class alone.
    for (const { method, file, firstLine } of places) assert.ok(declared.includes(`${method} ${file}:${firstLine}`), `${kind}: ${method}`);
  }
});

test('the shop can be debugged by its entitlements, and dSYM and app are of one build', async () => {
  for (const destination of ['device', 'simulator'] as const) {
    const { executable, dsym } = await buildShop(destination);
    const uuids = (path: string): readonly string[] => said('llvm-dwarfdump-19', ['--uuid', path]).match(/UUID: \S+ \(\w+\)/g) ?? [];
    assert.equal(uuids(executable).length, destination === 'device' ? 1 : 2);
    assert.deepEqual(uuids(dsym), uuids(executable));
    assert.match(await readFile(executable, 'latin1'), /<key>get-task-allow<\/key>\s*<true\/>/);
  }
});
