import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUntimed } from '../../../../core/session/model/annotations.ts';
import { imported, lagsOf, methodsOf, modelOf, rowsOf } from '../../tests/formats/import-profile.ts';
import { writtenProfile } from '../../tests/formats/written-profile.ts';
import { ImportReport } from '../import/import-report.ts';
import { SessionBuilder } from '../import/session-builder.ts';
import { readSpeedscope } from './read.ts';
import { writeSpeedscope } from './write.ts';

const frames = [{ name: 'a' }, { name: 'com.example.Cart.total', file: 'Cart.kt', line: 7 }];

function file(...profiles: readonly object[]): string {
  return JSON.stringify({ $schema: 'https://www.speedscope.app/file-format-schema.json', name: 'shop', profiles, shared: { frames } });
}

const evented = {
  type: 'evented',
  name: 'main',
  unit: 'milliseconds',
  startValue: 5,
  endValue: 305,
  events: [
    { type: 'O', frame: 0, at: 5 },
    { type: 'O', frame: 1, at: 25 },
    { type: 'C', frame: 1, at: 225 },
    { type: 'C', frame: 0, at: 305 },
  ],
};
const sampled = {
  type: 'sampled',
  name: 'worker',
  unit: 'microseconds',
  startValue: 15_000,
  endValue: 25_000,
  samples: [[0, 1], [], [0]],
  weights: [4_000, 1_000, 5_000],
};

test('evented and sampled profiles are threads on one clock', async () => {
  const { model, report } = await imported(readSpeedscope, file(evented, sampled));
  const [main, worker] = model.threads;
  assert.ok(main !== undefined && worker !== undefined);
  assert.deepEqual(rowsOf(model, main), ['0-20 a', '20-220 a/Lcom/example/Cart;total', '220-300 a']);
  assert.deepEqual(rowsOf(model, worker), ['10-14 a/Lcom/example/Cart;total', '15-20 a']);
  assert.deepEqual([main.name, main.isMain, worker.isMain], ['main', true, false]);
  assert.deepEqual(
    lagsOf(model).map(({ endUs }) => endUs),
    [300_000],
  );
  const cart = model.methods.find(({ name }) => name === 'total');
  assert.equal(cart?.sourceFile, 'Cart.kt');
  assert.ok(report.text.includes('Read: 2 threads, 4 events, 3 samples.'), report.text);
});

test('a file cut in its events opens to the last whole event', async () => {
  const text = JSON.stringify({ shared: { frames }, profiles: [evented] });
  const { model, report } = await imported(readSpeedscope, text.slice(0, text.indexOf('305}]')));
  const [main] = model.threads;
  assert.ok(main);
  assert.deepEqual(rowsOf(model, main), ['0-20 a', '20-220 a/Lcom/example/Cart;total', '220-300 a']);
  assert.match(report.text, /The file is cut: it ends after \d+ of \d+ letters\./);
  assert.match(report.text, /1 end of calls that is missing/);
});

test('profiles of memory and broken events are skipped, and counted', async () => {
  const broken = { ...evented, events: [{ type: 'C', frame: 0, at: 1 }, { type: 'O', frame: 9, at: 1 }, ...evented.events] };
  const { report } = await imported(readSpeedscope, file({ ...sampled, unit: 'bytes' }, broken));
  assert.ok(
    report.text.includes('Skipped: 1 profile of memory, 1 end of calls without a begin, 1 event without a frame or time.'),
    report.text,
  );
});

test('a function with a file is the app’s and is blamed, one without is not', async () => {
  const shared = { frames: [{ name: 'render', file: 'src/app.ts' }, { name: 'memcpy' }, { name: 'emit', file: 'node:events' }] };
  const profile = { ...sampled, name: 'main', unit: 'milliseconds', samples: [[0, 2, 1]], weights: [300] };
  const { model } = await imported(readSpeedscope, JSON.stringify({ profiles: [profile], shared }));
  const [lag] = lagsOf(model);
  assert.deepEqual(methodsOf(model, lag?.culprit?.node ?? 0), ['render']);
});

test('a file without profiles is refused', async () => {
  await assert.rejects(imported(readSpeedscope, file()), { message: 'given looks like a speedscope file, but has no profiles.' });
});

test('a written session has its threads’ calls, joined while a function stays on the stack', async () => {
  const builder = new SessionBuilder(new ImportReport('test'));
  const main = builder.thread({ name: 'main', tid: 12 });
  const a = builder.stack(0, builder.frame({ function: 'a' }));
  const atLine = (line: number) => builder.stack(a, builder.frame({ class: 'com.example.Cart', function: 'total', file: 'Cart.kt', line }));
  builder.sample(main, 0, 20_000, a);
  builder.sample(main, 20_000, 40_000, atLine(3));
  builder.sample(main, 40_000, 70_000, atLine(4));
  builder.sample(main, 90_000, 100_000, a);
  const model = await modelOf(builder);
  const written = JSON.parse(writtenProfile(writeSpeedscope, { model, name: 'shop.laglens', lags: [] }).toString());
  assert.deepEqual(written.shared.frames, [
    { name: 'a' },
    { name: 'Cart.total', file: 'Cart.kt', class: 'com.example.Cart', method: 'total' },
  ]);
  const [profile] = written.profiles;
  assert.deepEqual(
    [profile.type, profile.name, profile.unit, profile.startValue, profile.endValue],
    ['evented', 'main', 'microseconds', 0, 100_000],
  );
  const events: readonly { type: string; frame: number; at: number }[] = profile.events;
  assert.equal(events.map(({ type, frame, at }) => `${type}${frame}@${at / 1e3}`).join(' '), 'O0@0 O1@20 C1@70 C0@70 O0@90 C0@100');
});

test('numbers may be texts, Sentry’s names of thread and main are known, and samples without a weight are counted', async () => {
  const profile = { ...sampled, isMainThread: true, threadID: '259', startValue: '15000', weights: ['4000', 0, null] };
  const { model, report } = await imported(readSpeedscope, file(profile));
  const [main] = model.threads;
  assert.ok(main);
  assert.deepEqual([main.isMain, main.tid, rowsOf(model, main)], [true, 259, ['0-4 a/Lcom/example/Cart;total', '4-4 a']]);
  assert.match(report.text, /Skipped: 1 sample without a weight\./);
});

test('counts without a unit are no times, so they are no lags, whatever thread they are of', async () => {
  const counted = [
    { ...evented, unit: 'none' },
    { ...sampled, unit: 'none', weights: [4, 1, 5], isMainThread: true },
  ];
  for (const profile of counted) {
    const { model, report } = await imported(readSpeedscope, file(profile));
    assert.deepEqual([lagsOf(model, 1_000), model.threads.map(({ isMain }) => isMain)], [[], [false]]);
    assert.match(report.text, /no lags are listed\./);
    assert.ok(isUntimed(model));
  }
  assert.ok(!isUntimed((await imported(readSpeedscope, file(evented))).model));
});
