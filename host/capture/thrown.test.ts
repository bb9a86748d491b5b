import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { Decoder } from '../../core/wire/decoder.ts';
import type { Message } from '../../core/wire/schema.ts';
import { type AgentScript, type AgentTalk, FakeDevice, hello } from '../../tests/host/fake-agent.ts';
import { fakeCapture, readBack } from '../../tests/host/fake-capture.ts';
import { untilCapture } from '../../tests/host/until-capture.ts';
import type { Capture } from './capture.ts';
import type { CaptureOptions, SessionSymbolicator } from './capture-options.ts';
import type { JournalFile } from './journal-file.ts';

const { signal } = new AbortController();
/** Ends the process of a test file when nobody takes it, so each of these tests also fails by that. */
const mistake = new TypeError('a mistake of ours');

describe('whatever throws while a capture runs ends in a state that is said:', () => {
  let folder: string;
  let device: FakeDevice;
  let capture: Capture;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens-thrown-'));
  });
  afterEach(async () => {
    await capture.stop();
    await device.close();
    await rm(folder, { recursive: true });
  });

  async function prepare(script: AgentScript, options: Partial<CaptureOptions> = {}): Promise<Capture> {
    device = await FakeDevice.start(script);
    capture = fakeCapture(device, folder, options);
    return capture;
  }

  /** The capture has ended by itself, says the mistake, and what came before can be read. */
  async function endsWithSessionKept(): Promise<void> {
    await untilCapture(capture, (state) => state.kind === 'ended');
    const { state } = capture;
    assert.ok(state.kind === 'ended');
    assert.equal(state.problem?.code, 'internal');
    assert.match(state.problem?.message ?? '', /a mistake of ours/);
    const { model, report } = await readBack(state.path);
    assert.deepEqual([report.badChunks, report.truncated], [0, false]);
    assert.equal(model.runs.length, 1);
  }

  it('an agent whose clocks leave the numbers of the protocol is recorded like any other', async () => {
    const live: Message[] = [];
    const started = await prepare((talk) => {
      talk.say({ ...hello(0), wallUs: Number.MAX_SAFE_INTEGER });
      for (let n = 1; n <= 60; n++) talk.say({ type: 'tick', atUs: n * 50_000, rounds: 5 });
    });
    const decoder = new Decoder();
    started.on('piece', ({ bytes }) => live.push(...decoder.push(bytes)));
    await started.start(signal);
    await untilCapture(started, () => live.filter(({ type }) => type === 'tick').length === 60);
    started.mark('after them');
    const { model } = await readBack(await started.stop());
    assert.deepEqual(
      model.marks.map(({ name }) => name),
      ['after them'],
    );
    assert.equal(started.state.problem, undefined);
  });

  it('an agent that comes back half the protocol’s time away is recorded with its gap', async () => {
    const live: Message[] = [];
    const started = await prepare((talk, connection) => {
      const wallUs = 1;
      if (connection === 0) {
        talk.say({ ...hello(0), wallUs }, { type: 'clock', monoUs: Number.MAX_SAFE_INTEGER, wallUs, node: 0 });
        talk.say({ type: 'clock', monoUs: 5, wallUs, node: 0 });
        setImmediate(() => talk.hangUp());
      } else talk.say(hello(50_000), { type: 'tick', atUs: 100_000, rounds: 1 });
    });
    const decoder = new Decoder();
    started.on('piece', ({ bytes }) => live.push(...decoder.push(bytes)));
    await started.start(signal);
    await untilCapture(started, () => live.some(({ type }) => type === 'tick'));
    const { model } = await readBack(await started.stop());
    assert.equal(model.runs.length, 1);
    assert.equal(model.runs[0]?.gaps.length, 1);
  });

  /** Starts with an agent that has said hello; what it says next comes when the capture runs. */
  async function begin(listen: (capture: Capture) => void, options: Partial<CaptureOptions> = {}): Promise<AgentTalk> {
    const talks: AgentTalk[] = [];
    const started = await prepare((talk) => {
      talks.push(talk);
      talk.say(hello(1_000_000));
    }, options);
    await started.start(signal);
    listen(started);
    const [talk] = talks;
    assert.ok(talk);
    return talk;
  }

  it('a listener of the bytes', async () => {
    const talk = await begin((capture) => {
      capture.on('piece', () => {
        throw mistake;
      });
    });
    talk.say({ type: 'tick', atUs: 1_050_000, rounds: 1 });
    await endsWithSessionKept();
  });

  it('a listener of the states', async () => {
    await begin((capture) => {
      capture.on('state', ({ kind }) => {
        if (kind === 'noData') throw mistake;
      });
    });
    await endsWithSessionKept();
  });

  it('a listener of the log', async () => {
    const talk = await begin((capture) => {
      capture.on('log', () => {
        throw mistake;
      });
    });
    talk.say({ type: 'log', level: 1, text: 'a line' });
    await endsWithSessionKept();
  });

  /** Throws for each `tick`, as whoever looks for names might. */
  const names = (): SessionSymbolicator => ({
    follow: ({ type }) => {
      if (type === 'tick') throw mistake;
    },
    settled: () => Promise.resolve(),
    close: () => undefined,
  });

  it('whoever takes what the agent said', async () => {
    const talk = await begin(() => undefined, { names });
    talk.say({ type: 'tick', atUs: 1_050_000, rounds: 1 });
    await endsWithSessionKept();
  });

  it('the same before it has begun: the start fails with it', async () => {
    const started = await prepare((talk) => talk.say(hello(1_000_000), { type: 'tick', atUs: 1_050_000, rounds: 1 }), { names });
    await assert.rejects(started.start(signal), /a mistake of ours/);
    assert.equal(started.state.kind, 'ended');
    assert.equal(started.state.problem?.code, 'internal');
  });

  it('a listener before it has begun: the start fails with it', async () => {
    const started = await prepare((talk) => talk.say(hello(1_000_000)));
    started.on('state', () => {
      throw mistake;
    });
    await assert.rejects(started.start(signal), /a mistake of ours/);
    assert.equal(started.state.problem?.code, 'internal');
  });

  it('a file that throws instead of rejecting', async () => {
    const openJournal = async (path: string): Promise<JournalFile> => ({
      path,
      write: () => {
        throw mistake;
      },
      beat: () => Promise.resolve(),
      stay: () => Promise.resolve(false),
      dataSync: () => Promise.resolve(),
      sync: () => Promise.resolve(),
      close: () => Promise.resolve(),
      pack: () => Promise.resolve(),
      place: () => Promise.resolve(path),
      remove: () => Promise.resolve(),
    });
    const started = await prepare((talk) => talk.say(hello(1_000_000)), { openJournal });
    await started.start(signal);
    await untilCapture(started, ({ problem }) => problem !== undefined);
    assert.equal(started.state.problem?.code, 'record-failed');
    await started.stop();
    assert.equal(started.state.kind, 'ended');
    assert.equal(started.state.problem?.code, 'record-failed');
  });
});
