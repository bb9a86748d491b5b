import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { LaglensError } from '../../core/errors.ts';
import type { Message } from '../../core/wire/schema.ts';
import { type AgentTalk, FakeDevice, hello } from '../../tests/host/fake-agent.ts';
import { fakeCapture, readBack } from '../../tests/host/fake-capture.ts';
import { untilCapture } from '../../tests/host/until-capture.ts';
import { Deferred } from '../deferred.ts';
import type { SystemRecord } from '../devices/device.ts';
import type { Capture } from './capture.ts';

const signal = AbortSignal.timeout(60_000);
const MONO_US = 5_000_000;
const { wallUs: WALL_US } = hello(MONO_US);
const unknown = { subreason: 0, status: 0, importance: 0, pssBytes: 0, rssBytes: 0, trace: 0 };
/** Seconds after the hello, by the device's wall clock. */
const at = (seconds: number): number => WALL_US + seconds * 1e6;
const anr = (seconds: number): SystemRecord => ({ ...unknown, kind: 1, wallUs: at(seconds), reason: 0, text: 'slow' });
const end = (seconds: number, reason: number): SystemRecord => ({ ...unknown, kind: 2, wallUs: at(seconds), reason, text: '' });

describe('records of the device’s system', () => {
  let folder: string;
  let device: FakeDevice;
  let capture: Capture;
  let talk: Deferred<AgentTalk>;
  /** What the device knows now. */
  let known: readonly SystemRecord[];
  let asked: number;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens-records-'));
    talk = new Deferred();
    known = [];
    asked = 0;
    device = await FakeDevice.start((each) => {
      each.say(hello(MONO_US), { type: 'tick', atUs: MONO_US + 40_000, rounds: 1 });
      talk.resolve(each);
    });
    device.records = async () => {
      asked++;
      return known;
    };
  });
  afterEach(async () => {
    await capture.stop();
    await device.close();
    await rm(folder, { recursive: true });
  });

  async function begin(recordsAgainMs = 3_600_000): Promise<readonly Message[]> {
    const live: Message[] = [];
    capture = fakeCapture(device, folder, { limits: { recordsAgainMs } });
    capture.on('piece', ({ messages }) => void live.push(...messages));
    await capture.start(signal);
    return live;
  }

  it('come into the session at its end, on the clock of its agent', async () => {
    await begin();
    known = [anr(12)];
    const { model } = await readBack(await capture.stop());
    assert.deepEqual(
      model.runs[0]?.systemRecords.map(({ kind, atUs, text }) => [kind, atUs, text]),
      [[1, 12_000_000, 'slow']],
    );
    assert.equal(asked, 1);
  });

  it('come while it runs, once each', async () => {
    const live = await begin(20);
    known = [anr(12)];
    await untilCapture(capture, () => live.some(({ type }) => type === 'systemRecord'));
    const before = asked;
    known = [anr(12), anr(30)];
    await untilCapture(capture, () => live.filter(({ type }) => type === 'systemRecord').length === 2);
    assert.ok(asked > before);
    assert.deepEqual((await readBack(await capture.stop())).model.runs[0]?.systemRecords.length, 2);
  });

  it('say why a process ended, once the system knows', async () => {
    // First it knows that, not yet why.
    device.records = async () => [end(2, asked++ === 0 ? 0 : 3)];
    const live = await begin();
    device.end();
    const waits: string[] = [];
    capture.on('state', (state) => {
      if (state.kind === 'waitingForApp') waits.push(state.why);
    });
    (await talk.promise).hangUp();
    await untilCapture(capture, () => live.some(({ type }) => type === 'systemRecord'));
    await untilCapture(capture, (state) => state.kind === 'waitingForApp' && state.why !== 'The process ended');
    assert.deepEqual(waits, ['The process ended', 'Android ended the process because memory was low']);
    const { model } = await readBack(await capture.stop());
    assert.deepEqual(
      model.runs[0]?.systemRecords.map(({ kind, reason }) => [kind, reason]),
      [[2, 3]],
    );
  });

  it('are waited for at the end of a capture whose process just ended, and a device that fails costs nothing else', async () => {
    device.records = async () => {
      if (asked++ === 0) throw new LaglensError({ code: 'device-lost', message: 'Gone.', next: 'None.' });
      return [end(2, 4)];
    };
    const logged: string[] = [];
    await begin();
    capture.on('log', (line) => void logged.push(line));
    device.end();
    (await talk.promise).hangUp();
    await untilCapture(capture, ({ kind }) => kind === 'waitingForApp');
    const { model } = await readBack(await capture.stop());
    assert.equal(model.runs[0]?.systemRecords[0]?.reason, 4);
    assert.ok(
      logged.some((line) => line.includes('Gone.')),
      logged.join('\n'),
    );
  });
});
