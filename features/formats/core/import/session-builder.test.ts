import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visitSpans } from '../../../../core/analysis/threads/spans.ts';
import { lagsOf, modelOf, rowsOf } from '../../tests/formats/import-profile.ts';
import { ImportReport } from './import-report.ts';
import { SessionBuilder } from './session-builder.ts';

function built(): { readonly builder: SessionBuilder; readonly report: ImportReport } {
  const report = new ImportReport('test');
  return { builder: new SessionBuilder(report), report };
}

function stackOf(builder: SessionBuilder, ...names: readonly string[]): number {
  return names.reduce((parent, name) => builder.stack(parent, builder.frame({ function: name })), 0);
}

test('samples of threads in any order become rows by time, from the earliest on', async () => {
  const { builder } = built();
  const main = builder.thread({ name: 'main' });
  const worker = builder.thread({ name: 'worker' });
  const a = stackOf(builder, 'main', 'a');
  const b = stackOf(builder, 'main', 'b');
  builder.sample(main, 1_030_000, 1_050_000, b);
  builder.sample(worker, 1_010_000, 1_020_000, a);
  builder.sample(main, 1_000_000, 1_010_000, a);
  builder.sample(main, 1_010_000, 1_030_000, a);
  const model = await modelOf(builder);
  const [first, second] = model.threads;
  assert.ok(first !== undefined && second !== undefined);
  assert.deepEqual(rowsOf(model, first), ['0-30 main/a', '30-50 main/b']);
  assert.deepEqual(rowsOf(model, second), ['10-20 main/a']);
  assert.deepEqual(
    [first.name, first.isMain, second.isMain, model.nowUs, model.clampedTimes, model.ignored],
    ['main', true, false, 50_000, 0, 0],
  );
});

test('a main thread without messages lags for its busy times; its rest in an event loop is no lag', async () => {
  const { builder, report } = built();
  const main = builder.thread({ name: 'main' });
  const work = stackOf(builder, 'main', 'draw');
  const rest = stackOf(builder, 'main', 'epoll_wait');
  builder.sample(main, 0, 400_000, rest);
  builder.sample(main, 400_000, 500_000, work);
  builder.sample(main, 500_000, 650_000, stackOf(builder, 'main', 'draw', 'layout'));
  builder.sample(main, 650_000, 900_000, rest);
  builder.sample(main, 900_000, 990_000, work);
  const model = await modelOf(builder);
  assert.deepEqual(
    lagsOf(model).map(({ beginUs, endUs, kind }) => [beginUs, endUs, kind]),
    [[400_000, 650_000, 'message']],
  );
  assert.ok(report.text.includes('Main’s time between two rests counts as one message'));
});

test('a pause of 400 ms has neither the stack before nor a lag', async () => {
  const { builder } = built();
  const main = builder.thread({ name: 'main' });
  const work = stackOf(builder, 'main', 'draw');
  builder.sample(main, 0, 300_000, work);
  builder.sample(main, 700_000, 750_000, work);
  const model = await modelOf(builder);
  const spans: string[] = [];
  const [thread] = model.threads;
  assert.ok(thread);
  visitSpans(model, thread, 0, 1_000_000, ({ node, beginUs, endUs }) => {
    if (node !== 0) spans.push(`${beginUs}-${endUs}`);
  });
  assert.deepEqual(spans, ['0-300000', '700000-750000']);
});

test('an iPhone’s run loop rests in its port only below the run loop, and a call of eleven seconds is no stop', async () => {
  const { builder } = built();
  builder.process({ name: 'com.example.shop', system: 'ios' });
  const main = builder.thread({ name: 'Thread 1', isMain: true });
  const rest = stackOf(builder, 'main', 'CFRunLoopRunSpecific', '__CFRunLoopServiceMachPort', 'mach_msg', 'mach_msg_trap');
  const call = stackOf(builder, 'main', 'xpc_connection_send', 'mach_msg', 'mach_msg_trap');
  builder.sample(main, 0, 1_000_000, rest);
  builder.sample(main, 1_000_000, 12_000_000, call);
  builder.sample(main, 12_000_000, 13_000_000, rest);
  const model = await modelOf(builder);
  assert.deepEqual(
    lagsOf(model).map(({ beginUs, endUs }) => [beginUs, endUs]),
    [[1_000_000, 12_000_000]],
  );
  assert.equal(model.runs[0]?.stops.length, 0);
});

