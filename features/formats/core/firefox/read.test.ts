import assert from 'node:assert/strict';
import { test } from 'node:test';
import { float64At } from '../../../../core/columns/at.ts';
import { sampleValues } from '../../../../tests/core/sample-values.ts';
import { imported, lagsOf, rowsOf } from '../../tests/formats/import-profile.ts';
import { readFirefox } from './read.ts';

const stringArray = ['com.example.Shop.open', 'com.example.Cart.total', 'Cart.kt', 'Tap', 'Buy', 'libshop.so', '0x40'];
const libs = [{ name: 'libshop.so', path: '/data/libshop.so', breakpadId: '0102030405060708090A0B0C0D0E0F100', codeId: null }];
const meta = { interval: 10, startTime: 1_700_000_000_000, product: 'shop', platform: 'Android', sampleUnits: { threadCPUDelta: 'ns' } };
const samples = {
  weightType: 'samples',
  weight: null,
  stack: [0, 1, null, 2],
  threadCPUDelta: [0, 4_000_000, 6_000_000, 0],
};
const markers = {
  data: [{ type: 'Text', name: 'Buy' }, { type: 'GCMinor' }, { type: 'Network' }, { type: 'Text', name: 4 }],
  name: [3, 3, 3, 3],
  startTime: [1, 5, 6, 9],
  endTime: [null, 7, 8, null],
  phase: [0, 1, 1, 2],
};
/** `Shop.open`, `Cart.total` in it at line 12, an address in a library in it. */
const frameTable = { func: [0, 1, 2], line: [4, 12, null], address: [-1, -1, 0x40] };

/** Of the thread itself, with texts and differences of times. */
const version55 = {
  meta: { ...meta, preprocessedProfileVersion: 55 },
  libs,
  threads: [
    {
      name: 'main',
      isMainThread: true,
      pid: '7',
      tid: '7',
      processName: 'com.example.shop',
      samples: { ...samples, timeDeltas: [100, 10, 10, 30] },
      markers,
      stringArray,
      stackTable: { prefix: [null, 0, 0], frame: [0, 1, 2] },
      frameTable,
      funcTable: { name: [0, 1, 6], fileName: [null, 2, null], resource: [-1, -1, 0], lineNumber: [null, null, null] },
      resourceTable: { lib: [0], name: [5], type: [1] },
    },
  ],
};
/** The same with all that was changed since. */
const version70 = {
  meta: { ...meta, preprocessedProfileVersion: 70 },
  libs,
  shared: {
    stringArray,
    sources: { filename: [2] },
    stackTable: { prefixOffset: [0, 1, 2], frame: [0, 1, 2] },
    frameTable: { ...frameTable, lib: [-1, -1, 0] },
    funcTable: { name: [0, 1, 6], source: [null, 0, null], resource: [-1, -1, 0], lineNumber: [null, null, null] },
    resourceTable: { name: [5], type: [1] },
  },
  threads: [
    {
      name: 'main',
      isMainThread: true,
      pid: '7',
      tid: 7,
      processName: 'com.example.shop',
      samples: { ...samples, time: [100, 110, 120, 150] },
      markers,
    },
  ],
};

for (const profile of [version55, version70]) {
  test(`version ${profile.meta.preprocessedProfileVersion}: stacks, libraries, CPU times and markers of a thread`, async () => {
    const { model, report } = await imported(readFirefox, JSON.stringify(profile));
    const [main] = model.threads;
    assert.ok(main);
    assert.deepEqual([main.name, main.tid, main.isMain, main.group], ['main', 7, true, 'com.example.shop 7']);
    // The earliest fact is the mark at 1 ms. The last sample lasts an interval.
    assert.deepEqual(rowsOf(model, main), [
      '99-109 Lcom/example/Shop;open',
      '109-119 Lcom/example/Shop;open/Lcom/example/Cart;total',
      '149-159 Lcom/example/Shop;open/',
    ]);
    // The time to the second sample counts 4 ms of CPU, that to the third 6.
    assert.deepEqual(sampleValues(main.samples, 'cpuUs', 2), [4_000, 6_000]);
    const total = model.methods.find(({ name }) => name === 'total');
    assert.equal(total?.sourceFile, 'Cart.kt');
    const library = model.images[1];
    assert.deepEqual([library?.path, library?.id], ['/data/libshop.so', '0102030405060708090a0b0c0d0e0f10']);
    assert.deepEqual(
      model.marks.map(({ name, atUs }) => `${atUs} ${name}`),
      ['0 Tap: Buy', '8000 Tap: Buy'],
    );
    assert.equal(model.runs[0]?.gcs.length, 1);
    assert.equal(float64At(model.runs[0].gcs.endUs, 0), 6_000);
    assert.ok(report.text.includes('Skipped: 1 other marker.'), report.text);
  });
}

test('before version 41 libraries stand in threads, before 46 main is known by its name or ids, before 29 markers have one time', async () => {
  const [thread] = version55.threads;
  const { isMainThread: _, ...rest } = thread ?? {};
  const old = {
    data: [
      { type: 'Text', name: 'Buy', startTime: 1, endTime: 1 },
      { type: 'GCMinor', startTime: 5, endTime: 7 },
    ],
    name: [3, 3],
    time: [1, 5],
  };
  const threads = [
    { ...rest, tid: 8 },
    { ...rest, tid: 7, libs, markers: old },
  ];
  const { model } = await imported(readFirefox, JSON.stringify({ meta: { ...meta, preprocessedProfileVersion: 24 }, threads }));
  assert.deepEqual(
    model.threads.map(({ tid, isMain }) => [tid, isMain]),
    [
      [8, false],
      [7, true],
    ],
  );
  assert.equal(model.images[1]?.path, '/data/libshop.so');
  assert.equal(model.runs[0]?.gcs.length, 1);
  assert.ok(model.marks.some(({ name }) => name === 'Tap: Buy'));
});

