import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { LaglensError } from '../../core/errors.ts';
import { replaySession } from '../../core/session/replay.ts';
import { Encoder } from '../../core/wire/codec.ts';
import { FakeDevice, hello } from '../../tests/host/fake-agent.ts';
import { Capture } from './capture.ts';
import { defaultSampling } from './capture-state.ts';
import { Journal, type JournalFile } from './journal.ts';
import { inflateDriver, SessionFile } from './session-file.ts';

/** A disk that has room for so many bytes; what does not fit is written in part, as a real one does. */
class SmallDisk implements JournalFile {
  capacity: number;
  content = Buffer.alloc(0);
  isSynced = false;

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  async write(bytes: Uint8Array, offset: number): Promise<void> {
    const room = Math.max(0, this.capacity - offset);
    const fits = bytes.subarray(0, room);
    this.content = Buffer.concat([this.content.subarray(0, offset), fits]);
    if (fits.length < bytes.length) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  }

  async sync(): Promise<void> {
    this.isSynced = true;
  }

  async close(): Promise<void> {}
}

describe('a journal', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens-journal-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const tick = (atUs: number): Uint8Array => new Encoder().encode({ type: 'tick', atUs, rounds: 1 });

  async function ticksIn(content: Uint8Array): Promise<{ nowUs: number; truncated: boolean; badChunks: number }> {
    const source = { size: content.length, read: (offset: number, length: number) => content.subarray(offset, offset + length) };
    const { model, report } = await replaySession(source, inflateDriver);
    return { nowUs: model.nowUs, truncated: report.truncated, badChunks: report.badChunks };
  }

  it('keeps what a full disk does not take, says so once, and goes on when there is room', async () => {
    const disk = new SmallDisk(1000);
    const problems: (string | undefined)[] = [];
    const opened = async (): Promise<JournalFile> => disk;
    const journal = await Journal.create(join(folder, 'a.laglens'), (problem) => problems.push(problem?.code), opened);
    const encoder = new Encoder();
    journal.writer.append(encoder.encode({ type: 'session', version: 1, createdUs: 1, host: 'test' }));
    journal.writer.append(encoder.encode(hello(1_000_000)));
    await journal.flush();
    const written = disk.content.length;
    disk.capacity = written + 10;
    for (let index = 1; index <= 50; index++)
      journal.writer.append(encoder.encode({ type: 'tick', atUs: 1_000_000 + index * 1000, rounds: 1 }));
    await journal.flush();
    await journal.flush();
    assert.deepEqual(problems, ['disk-full']);
    assert.deepEqual(await ticksIn(disk.content), { nowUs: 0, truncated: true, badChunks: 0 });
    assert.ok(journal.writer.pendingBytes > 0);

    disk.capacity = 1 << 20;
    await journal.flush();
    assert.deepEqual(problems, ['disk-full', undefined]);
    assert.equal(journal.writer.pendingBytes, 0);
    const { nowUs, badChunks } = await ticksIn(disk.content);
    assert.deepEqual({ nowUs, badChunks }, { nowUs: 50_000, badChunks: 0 });
    await journal.discard();
  });

  it('that cannot be completed stays as it is, whole up to what was written', async () => {
    const disk = new SmallDisk(1 << 20);
    const journal = await Journal.create(
      join(folder, 'a.laglens'),
      () => undefined,
      async () => disk,
    );
    journal.writer.append(tick(5));
    await journal.flush();
    const before = Buffer.from(disk.content);
    disk.capacity = before.length;
    journal.writer.append(tick(9));
    assert.equal(await journal.finish(), `${join(folder, 'a.laglens')}.${process.pid}.journal`);
    assert.equal(journal.problem?.code, 'disk-full');
    assert.deepEqual(disk.content, before);
  });

  it('is synced and renamed when it is complete', async () => {
    const journal = await Journal.create(join(folder, 'a.laglens'), () => undefined);
    journal.writer.append(tick(5));
    assert.deepEqual(await readdir(folder), [`a.laglens.${process.pid}.journal`]);
    assert.equal(await journal.finish(), join(folder, 'a.laglens'));
    assert.deepEqual(await readdir(folder), ['a.laglens']);
  });

  it('in a folder that cannot be written says so at the begin', async () => {
    await writeFile(join(folder, 'file'), '');
    const created = Journal.create(join(folder, 'file', 'a.laglens'), () => undefined);
    await assert.rejects(created, (error: LaglensError) => error.code === 'record-failed' && /place/.test(error.next));
  });

  it('of a capture reports a full disk as a state, and loses nothing once there is room', async () => {
    const disk = new SmallDisk(1 << 20);
    let talk: { say(message: ReturnType<typeof hello>): void } | undefined;
    const device = await FakeDevice.start((each) => {
      talk = each;
      each.say(hello(1_000_000));
    });
    const capture = new Capture({
      device,
      target: { app: 'a' },
      launch: false,
      sampling: defaultSampling,
      path: join(folder, 'a.laglens'),
      version: '0',
      openJournal: async () => disk,
    });
    try {
      await capture.start(AbortSignal.timeout(600_000));
      disk.capacity = 0;
      const full = new Promise<void>((resolve) => {
        capture.on('state', (state) => state.problem?.code === 'disk-full' && resolve());
      });
      talk?.say(hello(2_000_000));
      await full;
      const free = new Promise<void>((resolve) => {
        capture.on('state', (state) => state.problem === undefined && resolve());
      });
      disk.capacity = 1 << 20;
      await free;
      capture.mark('after');
      await assert.rejects(capture.stop(), { code: 'ENOENT' }, 'the file of this test is in memory, so it cannot be renamed');
      const source = { size: disk.content.length, read: (at: number, length: number) => disk.content.subarray(at, at + length) };
      const { model, report } = await replaySession(source, inflateDriver);
      assert.deepEqual({ bad: report.badChunks, cut: report.truncated }, { bad: 0, cut: false });
      assert.equal(model.marks.length, 1);
    } finally {
      await device.close();
    }
  });
});

describe('a session file', () => {
  it('that is not there says so', async () => {
    await assert.rejects(SessionFile.open('/nowhere/a.laglens'), (error: LaglensError) => error.code === 'session-not-found');
  });
});
