import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { type AgentScript, type AgentTalk, FakeDevice, hello } from '../../tests/host/fake-agent.ts';
import { fakeCapture, readBack } from '../../tests/host/fake-capture.ts';
import { untilCapture } from '../../tests/host/until-capture.ts';
import { Deferred } from '../deferred.ts';
import type { AgentLink } from '../devices/device.ts';
import type { Capture } from './capture.ts';
import type { CaptureState } from './capture-state.ts';

const { signal } = new AbortController();
/** A sixtieth of the real ones. */
const limits = { helloMs: 85, longestHelloMs: 60_000, askMs: 85, giveUpMs: 85, stateMs: 250, stateAgainMs: 160 };

describe('a link that is silent though it stands', { timeout: 60_000 }, () => {
  let folder: string;
  let device: FakeDevice;
  let capture: Capture;
  let talks: AgentTalk[];
  let states: CaptureState[];
  let connected = new Deferred<void>();
  /** The device's answer about the process. */
  let processState: AgentLink['processState'];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens-silent-'));
    talks = [];
    states = [];
    processState = async () => 'running';
  });
  afterEach(async () => {
    await capture.stop();
    await device.close();
    await rm(folder, { recursive: true });
  });

  async function begin(script: AgentScript): Promise<void> {
    device = await FakeDevice.start((talk, connection) => {
      talks.push(talk);
      script(talk, connection);
      connected.resolve(undefined);
      connected = new Deferred<void>();
    });
    const deploy = device.deploy.bind(device);
    device.deploy = async (target, options) => ({ ...(await deploy(target, options)), processState: (within) => processState(within) });
    capture = fakeCapture(device, folder, { limits });
    capture.on('state', (state) => states.push(state));
    await capture.start(signal);
  }

  async function untilConnected(times: number): Promise<void> {
    while (talks.length < times) await connected.promise;
  }

  const until = (kind: CaptureState['kind'], isTryingAgain?: boolean): Promise<void> =>
    untilCapture(capture, (state) => state.kind === kind && (state.kind !== 'noData' || state.isTryingAgain === isTryingAgain));

  /** Before and after the silence are one run, with one gap in it. */
  async function oneRunWithOneGap(): Promise<void> {
    const path = await capture.stop();
    assert.ok(path);
    const { model } = await readBack(path);
    assert.equal(model.runs.length, 1);
    assert.equal(model.runs[0]?.gaps.length, 1);
    assert.deepEqual(device.deployed, [1]);
  }

  it('is asked to speak, then made again: the data before and after are one run', async () => {
    await begin((talk, connection) => {
      talk.say(hello(1_000_000 + connection * 1_000_000));
      if (connection > 0) talk.say({ type: 'tick', atUs: 2_050_000, rounds: 1 });
    });
    await untilCapture(capture, () => talks.length === 2 && capture.state.kind === 'streaming');
    assert.deepEqual(
      talks[0]?.heard.map(({ type }) => type),
      ['configure', 'flush'],
    );
    await oneRunWithOneGap();
  });

  it('is kept when the agent speaks when it is asked to', async () => {
    await begin((talk) => {
      talk.say(hello(1_000_000));
      const asked = talk.heard.push.bind(talk.heard);
      talk.heard.push = (...heard) => {
        if (heard.some(({ type }) => type === 'flush')) talk.say({ type: 'tick', atUs: 1_050_000, rounds: 1 });
        return asked(...heard);
      };
    });
    await untilCapture(capture, () => (talks[0]?.heard.filter(({ type }) => type === 'flush').length ?? 0) >= 3);
    assert.equal(talks.length, 1);
  });

  it('is kept when it was this program that stood still', async () => {
    await begin((talk) => {
      talk.say(hello(1_000_000));
      const heard = talk.heard.push.bind(talk.heard);
      talk.heard.push = (...messages) => {
        if (messages.some(({ type }) => type === 'flush')) {
          talk.say({ type: 'tick', atUs: 1_050_000, rounds: 1 });
          // The answer waits in the socket; timers come first when this program goes on.
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4 * (limits.askMs + limits.giveUpMs));
        }
        return heard(...messages);
      };
    });
    await untilCapture(capture, () => (talks[0]?.heard.filter(({ type }) => type === 'flush').length ?? 0) >= 2);
    assert.equal(talks.length, 1);
  });

  it('of an app that is stopped: says so, brings in no other agent, makes few connections, and goes on when the app does', async () => {
    let isStopped = true;
    await begin((talk, connection) => {
      if (connection === 0 || !isStopped) talk.say(hello(1_000_000 * (connection + 1)));
    });
    await untilConnected(4);
    assert.deepEqual([capture.state.kind, device.deployed], ['noData', [1]]);
    isStopped = false;
    // The app reads queued messages when it continues: the last one stands still.
    talks.at(-1)?.say(hello(9_000_000));
    await until('streaming');
    assert.equal(talks.length, 4);
    assert.deepEqual(
      states.filter(({ kind }) => kind === 'waitingForApp' || kind === 'ended'),
      [],
    );
    await oneRunWithOneGap();
  });

  it('to a device that does not answer whether the app runs: is asked again, and goes on when it does', async () => {
    let asked = 0;
    const aborted: unknown[] = [];
    processState = (within) => {
      if (++asked > 2) return Promise.resolve('running');
      within.addEventListener('abort', () => aborted.push(within.reason), { once: true });
      return new Promise(() => undefined);
    };
    await begin((talk, connection) => talk.say(hello(1_000_000 * (connection + 1))));
    await until('noData', true);
    await until('streaming');
    assert.equal(aborted.length, 2);
    await oneRunWithOneGap();
  });

  it('of an app that ends while its hello is awaited: waits for the app, not for the hello', async () => {
    await begin((talk, connection) => {
      if (connection === 0) talk.say(hello(1_000_000));
    });
    await untilConnected(4);
    processState = async () => 'ended';
    await until('waitingForApp');
  });
});
