import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { imported, rowsOf } from '../../tests/formats/import-profile.ts';
import { readTrace } from './read.ts';

const place = { pid: 1, tid: 1 };
const begin = (name: string, ts: number): object => ({ ...place, ph: 'B', name, ts });
const end = (name: string | undefined, ts: number): object => ({ ...place, ph: 'E', name, ts });
const whole = (name: string, ts: number, times: object): object => ({ ...place, ph: 'X', name, ts, ...times });

async function read(events: readonly object[]): Promise<{ readonly rows: readonly string[]; readonly text: string }> {
  const { model, report } = await imported(readTrace, JSON.stringify(events), 65_536);
  return { rows: model.threads.flatMap((thread) => rowsOf(model, thread)), text: report.text };
}

suite('ends of slices in Chrome’s trace', () => {
  test('an end whose name fits no open slice ends none, and is counted', async () => {
    // Perfetto’s trace processor counts it as misplaced, speedscope ignores it.
    const { rows, text } = await read([
      begin('outer', 0),
      begin('inner', 1_000),
      end('stray', 2_000),
      end('inner', 9_000),
      end('outer', 10_000),
    ]);
    assert.deepEqual(rows, ['0-1 outer', '1-9 outer/inner', '9-10 outer']);
    assert.match(text, /Skipped: 1 end of slices with another name than open slices\./);
  });

  test('a lost end of an inner slice does not keep its caller open', async () => {
    const { rows, text } = await read([
      begin('outer', 0),
      begin('inner', 1_000),
      end('outer', 5_000),
      begin('later', 9_000),
      end(undefined, 9_500),
    ]);
    assert.deepEqual(rows, ['0-1 outer', '1-5 outer/inner', '9-9.5 later']);
    assert.match(text, /1 end of slices that is missing/);
  });

  test('an end and the begin after it at one time are a slice without a length', async () => {
    const { rows, text } = await read([begin('outer', 0), end('dot', 2_000), begin('dot', 2_000), end('outer', 10_000)]);
    assert.deepEqual(rows, ['0-10 outer']);
    assert.doesNotMatch(text, /Skipped/);
  });

  test('a slice that ends after its caller keeps its time', async () => {
    // speedscope’s sample of this kind has 5 in the caller and 10 in the callee, 15 in all.
    const { rows } = await read([whole('alpha', 0, { dur: 10_000 }), whole('beta', 5_000, { dur: 10_000 })]);
    assert.deepEqual(rows, ['0-5 alpha', '5-10 alpha/beta', '10-15 beta']);
  });

  test('a whole slice with its time on CPU only lasts that long', async () => {
    const { rows } = await read([begin('outer', 0), whole('lost', 1_000, { tdur: 4_000 }), end('outer', 10_000)]);
    assert.deepEqual(rows, ['0-1 outer', '1-5 outer/lost', '5-10 outer']);
  });

  test('a whole slice without any duration is counted', async () => {
    const { rows, text } = await read([begin('outer', 0), whole('lost', 1_000, {}), end('outer', 10_000)]);
    assert.deepEqual(rows, ['0-10 outer']);
    assert.match(text, /Skipped: 1 slice without a duration\./);
  });

  test('events and lists that are not read are counted by kind', async () => {
    const unread = [
      { ...place, ph: 'O', name: 'object', ts: 1 },
      { ...place, ph: '?', name: 'new', ts: 1 },
      { ...place, ph: 'M', name: 'thread_sort_index', args: { sort_index: 3 } },
    ];
    const { report } = await imported(
      readTrace,
      JSON.stringify({ traceEvents: [...unread, whole('a', 0, { dur: 1 })], laptopMetrics: [1, 2] }),
    );
    for (const kind of ['1 state of objects', '1 event of unknown phases', '1 note other than names', '2 entries of “laptopMetrics”'])
      assert.ok(report.text.includes(kind), report.text);
  });
});
