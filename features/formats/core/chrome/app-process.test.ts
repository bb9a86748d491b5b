import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { imported, lagsOf } from '../../tests/formats/import-profile.ts';
import { readTrace } from './read.ts';

const named = (kind: string, pid: number, tid: number, name: string): object => ({ ph: 'M', name: kind, pid, tid, ts: 0, args: { name } });
const task = (pid: number, ts: number, dur: number): object => ({ ph: 'X', name: 'RunTask', pid, tid: 1, ts, dur });
const instant = (name: string, pid: number, data: object): object => ({ ph: 'I', s: 't', name, pid, tid: 1, ts: 1_000, args: { data } });
const process = (pid: number, name: string, main: string): readonly object[] => [
  named('process_name', pid, 1, name),
  named('thread_name', pid, 1, main),
];

/** A browser with 100 short tasks, and two pages with one task each, of 150 and 120 ms. */
const events = [
  ...process(1, 'Browser', 'CrBrowserMain'),
  ...process(2, 'Renderer', 'CrRendererMain'),
  ...process(3, 'Renderer', 'CrRendererMain'),
  ...Array.from({ length: 100 }, (_, index) => task(1, 2_000 + 5_000 * index, 500)),
  task(2, 100_000, 150_000),
  task(3, 100_000, 120_000),
];

async function appOf(more: readonly object[]): Promise<{ readonly lagsUs: readonly number[]; readonly text: string }> {
  const { model, report } = await imported(readTrace, JSON.stringify([...more, ...events]), 999);
  return { lagsUs: lagsOf(model).map(({ beginUs, endUs }) => endUs - beginUs), text: report.text };
}

suite('the app’s process in Chrome’s trace', () => {
  test('is the page’s, as the browser’s event names it, not the one with most events', async () => {
    const frame = { frame: 'F2', parent: 'F1', processId: 2 };
    const frames = [frame, { frame: 'F1', url: 'http://localhost/', processId: 3 }];
    const { lagsUs, text } = await appOf([instant('TracingStartedInBrowser', 1, { frames })]);
    assert.deepEqual(lagsUs, [120_000]);
    assert.match(text, /The app is process Renderer \(3\), which the file names as the page’s; the file has 3 processes\./);
  });

  test('is the page’s, as the page’s own event names it', async () => {
    assert.deepEqual((await appOf([instant('TracingStartedInPage', 3, { page: 'F1' })])).lagsUs, [120_000]);
  });

  test('is the one whose JavaScript was sampled', async () => {
    const nodes = [{ id: 1, callFrame: { functionName: 'work' } }];
    const cpuProfile = { nodes, samples: [1, 1], timeDeltas: [0, 1_000], startTime: 90_000, endTime: 91_000 };
    const { lagsUs, text } = await appOf([instant('CpuProfile', 3, { cpuProfile })]);
    assert.deepEqual(lagsUs, [120_000]);
    assert.match(text, /whose JavaScript was sampled/);
  });

  test('is the renderer with most work on its main thread, if the file says no more', async () => {
    const { lagsUs, text } = await appOf([]);
    assert.deepEqual(lagsUs, [150_000]);
    assert.match(text, /the renderer with most work on its main thread/);
  });

  test('is not named where the trace has only one', async () => {
    const { report } = await imported(readTrace, JSON.stringify([task(1, 0, 5_000)]));
    assert.doesNotMatch(report.text, /The app is process/);
  });
});
