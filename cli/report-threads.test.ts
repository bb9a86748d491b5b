import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { lockedShop } from '../tests/core/locked-shop.ts';
import { sessionBytes } from '../tests/core/memory-session.ts';
import { type CommandOutput, runCommand } from '../tests/host/run-command.ts';

let folder = '';

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens report '));
  await writeFile(join(folder, 'shop.laglens'), await sessionBytes(lockedShop()));
});
after(() => rm(folder, { recursive: true, force: true }));

const report = (...args: readonly string[]): Promise<CommandOutput> => runCommand(['report', 'shop.laglens', ...args], { folder });

test('a report of threads at a moment is a thread dump', async () => {
  const { code, out, said } = await report('--threads-at', '0.45');
  assert.deepEqual([code, said], [0, '']);
  const lines = out.split('\n');
  assert.equal(lines[0], '----- pid 4242 at 2023-11-14 22:30:00 -----');
  assert.deepEqual(lines.slice(5, 11), [
    '"main" prio=5 tid=1 Blocked',
    '  | group="main" sysTid=4242',
    '  | blocked, CPU 0 %, waits for lock of Cart, held by bg-db',
    '  at com.example.Cart.total(Cart.java:12)',
    '  - waiting to lock <0x00000001> (a com.example.Cart) held by thread 3',
    '  at com.example.Feed.show(Feed.java:10)',
  ]);
});

test('a stack of an app that R8 shrank is retraced as any other', async () => {
  await writeFile(join(folder, 'map.txt'), 'com.example.shop.Basket -> com.example.Cart:\n    3:7:int sum():30:34 -> total\n');
  const dump = await report('--threads-at', '0.45');
  await writeFile(join(folder, 'dump.txt'), dump.out.replaceAll('Cart.java:12', 'SourceFile:5'));
  const { out } = await runCommand(['retrace', 'map.txt', 'dump.txt'], { folder });
  // Lines 3 to 7 were 30 to 34.
  assert.ok(out.split('\n').includes('  at com.example.shop.Basket.sum(Basket.java:32)'), out);
});

test('a moment outside the session, another unit or another option is refused with the reason', async () => {
  for (const wrong of ['99', '-1', '3 minutes', 'now']) {
    const { code, said } = await report(`--threads-at=${wrong}`);
    assert.equal(code, 2);
    assert.match(said, /--threads-at is a time in seconds within the session’s 3\.\d\d s, such as 3\.2, not “/, wrong);
  }
  const both = await report('--threads-at', '0.45', '--json');
  assert.equal(both.code, 2);
  assert.match(both.said, /--threads-at goes with no other option than --source-map\./);
});
