import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { LaglensError } from '../../core/errors.ts';
import { Decoder } from '../../core/wire/decoder.ts';
import { Encoder } from '../../core/wire/encoder.ts';
import type { Message } from '../../core/wire/schema.ts';
import { AgentHandshake } from '../../tests/host/agent-handshake.ts';
import { type AgentScript, type AgentTalk, FakeDevice, hello, type Impostor } from '../../tests/host/fake-agent.ts';
import { fakeCapture, readBack } from '../../tests/host/fake-capture.ts';
import { untilCapture } from '../../tests/host/until-capture.ts';
import type { Capture } from './capture.ts';
import type { CaptureOptions, RecordSink, SessionSymbolicator } from './capture-options.ts';
import { type CaptureState, defaultSampling } from './capture-state.ts';

const { signal } = new AbortController();

/** For agents that say nothing, and for those that say something else than a hello, which a busy computer must have time to hear. */
const SILENT_MS = 200;
const HEARD_MS = 3_000;

describe('a capture', () => {
  let folder: string;
  let device: FakeDevice | undefined;
  let capture: Capture | undefined;
  const live: Message[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens-capture-'));
    live.length = 0;
  });
  afterEach(async () => {
    await capture?.stop();
    await device?.close();
    await rm(folder, { recursive: true });
  });

  async function begin(
    script: AgentScript,
    options: Partial<CaptureOptions> = {},
    impostor?: Impostor,
  ): Promise<{ capture: Capture; device: FakeDevice }> {
    device = await FakeDevice.start(script, impostor);
    capture = fakeCapture(device, folder, options);
    const decoder = new Decoder();
    capture.on('piece', ({ bytes }) => live.push(...decoder.push(bytes)));
    await capture.start(signal);
    return { capture, device };
  }

  it('connects at growing intervals to an agent that leaves after each hello', async () => {
    const atMs: number[] = [];
    await begin((talk, connection) => {
      atMs.push(performance.now());
      talk.say(hello(1_000_000 + connection));
      setImmediate(() => talk.hangUp());
    });
    assert.ok(capture);
    await untilCapture(capture, () => atMs.length > 6);
    const waitedMs = atMs.slice(1, 7).map((ms, index) => ms - (atMs[index] ?? 0));
    // At once, then after 50 ms and twice as long each time; timers count whole milliseconds.
    for (const [index, least] of [0, 49, 99, 199, 399, 799].entries()) assert.ok((waitedMs[index] ?? 0) >= least, `${waitedMs}`);
  });

  it('takes names into the stream while it goes on, and at its end waits for them a while, not for ever', async () => {
    const heard: string[] = [];
    let add: RecordSink = () => undefined;
    const record = (source: string): Message<'classNames'> => ({ type: 'classNames', run: 0, classes: [{ built: 'a.b', source }] });
    const names = (adding: RecordSink): SessionSymbolicator => {
      add = adding;
      return {
        follow: ({ type }) => void heard.push(type),
        settled: () => new Promise(() => undefined),
        close: () => add([record('Closed')]),
      };
    };
    const started = await begin((talk) => talk.say(hello(5_000_000), { type: 'tick', atUs: 5_040_000, rounds: 4 }), {
      names,
      namesTimeoutMs: 200,
    });
    await untilCapture(started.capture, () => live.some((each) => each.type === 'tick'));
    add([record('Feed'), record('FeedAdapter')]);
    const path = await started.capture.stop();
    add([record('Late')]);
    assert.deepEqual(heard, ['session', 'process', 'hello', 'tick']);
    const { model } = await readBack(path);
    assert.deepEqual([...(model.runs[0]?.names.classes ?? [])], [['a.b', 'Closed']]);
    assert.deepEqual(live.filter(({ type }) => type === 'classNames').length, 3);
  });

  it('waits no longer for names once its program is about to end, also when it stops already', async () => {
    const names = (): SessionSymbolicator => ({
      follow: () => undefined,
      settled: () => new Promise(() => undefined),
      close: () => undefined,
    });
    const options = { names, namesTimeoutMs: 3_600_000 };
    const { capture } = await begin((talk) => talk.say(hello(5_000_000), { type: 'tick', atUs: 5_040_000, rounds: 4 }), options);
    await untilCapture(capture, () => live.some((each) => each.type === 'tick'));
    const stopped = capture.stop();
    assert.equal(await capture.close(), join(folder, 'one.laglens'));
    assert.equal(await stopped, join(folder, 'one.laglens'));
  });

  it('passes on and records the same stream, marks included', async () => {
    const started = await begin((talk) => talk.say(hello(5_000_000), { type: 'tick', atUs: 5_040_000, rounds: 4 }));
    await untilCapture(started.capture, () => live.some((each) => each.type === 'tick'));
    const moment = started.capture.moment();
    started.capture.mark('here');
    started.capture.mark('named later', moment);
    const path = await started.capture.stop();
    assert.equal(path, join(folder, 'one.laglens'));
    assert.deepEqual(await readdir(folder), ['one.laglens']);
    assert.deepEqual(
      live.map((each) => each.type).filter((type) => type !== 'clock'),
      ['session', 'process', 'hello', 'tick', 'mark', 'mark'],
    );
    const { model, report } = await readBack(path);
    assert.deepEqual(report, { version: 1, chunks: report.chunks, badChunks: 0, truncated: false });
    assert.deepEqual(
      model.marks.map((each) => each.name),
      ['here', 'named later'],
    );
    const [here, named] = model.marks.map((each) => each.atUs);
    assert.ok(here !== undefined && named !== undefined && here >= 40_000);
    assert.ok(named <= here, `${named} is the moment before ${here}`);
    assert.deepEqual(started.device.cleaned, [1]);
  });

  it('proves the token, asks for the settings, and says detach at the end', async () => {
    const talks: AgentTalk[] = [];
    const started = await begin((talk) => {
      talks.push(talk);
      talk.say(hello(1));
    });
    started.capture.configure({ ...defaultSampling, intervalUs: 5_000, threads: 'main' });
    await started.capture.stop();
    assert.equal(talks[0]?.hostHello.nonce.length, 32);
    assert.deepEqual(
      talks[0]?.heard.map((each) => (each.type === 'configure' ? `${each.intervalUs} ${each.threads}` : each.type)),
      ['10000 1', '5000 0', 'detach'],
    );
  });

  it('comes back after a broken link with a gap in the same run', async () => {
    const started = await begin((talk, connection) => {
      talk.say(hello(1_000_000 + connection * 1_000_000), { type: 'tick', atUs: 1_500_000 + connection * 1_000_000, rounds: 50 });
      if (connection === 0) setImmediate(() => talk.hangUp());
    });
    await untilCapture(started.capture, () => live.filter((each) => each.type === 'tick').length === 2);
    const { model } = await readBack(await started.capture.stop());
    assert.equal(model.runs.length, 1);
    assert.deepEqual(
      live.filter(({ type }) => type === 'gap').map((each) => 'atUs' in each && each.atUs),
      [1_500_000],
    );
    // From the last time of the connection before to the hello of the next one, on the clock that begins with the first hello.
    const gaps = model.runs[0]?.gaps.map(({ beginUs, endUs }) => [beginUs, endUs]);
    assert.deepEqual(gaps, [[500_000, 1_000_000]]);
    assert.deepEqual(started.device.deployed, [1]);
  });

  it('goes on with the next process of the app as a new run', async () => {
    const started = await begin((talk, connection) => {
      talk.say(hello(1_000_000, connection + 1));
      if (connection === 0) {
        device?.end();
        setImmediate(() => talk.hangUp());
      }
    });
    await untilState(started.capture, 'waitingForApp');
    started.device.restart();
    await untilCapture(started.capture, () => live.filter((each) => each.type === 'hello').length === 2);
    const { model } = await readBack(await started.capture.stop());
    assert.deepEqual(
      model.runs.map((run) => run.process?.pid),
      [1, 2],
    );
    assert.deepEqual(
      live.map((each) => each.type).filter((type) => type !== 'clock'),
      ['session', 'process', 'hello', 'processEnd', 'process', 'hello'],
    );
    assert.deepEqual(started.device.cleaned, [1, 2]);
  });

  it('says that nothing arrives while the link stands', async () => {
    const started = await begin((talk) => talk.say(hello(1)));
    await untilState(started.capture, 'noData');
  });

  const refusals: readonly { title: string; code: string; script?: AgentScript; impostor?: Impostor; helloMs?: number }[] = [
    { title: 'the agent is older than the handshake', code: 'agent-old', impostor: (socket) => socket.destroy() },
    {
      title: 'the agent knows another token',
      code: 'agent-token',
      impostor: (socket, said) => socket.write(new Encoder().encode(new AgentHandshake(new Uint8Array(16)).challenge(said))),
    },
    {
      title: 'an agent of a newer version refuses the hello',
      code: 'agent-version',
      impostor: (socket) => socket.write(new Encoder().encode({ type: 'refused', code: 2, text: 'newer' })),
    },
    { title: 'what listens says nothing at all', code: 'hello-silent', impostor: () => undefined, helloMs: SILENT_MS },
    {
      title: 'another window is busy with the app',
      code: 'agent-busy',
      script: (talk) => talk.say({ type: 'refused', code: 1, text: '' }),
    },
    { title: 'the agent is of another version', code: 'agent-version', script: (talk) => talk.say({ type: 'refused', code: 2, text: '' }) },
    { title: 'the app ends before the hello', code: 'connect-failed', script: (talk) => talk.hangUp() },
    { title: 'the agent says nothing', code: 'hello-silent', script: () => undefined, helloMs: SILENT_MS },
    {
      title: 'something else answers',
      code: 'stream-damaged',
      script: (talk) => talk.raw(Buffer.from('HTTP/1.1 400 Bad Request\r\n'.repeat(9))),
    },
    {
      title: 'a message claims to have 4 GB',
      code: 'stream-damaged',
      script: (talk) => talk.raw(Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0x0f, 1)),
    },
  ];
  for (const { title, code, script = () => undefined, impostor, helloMs = HEARD_MS } of refusals) {
    it(`does not begin when ${title}, and leaves nothing behind`, async () => {
      await assert.rejects(
        begin(script, { limits: { helloMs } }, impostor),
        (error: unknown) => error instanceof LaglensError && error.code === code,
      );
      assert.deepEqual(await readdir(folder), []);
      assert.deepEqual(device?.cleaned, [1]);
      assert.equal(capture?.state.kind, 'ended');
    });
  }

  it('ends with what it has when the stream is damaged again and again', async () => {
    const started = await begin((talk) => {
      talk.say(hello(1_000_000), { type: 'tick', atUs: 1_500_000, rounds: 1 });
      talk.raw(Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0x0f));
    });
    await untilState(started.capture, 'ended');
    assert.equal(started.capture.state.problem?.code, 'stream-damaged');
    const { model, report } = await readBack(join(folder, 'one.laglens'));
    assert.equal(report.badChunks, 0);
    assert.equal(model.runs.length, 1);
  });

  it('takes times that go backwards', async () => {
    const started = await begin((talk) =>
      talk.say(hello(9_000_000), { type: 'tick', atUs: 9_500_000, rounds: 1 }, { type: 'tick', atUs: 1_000, rounds: 1 }, hello(5)),
    );
    await untilCapture(started.capture, () => live.filter((each) => each.type === 'hello').length === 2);
    started.capture.mark('still here');
    const { report } = await readBack(await started.capture.stop());
    assert.equal(report.badChunks, 0);
  });

  it('can be stopped while it connects', async () => {
    const deaf = begin(() => setImmediate(() => void capture?.stop()));
    await assert.rejects(deaf, { name: 'AbortError' });
    assert.equal(await capture?.stop(), undefined);
    assert.deepEqual(await readdir(folder), []);
    assert.equal(capture?.state.kind, 'ended');
  });

  it('keeps what a stranger says before any hello out of the session', async () => {
    const unknown = Uint8Array.of(2, 0x7f, 0x00);
    const stranger = begin((talk) => talk.raw(Buffer.concat(Array(50).fill(unknown))), { limits: { helloMs: HEARD_MS } });
    await assert.rejects(stranger, (error: unknown) => error instanceof LaglensError && error.code === 'stream-damaged');
    assert.deepEqual(
      live.map((each) => each.type),
      ['session'],
    );
  });

  it('can be cancelled while it connects', async () => {
    const canceller = new AbortController();
    device = await FakeDevice.start(() => canceller.abort());
    capture = fakeCapture(device, folder);
    await assert.rejects(capture.start(canceller.signal), { name: 'AbortError' });
    assert.deepEqual(await readdir(folder), []);
    assert.deepEqual(device.cleaned, [1]);
  });
});

async function untilState(capture: Capture, kind: CaptureState['kind']): Promise<void> {
  await untilCapture(capture, (state) => state.kind === kind);
}
