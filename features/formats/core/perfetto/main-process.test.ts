import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { imported, lagsOf } from '../../tests/formats/import-profile.ts';
import { type Fields, traceOf } from '../../tests/formats/made-trace.ts';
import { readPerfetto } from './read.ts';

/** A thread's track and its slices of `[begin, end]` milliseconds; without an end the slice stays open. */
function thread(pid: number, tid: number, name: string, ...slices: readonly (readonly number[])[]): readonly Fields[] {
  const event = (ms: number, fields: Fields): Fields => ({ 10: 1, 8: ms * 1_000_000, 11: { 11: tid, ...fields } });
  return [
    { 10: 1, 13: 1, 60: { 1: tid, 4: { 1: pid, 2: tid, 5: name } } },
    ...slices.flatMap(([begin = 0, end]) => [
      event(begin, { 9: 1, 23: `work of ${name}` }),
      ...(end === undefined ? [] : [event(end, { 9: 2 })]),
    ]),
  ];
}

const process = (pid: number, name: string): Fields => ({ 10: 1, 13: 1, 60: { 1: 1_000 + pid, 3: { 1: pid, 6: name } } });
const short = Array.from({ length: 9 }, (_, at) => [1_000 + 10 * at, 1_005 + 10 * at]);

suite('the app of Perfetto’s traces', () => {
  test('of Chromium is the renderer with most work, whose main thread has another id than its process', async () => {
    // On Android the thread with the process's id runs Java's looper; the end of its first message is not recorded.
    const trace = traceOf([
      ...[process(10, 'Browser'), process(20, 'GPU Process'), process(30, 'Renderer'), process(40, 'Renderer')],
      ...[...thread(10, 10, 'CrBrowserMain', [0, 5]), ...thread(20, 20, 'ileged_process0', [0]), ...thread(20, 21, 'CrGpuMain', ...short)],
      ...[...thread(30, 30, 'cessService0:15', [0]), ...thread(30, 31, 'CrRendererMain', [100, 300], [500, 505])],
      ...[...thread(40, 40, 'cessService0:16', [0]), ...thread(40, 41, 'CrRendererMain', [100, 900])],
    ]);
    const { model, report } = await imported(readPerfetto, trace);
    assert.deepEqual([model.runs[0]?.process?.pid, model.threads.filter(({ isMain }) => isMain).map(({ tid }) => tid)], [30, [31]]);
    assert.deepEqual(
      lagsOf(model).map(({ beginUs, endUs }) => endUs - beginUs),
      [200_000],
    );
    assert.match(report.text, /The app is process Renderer \(30\), the renderer with most work on its main thread\./);
  });

  test('of a phone is the application that the trace names, also beside a page of its own', async () => {
    const trace = traceOf([
      ...[process(10, 'com.example.shop'), process(30, 'Renderer')],
      ...[...thread(10, 10, 'main', [0, 150]), ...thread(30, 31, 'CrRendererMain', ...short)],
    ]);
    const { model, report } = await imported(readPerfetto, trace);
    assert.deepEqual([model.runs[0]?.process?.pid, model.threads.filter(({ isMain }) => isMain).map(({ tid }) => tid)], [10, [10]]);
    assert.doesNotMatch(report.text, /The app is process/);
  });
});
