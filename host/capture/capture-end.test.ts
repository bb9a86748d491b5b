import assert from 'node:assert/strict';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { afterEach, beforeEach, describe, it, test } from 'node:test';
import { Encoder } from '../../core/wire/encoder.ts';
import { seededRandom } from '../../tests/core/sample-stream.ts';
import { FakeDevice, hello } from '../../tests/host/fake-agent.ts';
import { fakeCapture, readBack } from '../../tests/host/fake-capture.ts';
import { SmallDisk } from '../../tests/host/small-disk.ts';
import { Deferred } from '../deferred.ts';
import type { Capture } from './capture.ts';
import type { JournalFile } from './journal-file.ts';

/** More than readers unpack of a small file. */
const FLOOD_BYTES = 96 << 20;
/** Far more than fill the file: 40 MB. */
const FLOOD_MESSAGES = 10_000;

/** Resolves at the end of a capture, or when its agent has hung up: all was taken. */
function endOrLoss(capture: Capture): Promise<void> {
  return new Promise((resolve) => {
    capture.on('state', ({ kind }) => kind === 'ended' && resolve());
    capture.on('log', (line) => line.startsWith('The link is gone') && resolve());
  });
}

test('a capture of an agent that floods it ends at the full size, says so, and keeps all up to there', { timeout: 120_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-flood-'));
  const noise = seededRandom(1);
  let flood: NodeJS.Timeout | undefined;
  const device = await FakeDevice.start((talk) => {
    talk.say(hello(1_000_000));
    let id = 0;
    flood = setInterval(() => {
      const key = Array.from({ length: 4_000 }, () => String.fromCharCode(33 + noise() * 90)).join('');
      talk.say({ type: 'method', id: ++id, class: key, name: 'm', signature: '()V', sourceFile: '', modifiers: 0 });
      if (id < FLOOD_MESSAGES) return;
      clearInterval(flood);
      talk.hangUp();
    }, 1);
  });
  const mostBytes = 200_000;
  const path = join(folder, 'one.laglens');
  const capture = fakeCapture(device, folder, { mostBytes });
  try {
    const over = endOrLoss(capture);
    await capture.start(new AbortController().signal);
    await over;
    await capture.stop();
    assert.equal(capture.state.problem?.code, 'record-full');
    assert.ok((await stat(path)).size < 2 * mostBytes);
    const { model, report } = await readBack(path);
    assert.deepEqual([report.truncated, report.badChunks, model.runs.length], [false, 0, 1]);
  } finally {
    clearInterval(flood);
    await device.close();
    await rm(folder, { recursive: true });
  }
});

test('a capture of a flood that shrinks to almost nothing ends while its file can still be read whole', { timeout: 120_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-flood-'));
  const text = new Encoder().encode({ type: 'string', id: 1, text: 'a'.repeat(60_000) });
  const flood = Array.from({ length: FLOOD_BYTES / text.length }, () => text);
  const device = await FakeDevice.start((talk) => {
    talk.say(hello(1_000_000));
    void talk.flood(flood).then(() => talk.hangUp());
  });
  const capture = fakeCapture(device, folder, { limits: { bytesPerSecond: 1 << 30 } });
  try {
    const over = endOrLoss(capture);
    await capture.start(new AbortController().signal);
    await over;
    const path = await capture.stop();
    assert.equal(capture.state.problem?.code, 'record-full');
    const { model, report } = await readBack(path);
    assert.deepEqual([report.unreadBeyond, report.truncated, report.badChunks, model.runs.length], [undefined, false, 0, 1]);
  } finally {
    await device.close();
    await rm(folder, { recursive: true });
  }
});