test('messages of the file are kept, with their names', async () => {
  const { builder, report } = built();
  const main = builder.thread({ name: 'main' });
  builder.message(main, 200_000, 400_000, { target: 'com.example.Handler', what: 7 });
  builder.sample(main, 200_000, 400_000, stackOf(builder, 'main', 'work'));
  builder.message(main, 0, 200_000, { target: 'com.example.Other' });
  const lags = lagsOf(await modelOf(builder));
  assert.deepEqual(
    lags.map(({ beginUs, endUs, target, what }) => [beginUs, endUs, target, what]),
    [
      [0, 200_000, 'com.example.Other', 0],
      [200_000, 400_000, 'com.example.Handler', 7],
    ],
  );
  assert.ok(!report.text.includes('one message'));
});

test('a lag without times is laid out after the latest time, its stacks by weight', async () => {
  const { builder } = built();
  const main = builder.thread({ name: 'main' });
  builder.lag(main, 300_000, [
    { stack: stackOf(builder, 'a'), weight: 2 },
    { stack: stackOf(builder, 'b'), weight: 1 },
  ]);
  builder.lag(main, 500_000, [{ stack: stackOf(builder, 'c'), weight: 9 }]);
  const model = await modelOf(builder);
  const [thread] = model.threads;
  assert.ok(thread);
  assert.deepEqual(rowsOf(model, thread), ['0-200 a', '200-300 b', '1300-1800 c']);
  assert.deepEqual(
    lagsOf(model).map(({ beginUs, endUs }) => [beginUs, endUs]),
    [
      [0, 300_000],
      [1_300_000, 1_800_000],
    ],
  );
});

test('overlaps, impossible times and what exceeds a bound are counted as skipped', async () => {
  const report = new ImportReport('test');
  const builder = new SessionBuilder(report, { samples: 3, threads: 1 });
  const main = builder.thread({ name: 'main' });
  assert.equal(builder.thread({ name: 'more' }), -1);
  const stack = stackOf(builder, 'a');
  builder.sample(main, 0, 100_000, stack);
  builder.sample(main, 20_000, 30_000, stackOf(builder, 'b'));
  builder.sample(main, Number.NaN, 30_000, stack);
  builder.sample(main, 40_000, 30_000, stack);
  builder.sample(main, 100_000, 110_000, stack);
  builder.sample(main, 110_000, 120_000, stack);
  builder.sample(-1, 0, 1, stack);
  const model = await modelOf(builder);
  const [thread] = model.threads;
  assert.ok(thread);
  assert.deepEqual(rowsOf(model, thread), ['0-110 a']);
  const skipped = report.lines.find((line) => line.startsWith('Skipped'));
  assert.equal(
    skipped,
    'Skipped: 1 thread beyond the bound, 2 samples and events with an impossible time, 1 sample beyond the bound, 1 sample that others of their thread cover.',
  );
});

test('an address of a library keeps the file’s name for it, and the build id for local builds', async () => {
  const { builder } = built();
  const main = builder.thread({ name: 'main' });
  const image = builder.image({ path: '/app/libshop.so', buildId: Uint8Array.of(1, 2) });
  builder.sample(main, 0, 10_000, builder.stack(0, builder.frame({ function: 'shop::draw', image, address: 0x40 })));
  const model = await modelOf(builder);
  const [thread] = model.threads;
  const node = thread?.samples.nodeAt(0) ?? 0;
  const shown = model.methods[model.nodes.method[model.shownNode(0, node)] ?? 0];
  assert.deepEqual([shown?.name, model.runs[0]?.images[0]?.buildId], ['shop::draw', Uint8Array.of(1, 2)]);
});
