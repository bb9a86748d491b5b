import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { LaglensError } from '../../core/errors.ts';
import { SessionModel } from '../../core/session/model/model.ts';
import { Capture } from '../../host/capture/capture.ts';
import { defaultSampling } from '../../host/capture/capture-state.ts';
import { type JavaPhone, startJavaPhone } from './java-phone.ts';
import { untilCapture } from './until-capture.ts';

const { signal } = new AbortController();

/** A capture with the session it makes. */
class Window {
  readonly capture: Capture;
  readonly model = new SessionModel();

  constructor(capture: Capture) {
    this.capture = capture;
    capture.on('piece', ({ messages }) => {
      for (const message of messages) this.model.apply(message);
    });
  }

  until(condition: () => boolean): Promise<void> {
    return untilCapture(this.capture, condition);
  }

  get rows(): number {
    return this.model.threads.reduce((sum, thread) => sum + thread.samples.length, 0);
  }
}

describe('two windows on one app of a phone', () => {
  let device: JavaPhone;
  let folder: string;
  let windows: Window[];

  before(async () => {
    device = await startJavaPhone({ android: '14' });
    await device.phone.launchApp();
  });
  after(() => device.stop());
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens-two-windows-'));
    windows = [];
  });
  afterEach(async () => {
    for (const { capture } of windows) await capture.stop();
    await rm(folder, { recursive: true });
  });

  async function open(): Promise<Window> {
    const capture = new Capture({
      device: await device.provider().open(device.phone.serial, signal),
      target: { app: 'com.example.shop' },
      launch: false,
      sampling: defaultSampling,
      path: join(folder, `${windows.length}.laglens`),
      version: '0.0.0',
    });
    const window = new Window(capture);
    windows.push(window);
    return window;
  }

  it('the second learns that the app is taken; the first goes on, also after a cable break', async () => {
    const first = await open();
    await first.capture.start(signal);
    await first.until(() => first.rows > 0);
    const second = await open();
    await assert.rejects(second.capture.start(signal), (error: unknown) => {
      assert.ok(error instanceof LaglensError, String(error));
      assert.equal(error.code, 'agent-busy');
      return true;
    });
    const rowsThen = first.rows;
    await first.until(() => first.rows > rowsThen);

    await device.phone.unplug();
    await untilCapture(first.capture, ({ kind }) => kind === 'waitingForApp');
    await device.phone.plug();
    await first.until(() => (first.model.runs[0]?.gaps[0]?.endUs ?? -1) >= 0);
    const rowsBack = first.rows;
    await first.until(() => first.rows > rowsBack);
    assert.equal(first.model.runs.length, 1);
  });

  it('the second has the app after the first has stopped', async () => {
    const first = await open();
    await first.capture.start(signal);
    await first.until(() => first.rows > 0);
    await first.capture.stop();
    const second = await open();
    await second.capture.start(signal);
    await second.until(() => second.rows > 0);
  });
});
