import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { LaglensError } from '../../core/errors.ts';
import { Capture } from '../../host/capture/capture.ts';
import { type CaptureState, defaultSampling } from '../../host/capture/capture-state.ts';
import { DroppingProxy } from '../simulated/dropping-proxy.ts';
import { type JavaPhone, startJavaPhone } from './java-phone.ts';
import { untilCapture } from './until-capture.ts';
import { readWholeSession } from './whole-session.ts';

const { signal } = new AbortController();
/** So far below the real ones that two minutes of silence take two seconds, and a busy computer still answers in them. */
const limits = { helloMs: 2_000, longestHelloMs: 60_000, askMs: 300, giveUpMs: 300, stateMs: 4_000, stateAgainMs: 500 };
const adbLimits = { answerMs: 3_000, silenceMs: 5_000, pingMs: 300 };
const SILENT_MS = 2_000;

describe('between the computer and its adb server', { timeout: 300_000 }, () => {
  let device: JavaPhone;
  let proxy: DroppingProxy;
  let folder: string;
  let capture: Capture;
  let started: Capture | undefined;
  const states: CaptureState[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens-silent-adb-'));
    device = await startJavaPhone({ android: '14' });
    proxy = await DroppingProxy.start(device.phone.server.port);
    await device.phone.launchApp();
    states.length = 0;
  });
  afterEach(async () => {
    await started?.stop();
    started = undefined;
    await proxy.close();
    await device.stop();
    await rm(folder, { recursive: true });
  });

  async function begin(): Promise<void> {
    // A busy computer brings the agent in slowly: only what comes after that has short limits.
    const provider = device.provider({
      environment: { ...process.env, ADB_SERVER_SOCKET: `tcp:127.0.0.1:${proxy.port}` },
      limits: adbLimits,
    });
    capture = new Capture({
      device: await provider.open(device.phone.serial, signal),
      target: { app: 'com.example.shop' },
      launch: false,
      sampling: defaultSampling,
      path: join(folder, 'one.laglens'),
      version: '0.0.0',
      limits,
    });
    started = capture;
    capture.on('state', (state) => states.push(state));
    await capture.start(signal);
  }

  it('everything is lost for a while without a reset: no data, trying again; then the same run goes on', async () => {
    await begin();
    await untilCapture(capture, ({ kind }) => kind === 'streaming');
    proxy.drop();
    await untilCapture(capture, (state) => state.kind === 'noData' && state.isTryingAgain);
    const beginMs = performance.now();
    let most = 0;
    while (performance.now() - beginMs < SILENT_MS) {
      most = Math.max(most, proxy.connections);
      await new Promise<void>((resolve) => void capture.once('log', () => resolve()));
    }
    assert.equal(capture.state.kind, 'noData');
    // Each question that was given up is one connection; none stays open at our side.
    assert.ok(most < 40, `${most} connections`);
    proxy.resume();
    await untilCapture(capture, ({ kind }) => kind === 'streaming');
    const path = await capture.stop();
    assert.ok(path);
    const { model, report } = await readWholeSession(path);
    assert.deepEqual([report.badChunks, report.truncated], [0, false]);
    assert.equal(model.runs.length, 1);
    const [gap] = model.runs[0]?.gaps ?? [];
    assert.ok(gap !== undefined && gap.endUs - gap.beginUs >= SILENT_MS * 1_000, JSON.stringify(gap));
    assert.deepEqual(
      states.filter(({ kind }) => kind === 'waitingForApp'),
      [],
    );
  });

  it('nothing is answered from the beginning: devices and captures end with a reason', async () => {
    await begin();
    proxy.drop();
    const provider = device.provider({
      environment: { ...process.env, ADB_SERVER_SOCKET: `tcp:127.0.0.1:${proxy.port}` },
      limits: adbLimits,
    });
    const [row] = await provider.rows(signal);
    assert.equal(row?.problem?.code, 'no-answer');
    await assert.rejects(
      provider.open(device.phone.serial, signal),
      (error: unknown) => error instanceof LaglensError && error.code === 'no-answer',
    );
    proxy.resume();
  });
});
