import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { dataQualityIssues } from '../../../../core/analysis/report/data-quality.ts';
import { imported } from '../../tests/formats/import-profile.ts';
import { readAnr } from '../anr/read.ts';
import { readTrace } from '../chrome/read.ts';
import type { ProfileReader } from './profile-reader.ts';

async function foreign(read: ProfileReader, text: string): Promise<readonly unknown[]> {
  const { model } = await imported(read, text, 999);
  return model.runs.flatMap(dataQualityIssues).flatMap(({ code, values }) => (code === 'foreign' ? [values[0]] : []));
}

/** A file of Hermes, with React Native's thread for JavaScript. */
function hermes(name: string, category: string): string {
  const samples = [0, 10_000].map((ts) => ({ pid: 7, tid: '9', ts: `${ts}`, sf: 1 }));
  const thread = { ph: 'M', name: 'thread_name', pid: 7, tid: 9, args: { name: 'mqt_js' } };
  return JSON.stringify({ traceEvents: [thread], samples, stackFrames: { 1: { name, category } } });
}

suite('languages whose frames a file shows', () => {
  test('are not missed: by their sources, by the file’s word', async () => {
    assert.deepEqual(await foreign(readTrace, hermes('render(http://10.0.2.2:8081/index.bundle?platform=android:12:3)', '')), []);
    assert.deepEqual(await foreign(readTrace, hermes('render', 'JavaScript')), []);
    assert.deepEqual(await foreign(readTrace, hermes('render', '')), ['JavaScript']);
  });

  test('are missed where the thread of a language shows only another’s', async () => {
    const dump = `----- pid 7 at 2026-01-02 10:00:00 -----
Cmd line: com.example.shop

DALVIK THREADS (2):
"main" prio=5 tid=1 Native
  at android.os.MessageQueue.nativePollOnce(Native method)

"mqt_js" prio=5 tid=9 Native
  at android.os.MessageQueue.nativePollOnce(Native method)
  at android.os.Looper.loop(Looper.java:313)
`;
    assert.deepEqual(await foreign(readAnr, dump), ['JavaScript']);
  });

  test('and the threads beside main that have stacks are named', async () => {
    const slice = (tid: number, dur: number): object => ({ ph: 'X', name: 'work', pid: 1, tid, ts: 0, dur });
    const thread = (tid: number, name: string): object => ({ ph: 'M', name: 'thread_name', pid: 1, tid, args: { name } });
    const names = [thread(1, 'main'), thread(2, 'JavaScript'), thread(3, 'decoder')];
    const { report } = await imported(readTrace, JSON.stringify([...names, slice(1, 5_000), slice(2, 1_200_000), slice(3, 40_000)]));
    assert.match(report.text, /Lags are main’s only\. Other threads with stacks: JavaScript \(1\.2 s\), decoder \(40 ms\)\./);
  });
});
