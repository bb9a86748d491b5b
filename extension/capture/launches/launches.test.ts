import assert from 'node:assert/strict';
import { normalize } from 'node:path';
import { test } from 'node:test';
import { answers, EventEmitter, Uri, useViewWindow } from '../../../tests/extension/view-window.ts';
import type { StartArguments } from '../start-arguments.ts';

useViewWindow();
const { runCaptureTask } = await import('./capture-task.ts');
const { captureLaunch } = await import('./debug-launches.ts');

const app = { device: 'pixel', app: 'com.example.shop', launch: false };
const facts = { app: app.app, device: 'Pixel 8', startedMs: 5, lengthUs: 84_000_000, lags: 2, worstUs: 271_000 };

class Recorder {
  readonly changed = new EventEmitter<void>();
  readonly saved = new EventEmitter<never>();
  readonly onDidChange = this.changed.event as never;
  readonly onDidSave = this.saved.event as never;
  readonly started: StartArguments[] = [];
  recorded: typeof app | undefined;
  cancels = false;

  async start(wanted: StartArguments): Promise<void> {
    this.started.push(wanted);
    if (!this.cancels) this.recorded = app;
  }

  async stop(): Promise<void> {
    this.recorded = undefined;
    this.saved.fire({ file: Uri.file('/s/shop.laglens'), title: 'shop', facts } as never);
    this.changed.fire();
  }
}

const memory = (value?: unknown): never => ({ get: () => value }) as never;

test('a task captures what it names, and ends with the capture', async () => {
  const captures = new Recorder();
  const lines: string[] = [];
  const ending = new AbortController();
  const task = runCaptureTask(captures, { type: 'laglens', device: 'pixel', app: app.app }, (line) => lines.push(line), ending.signal);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(captures.started, [{ device: 'pixel', app: app.app }]);
  assert.equal(lines.length, 2);
  await captures.stop();
  await task;
  assert.equal(lines.at(-1), `Stopped: 1:24 · 2 lags · worst 271 ms · Pixel 8\n${normalize('/s/shop.laglens')}`);
});

test('ending the task stops the capture', async () => {
  const captures = new Recorder();
  const ending = new AbortController();
  const task = runCaptureTask(captures, { type: 'laglens', app: app.app }, () => undefined, ending.signal);
  await new Promise((resolve) => setImmediate(resolve));
  assert.ok(captures.recorded);
  ending.abort();
  await task;
  assert.equal(captures.recorded, undefined);
});

test('a task whose question was cancelled fails', async () => {
  const captures = new Recorder();
  captures.cancels = true;
  await assert.rejects(
    runCaptureTask(captures, { type: 'laglens' }, () => undefined, new AbortController().signal),
    /not started/,
  );
});

test('a run without debugging is captured as the last time, once its app runs', async () => {
  const captures = new Recorder();
  answers.length = 0;
  await captureLaunch(
    { captures, memory: memory({ ...app, launch: true }) },
    { configuration: { type: 'x', request: 'launch', name: 'App', noDebug: true } },
  );
  assert.deepEqual(captures.started, [{ device: 'pixel', app: app.app, launch: false, wait: true }]);
  await captureLaunch({ captures, memory: memory() }, { configuration: { type: 'x', request: 'launch', name: 'App', noDebug: true } });
  assert.equal(captures.started.length, 1, 'a running capture goes on');
});

test('with a debugger it asks first', async () => {
  const configuration = { type: 'x', request: 'launch', name: 'App' };
  const captures = new Recorder();
  answers.push(undefined, 'Capture');
  await captureLaunch({ captures, memory: memory() }, { configuration });
  assert.deepEqual(captures.started, []);
  await captureLaunch({ captures, memory: memory() }, { configuration });
  assert.deepEqual(captures.started, [{ launch: false, wait: true }]);
});
