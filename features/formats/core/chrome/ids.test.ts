import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { SessionModel } from '../../../../core/session/model/model.ts';
import { imported, lagsOf, rowsOf } from '../../tests/formats/import-profile.ts';
import { readTrace } from './read.ts';

function threadRows(model: SessionModel): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(model.threads.map((thread) => [thread.name, rowsOf(model, thread)]));
}

const event = (name: string, ph: string, pid: unknown, tid: unknown, ts: unknown): object => ({ name, ph, pid, tid, ts });

suite('ids and times of any type in Chrome’s trace', () => {
  test('texts are ids of threads of their own, and their names', async () => {
    // 0.5 s of mainWork on main; bgWork runs beside it, from 1.1 to 3.0 s.
    const events = [
      event('mainWork', 'B', 'app', 'main', 1_000_000),
      event('bgWork', 'B', 'app', 'worker', 1_100_000),
      event('mainWork', 'E', 'app', 'main', 1_500_000),
      event('bgWork', 'E', 'app', 'worker', 3_000_000),
    ];
    const { model } = await imported(readTrace, JSON.stringify({ traceEvents: events }));
    assert.deepEqual(threadRows(model), { main: ['0-500 mainWork'], worker: ['100-2000 bgWork'] });
    assert.deepEqual(
      lagsOf(model).map(({ beginUs, endUs }) => [beginUs, endUs]),
      [[0, 500_000]],
    );
    assert.equal(model.runs[0]?.process?.app, 'app');
  });

  test('fractions, negative numbers, truth values, objects and no id at all are threads of their own', async () => {
    const ids = [1.5, 1.25, -1, 0, true, { local: 3 }, { local: 4 }, undefined];
    const events = ids.map((id, index) => ({ ...event(`work${index}`, 'X', 1, id, index * 10_000), dur: 5_000 }));
    const { model } = await imported(readTrace, JSON.stringify(events));
    assert.deepEqual(
      model.threads.map((thread) => rowsOf(model, thread)),
      ids.map((_, index) => [`${index * 10}-${index * 10 + 5} work${index}`]),
    );
  });

  test('whole numbers beyond 2^53 differ by their digits', async () => {
    // As numbers both are 9007199254740992.
    const text = `[{"name":"a","ph":"X","pid":1,"tid":9007199254740992,"ts":0,"dur":5000},
      {"name":"b","ph":"X","pid":1,"tid": 9007199254740993,"ts":0,"dur":7000}]`;
    const { model } = await imported(readTrace, text);
    assert.deepEqual(threadRows(model), { 'thread 9007199254740992': ['0-5 a'], 'thread 9007199254740993': ['0-7 b'] });
  });

  test('a number and its text are one id', async () => {
    const name = { ...event('thread_name', 'M', 7, '8', 0), args: { name: 'js' } };
    const { model } = await imported(readTrace, JSON.stringify([name, { ...event('a', 'X', '7', 8, 0), dur: 2_000 }]));
    assert.deepEqual(threadRows(model), { js: ['0-2 a'] });
    assert.equal(model.threads[0]?.tid, 8);
  });

  test('times and durations may be texts; others are counted', async () => {
    const events = [
      { ...event('a', 'X', 1, 1, '1000'), dur: '2000' },
      event('b', 'B', 1, 1, '4000.5'),
      event('b', 'E', 1, 1, '5000.5'),
      { ...event('c', 'X', 1, 1, 'soon'), dur: 1 },
    ];
    const { model, report } = await imported(readTrace, JSON.stringify(events));
    // The begin of b, 3,000.5 µs after a's, is rounded.
    assert.deepEqual(threadRows(model), { 'thread 1': ['0-2 a', '3.001-4.001 b'] });
    assert.match(report.text, /Skipped: 1 event without phase or time/);
  });
});