test('weights of times are lengths; a sampler that stops for long leaves a gap', async () => {
  const [thread] = version55.threads;
  const timed = { ...samples, weightType: 'tracing-ms', stack: [0, 1], weight: [40, 5], time: [0, 50] };
  const stopped = { ...samples, stack: [0, 1], time: [0, 500] };
  const threads = [timed, stopped].map((each) => ({ ...thread, samples: each, markers: {} }));
  const { model } = await imported(readFirefox, JSON.stringify({ ...version55, threads }));
  const rows = model.threads.map((each) => rowsOf(model, each).map((row) => row.split(' ')[0]));
  assert.deepEqual(rows, [
    ['0-40', '50-55'],
    ['0-20', '500-510'],
  ]);
});

test('a sample whose weight is the time before it ends a wait, which the same stack began', async () => {
  const [thread] = version55.threads;
  const time = [0, 1, 2, 302, 303, 304, 404, 405];
  // 300 ms of waiting between the third and the fourth; the 100 ms before the seventh are a pause: its stack is another one.
  const waits = { ...samples, stack: [1, 1, 0, 0, 1, 1, 0, 0], weight: [1, 1, 1, 300, 1, 1, 100, 1], time };
  const threadCPUDelta = [1_000_000, 1_000_000, 1_000_000, 0, 1_000_000, 1_000_000, 0, 1_000_000];
  const profile = { ...version55, meta: { ...version55.meta, interval: 1 } };
  const { model } = await imported(
    readFirefox,
    JSON.stringify({ ...profile, threads: [{ ...thread, samples: { ...waits, threadCPUDelta }, markers: {} }] }),
  );
  const [main] = model.threads;
  assert.ok(main);
  assert.deepEqual(rowsOf(model, main), [
    '0-2 Lcom/example/Shop;open/Lcom/example/Cart;total',
    '2-302 Lcom/example/Shop;open',
    '302-303 Lcom/example/Shop;open',
    '303-304 Lcom/example/Shop;open/Lcom/example/Cart;total',
    // No CPU time from 304 on; the sample lasts at most two intervals.
    '304-306 Lcom/example/Shop;open/Lcom/example/Cart;total',
    '404-405 Lcom/example/Shop;open',
    '405-406 Lcom/example/Shop;open',
  ]);
  const [lag] = lagsOf(model);
  // 300 ms from 2 on, and 2 ms from 304 on.
  assert.deepEqual([lag?.beginUs, lag?.endUs, lag?.blockedUs], [0, 306_000, 302_000]);
});

test('the first main thread with samples is main: samplers of a command list its starter, too', async () => {
  const [thread] = version55.threads;
  const starter = { ...thread, name: 'starter', tid: '6', pid: '6', processName: 'sh', samples: { stack: [], time: [] }, markers: {} };
  const { model } = await imported(readFirefox, JSON.stringify({ ...version55, threads: [starter, thread] }));
  assert.deepEqual(
    model.threads.map(({ name, isMain }) => [name, isMain]),
    [
      ['starter', false],
      ['main', true],
    ],
  );
  assert.equal(model.runs[0]?.process?.app, 'com.example.shop');
});

test('unknown versions and files without threads are refused in a clear line', async () => {
  const of = (version: number | undefined) => imported(readFirefox, JSON.stringify({ meta: { preprocessedProfileVersion: version } }));
  await assert.rejects(of(71), {
    code: 'format-newer',
    message: 'given looks like a profile of the Firefox Profiler of version 71; this Laglens reads up to 70.',
  });
  const sizes = { ...version55, meta: { ...version55.meta, sampleUnits: { time: 'bytes' } } };
  await assert.rejects(imported(readFirefox, JSON.stringify(sizes)), /counts bytes of a file, not time/);
  await assert.rejects(of(70), { message: 'given looks like a profile of the Firefox Profiler, but has no threads.' });
});

test('a cut file gives its whole threads', async () => {
  const [thread] = version55.threads;
  const text = JSON.stringify({ ...version55, threads: [thread, thread] });
  const { model, report } = await imported(readFirefox, text.slice(0, text.lastIndexOf('"stringArray"')));
  assert.equal(model.threads.length, 2);
  assert.deepEqual(
    model.threads.map((each) => rowsOf(model, each).length),
    [3, 0],
  );
  assert.match(report.text, /The file is cut: it ends after/);
});

test('callers that follow their stacks, keys of prototypes and missing rows do no harm', async () => {
  const [thread] = version55.threads;
  const stackTable = { prefix: [1, 5, '__proto__'], frame: [0, 1, 99] };
  const { report } = await imported(readFirefox, JSON.stringify({ ...version55, threads: [{ ...thread, stackTable }] }));
  assert.ok(report.text.includes('2 callers that do not stand before their stacks, 1 frame that the file does not list'), report.text);
});