test('a flood is read no faster than the rate of the link', { timeout: 120_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-flood-'));
  const text = new Encoder().encode({ type: 'string', id: 1, text: 'a'.repeat(60_000) });
  const device = await FakeDevice.start((talk) => {
    talk.say(hello(1_000_000));
    // More than a burst.
    void talk.flood(Array.from({ length: (40 << 20) / text.length }, () => text)).then(() => talk.hangUp());
  });
  const end = new Deferred<string>();
  const deploy = device.deploy.bind(device);
  device.deploy = async (...given) => {
    const link = await deploy(...given);
    const connect = async (signal: AbortSignal): Promise<Duplex> =>
      (await link.connect(signal)).once('pause', () => end.resolve('paused')).once('end', () => end.resolve('all was read'));
    return { ...link, connect };
  };
  const capture = fakeCapture(device, folder, { limits: { bytesPerSecond: 10_000 } });
  try {
    await capture.start(new AbortController().signal);
    assert.equal(await end.promise, 'paused');
  } finally {
    await capture.stop();
    await device.close();
    await rm(folder, { recursive: true });
  }
});

test('a capture into a read-only folder fails at its begin and is over, so that another one can begin', async () => {
  const device = await FakeDevice.start((talk) => talk.say(hello(1_000_000)));
  const readOnly = Object.assign(new Error('EROFS: read-only file system, open'), { code: 'EROFS' });
  const capture = fakeCapture(device, tmpdir(), { openJournal: () => Promise.reject(readOnly) });
  try {
    await assert.rejects(capture.start(new AbortController().signal), { code: 'record-failed', message: /EROFS/ });
    assert.equal(await capture.stop(), undefined);
    assert.equal(capture.state.kind, 'ended');
    assert.deepEqual(device.deployed, [], 'nothing went onto the device');
  } finally {
    await device.close();
  }
});

test('a capture onto a disk that does not answer fails at its begin, and takes away what the disk makes later', async () => {
  const device = await FakeDevice.start((talk) => talk.say(hello(1_000_000)));
  const made = new Deferred<JournalFile>();
  const removed = new Deferred<void>();
  const capture = fakeCapture(device, tmpdir(), { openJournal: () => made.promise, diskMs: 50 });
  try {
    await assert.rejects(capture.start(new AbortController().signal), {
      code: 'no-answer',
      message: /Creating .*one\.laglens took longer/,
    });
    assert.deepEqual(device.deployed, [], 'nothing went onto the device');
    made.resolve(Object.assign(new SmallDisk(1 << 20), { remove: async () => removed.resolve() }));
    await removed.promise;
  } finally {
    await device.close();
  }
});

test('a start that fails ends although the disk of its file does not answer, so that another one can begin', {
  timeout: 20_000,
}, async () => {
  const device = await FakeDevice.start((talk) => talk.say(hello(1_000_000)));
  device.deploy = () => Promise.reject(new Error('no way to the app'));
  const capture = fakeCapture(device, tmpdir(), {
    openJournal: async () => Object.assign(new SmallDisk(1 << 20), { remove: () => new Promise<void>(() => undefined) }),
    diskMs: 200,
  });
  try {
    await assert.rejects(capture.start(new AbortController().signal), /no way to the app/);
    assert.equal(capture.state.kind, 'ended');
  } finally {
    await device.close();
  }
});

describe('a capture whose file cannot be finished', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens-unfinished-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const refuse = (): Promise<never> => Promise.reject(Object.assign(new Error('EPERM: operation not permitted'), { code: 'EPERM' }));

  for (const [step, failing] of [
    ['close', { close: refuse }],
    ['place', { place: refuse }],
    ['sync', { sync: refuse }],
    ['stay', { stay: refuse }],
    ['the disk', { sync: () => new Promise<void>(() => undefined) }],
  ] as const) {
    it(`(${step} fails) ends all the same, and says where the recording is`, async () => {
      const device = await FakeDevice.start((talk) => talk.say(hello(1_000_000)));
      const disk = Object.assign(new SmallDisk(1 << 20), failing);
      const capture = fakeCapture(device, folder, { openJournal: async () => disk, diskMs: 200 });
      try {
        await capture.start(new AbortController().signal);
        assert.equal(await capture.stop(), 'a.journal');
        const { state } = capture;
        assert.equal(state.kind, 'ended');
        assert.equal(state.kind === 'ended' ? state.path : '', 'a.journal');
        assert.equal(state.problem?.code, 'record-failed');
        assert.match(state.problem?.message ?? '', /a\.journal.*(EPERM|did not answer)|EPERM.*a\.journal/);
        assert.equal(await capture.close(), 'a.journal');
      } finally {
        await device.close();
      }
    });
  }
});
