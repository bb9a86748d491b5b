import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { imported, lagsOf, rowsOf } from '../../tests/formats/import-profile.ts';
import { readTrace } from './read.ts';

const named = { ph: 'M', pid: 7, tid: 9, name: 'thread_name', args: { name: 'CrRendererMain' } };
/** A whole slice of main, in milliseconds. */
const slice = (name: string, begin: number, end: number): unknown => ({
  ph: 'X',
  pid: 7,
  tid: 9,
  name,
  ts: begin * 1_000,
  dur: (end - begin) * 1_000,
});

async function lagsIn(...slices: readonly unknown[]): Promise<readonly string[]> {
  const { model } = await imported(readTrace, JSON.stringify({ traceEvents: [named, ...slices] }), 1_000);
  return lagsOf(model).map(({ beginUs, endUs, kind }) => `${beginUs / 1e3}-${endUs / 1e3} ${kind}`);
}

suite('tasks of Chromium’s loop', () => {
  test('are the messages of main: a long one is a lag without its short neighbours', async () => {
    for (const task of ['RunTask', 'ThreadControllerImpl::RunTask', 'MessageLoop::RunTask', 'TaskQueueManager::ProcessTaskFromWorkQueue']) {
      // A pause below a millisecond lies between them, as in DevTools' recordings.
      const tasks = [slice(task, 0, 40), slice(task, 40.5, 80), slice('Layout', 41, 70), slice(task, 80.5, 300), slice('Paint', 90, 290)];
      assert.deepEqual(await lagsIn(...tasks), ['80.5-300 message'], task);
    }
  });

  test('have a stack of their own where no slice is within: that is no sleep', async () => {
    const tasks = [slice('RunTask', 0, 200), slice('Layout', 50, 60)];
    const { model } = await imported(readTrace, JSON.stringify([named, ...tasks]), 1_000);
    const rows = model.threads.map((thread) => rowsOf(model, thread));
    assert.deepEqual(rows, [['0-50 RunTask', '50-60 RunTask/Layout', '60-200 RunTask']]);
    assert.deepEqual(
      lagsOf(model).map(({ blockedUs }) => blockedUs),
      [0],
    );
  });

  test('may lack the one in which the recording began: its slices are a message, too', async () => {
    assert.deepEqual(await lagsIn(slice('EvaluateScript', 0, 150), slice('RunTask', 200, 210)), ['0-150 message']);
  });
});
