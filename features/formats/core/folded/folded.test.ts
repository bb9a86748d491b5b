import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUntimed } from '../../../../core/session/model/annotations.ts';
import { imported, lagsOf, modelOf, rowsOf } from '../../tests/formats/import-profile.ts';
import { ImportReport } from '../import/import-report.ts';
import { SessionBuilder } from '../import/session-builder.ts';
import { looksLikeFolded, readFolded } from './read.ts';
import { writeFolded } from './write.ts';

test('counts are samples of 10 ms, one after the other on their thread, and no lag', async () => {
  const { model, report } = await imported(readFolded, '[main tid=5];a;b 2\n[io tid=6];a 1\n\n[main tid=5];a 3\nno count\n');
  const [main, io] = model.threads;
  assert.ok(main !== undefined && io !== undefined);
  assert.deepEqual([main.name, main.tid, io.name], ['main', 5, 'io']);
  assert.deepEqual(rowsOf(model, main), ['0-20 a/b', '20-50 a']);
  assert.deepEqual(rowsOf(model, io), ['0-10 a']);
  assert.deepEqual(lagsOf(model, 10_000), []);
  assert.ok(isUntimed(model));
  assert.ok(report.text.includes('Skipped: 1 line without stack and count.'), report.text);
});

test('a million counts are microseconds', async () => {
  const { model } = await imported(readFolded, 'a;b 1500000\n');
  const [thread] = model.threads;
  assert.ok(thread);
  assert.deepEqual(rowsOf(model, thread), ['0-1500 a/b']);
});

test('a line of a million blanks takes no time', async () => {
  const { report } = await imported(readFolded, `a;b 2\na${' '.repeat(1_000_000)}b\n`, 1 << 16);
  assert.ok(report.text.includes('Skipped: 1 line without stack and count.'), report.text);
});

test('only stacks with counts look like folded ones', () => {
  const looks = (text: string): boolean => looksLikeFolded({ text, bytes: new TextEncoder().encode(text) });
  assert.deepEqual(['a;b 2\nc 1\n', 'a;b 2', 'a;b 2\nc;d', '{"a": 1}\n', 'a;b 2\nplain text\n', ''].map(looks), [
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('comments and a minority of other lines are left out and counted', async () => {
  const text = '# made by a tool\nmain;a;b 3\nmain;a 2\nthis line is no stack\n// or this\nmain;c 5\n';
  const looks = (of: string): boolean => looksLikeFolded({ text: of, bytes: new Uint8Array(0) });
  assert.ok(looks(text) && !looks('# words\nmore words\nand; more 1\n') && !looks('#only a;comment 1\n'));
  const { model, report } = await imported(readFolded, text);
  const [thread] = model.threads;
  assert.ok(thread);
  assert.deepEqual(rowsOf(model, thread), ['0-30 main/a/b', '30-50 main/a', '50-100 main/c']);
  assert.match(report.text, /Skipped: 2 comments, 1 line without stack and count\./);
});

test('a written session sums the time of each thread’s stacks in microseconds', async () => {
  const builder = new SessionBuilder(new ImportReport('test'));
  const main = builder.thread({ name: 'ma;in', tid: 12 });
  const a = builder.stack(0, builder.frame({ function: 'a' }));
  const b = builder.stack(a, builder.frame({ function: 'b' }));
  for (const [beginUs, endUs, stack] of [
    [0, 20_000, a],
    [20_000, 25_000, b],
    [25_000, 26_000, a],
  ] as const)
    builder.sample(main, beginUs, endUs, stack);
  const lines = [...writeFolded({ model: await modelOf(builder), name: '', lags: [] })].join('');
  assert.equal(lines, '[ma:in tid=12];a 21000\n[ma:in tid=12];a;b 5000\n');
});

test('fractions of counts keep their time: they are scaled before they are rounded', async () => {
  const { model } = await imported(readFolded, 'a;b 0.5\na;c 0.25\na 1.5\n');
  // Counts are samples of 10 ms.
  assert.deepEqual(
    model.threads.map((thread) => rowsOf(model, thread)),
    [['0-5 a/b', '5-7.5 a/c', '7.5-22.5 a']],
  );
});

test('threads beyond the bound are counted, and not held', async () => {
  const lines = Array.from({ length: 32_770 }, (_, tid) => `[t tid=${tid + 1}];a;b 1\n`);
  const { model, report } = await imported(readFolded, lines.join(''), 1 << 16);
  assert.equal(model.threads.length, 32_768);
  assert.ok(report.text.includes('Read: 32,768 stacks.\nSkipped: 2 lines beyond the bounds.'), report.text);
});
