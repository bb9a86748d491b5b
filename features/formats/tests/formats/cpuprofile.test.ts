import assert from 'node:assert/strict';
import { Session } from 'node:inspector/promises';
import { test } from 'node:test';
import { readCpuProfile } from '../../core/v8/read.ts';
import { writeCpuProfile } from '../../core/v8/write.ts';
import { imported, rowsOf } from './import-profile.ts';
import { stackTimes } from './stack-times.ts';
import { devToolsCalls } from './trace-engine.ts';
import { twoThreads } from './two-threads.ts';

test('Chrome’s DevTools read the written calls of main with their times', async () => {
  const text = [...writeCpuProfile({ model: await twoThreads(), name: 'shop', lags: [] })].join('');
  const calls = await devToolsCalls(JSON.parse(text));
  // DevTools guess how long the last sample lasts.
  assert.match(calls.at(-1) ?? '', /^0 \(idle\) 90\+/);
  assert.deepEqual(calls.slice(0, -1), [
    '1 com.example.Cart.total 0+30',
    '1 com.example.Cart.sort 30+20',
    '0 com.example.Shop.open 0+50',
    '0 (idle) 50+30',
    '1 com.example.Cart.total 80+10',
    '0 com.example.Shop.open 80+10',
  ]);
  const { model } = await imported(readCpuProfile, text, 100);
  const [main] = model.threads;
  assert.ok(main);
  const names = 'Lcom/example/Shop;open/Lcom/example/Cart;';
  assert.deepEqual(rowsOf(model, main), [
    `0-30 ${names}total`,
    `30-50 ${names}sort`,
    '50-80 (idle)',
    `80-90 ${names}total`,
    '90-90 (idle)',
  ]);
});

function callOften(): number {
  let sum = 0;
  for (let at = 0; at < 20_000_000; at++) sum = (sum + at * at) % 1_000_003;
  return sum;
}

test('a profile of this very Node has its functions’ own times by the raw samples', async () => {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.start');
  callOften();
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  const { nodes, samples = [], timeDeltas = [], startTime, endTime } = profile;
  const named = new Map(nodes.map(({ id, callFrame }) => [id, callFrame.functionName]));
  let atUs = startTime;
  const times = timeDeltas.map((deltaUs) => (atUs += deltaUs));
  const rows = samples
    .map((id, index) => ({ name: named.get(id), atUs: times[index] ?? 0 }))
    .toSorted((one, other) => one.atUs - other.atUs);
  // A busy machine makes V8's sampler pause, too: a sample before 50 ms without one lasts the usual millisecond or so.
  const gapsUs = rows.slice(1).map(({ atUs: nextUs }, index) => nextUs - (rows[index]?.atUs ?? 0));
  const usual = gapsUs.filter((gapUs) => gapUs > 0).toSorted((one, other) => one - other);
  const usualUs = usual[(usual.length - 1) >> 1] ?? 0;
  let expectedUs = 0;
  for (const [index, { name, atUs: beginUs }] of rows.entries()) {
    const next = rows[index + 1];
    const gapUs = (next?.atUs ?? endTime) - beginUs;
    const mostUs = next === undefined ? 2 * usualUs : Math.max(50_000, 6 * usualUs);
    if (name === callOften.name) expectedUs += gapUs > mostUs ? usualUs : Math.max(0, gapUs);
  }
  const { model, report } = await imported(readCpuProfile, JSON.stringify(profile), 5_000);
  const found = Object.entries(stackTimes(model)).filter(([stack]) => stack.endsWith(callOften.name));
  assert.equal(
    found.reduce((sum, [, us]) => sum + us, 0),
    expectedUs,
  );
  assert.ok(report.text.includes(`Read: ${samples.length.toLocaleString('en')} samples.`), report.text);
});
