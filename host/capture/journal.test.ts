import assert from 'node:assert/strict';
import files, { mkdtemp, readdir, readFile, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { LaglensError } from '../../core/errors.ts';
import { messagesOf } from '../../core/session/copy/copy-session.ts';
import { readSession } from '../../core/session/file/reader.ts';
import { replaySession } from '../../core/session/file/replay.ts';
import { Encoder } from '../../core/wire/encoder.ts';
import { FakeDevice, hello } from '../../tests/host/fake-agent.ts';
import { fakeCapture } from '../../tests/host/fake-capture.ts';
import { SmallDisk } from '../../tests/host/small-disk.ts';
import { inflateDriver, SessionFile } from '../session-file.ts';
import { Journal } from './journal.ts';
import { createJournalFile, type JournalFile } from './journal-file.ts';
import { parseJournalName } from './journal-name.ts';

describe('a journal', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens-journal-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  function journalOn(
    disk: JournalFile | undefined,
    onProblem: (problem: LaglensError | undefined) => void = () => undefined,
    log: (line: string) => void = () => undefined,
  ): Promise<Journal> {
    const openFile = disk === undefined ? undefined : async () => disk;
    return Journal.create({ path: join(folder, 'a.laglens'), openFile, onProblem, log });
  }

  const tick = (atUs: number): Uint8Array => new Encoder().encode({ type: 'tick', atUs, rounds: 1 });

  async function ticksIn(content: Uint8Array): Promise<{ nowUs: number; truncated: boolean; badChunks: number }> {
    const source = { size: content.length, read: (offset: number, length: number) => content.subarray(offset, offset + length) };
    const { model, report } = await replaySession(source, inflateDriver);
    return { nowUs: model.nowUs, truncated: report.truncated, badChunks: report.badChunks };
  }

  it('stays in one file where asking by name gives another number of the volume than asking by handle', async (t) => {
    const byName = files.stat;
    const otherVolume = async (path: string): Promise<unknown> => ({ ...(await byName(path, { bigint: true })), dev: 1n << 40n });
    t.mock.method(files, 'stat', otherVolume);
    syncBuiltinESMExports();
    const journal = await journalOn(undefined);
    try {
      journal.writer.append(tick(5));
      await journal.flush();
      const { path } = await journal.finish();
      assert.equal(path, join(folder, 'a.laglens'));
      assert.deepEqual(await readdir(folder), ['a.laglens']);
    } finally {
      t.mock.restoreAll();
      syncBuiltinESMExports();
    }
  });

  it('keeps what a full disk does not take, says so once, and goes on when there is room', async () => {
    const disk = new SmallDisk(1000);
    const problems: (string | undefined)[] = [];
    const journal = await journalOn(disk, (problem) => problems.push(problem?.code));
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
    const journal = await journalOn(disk);
    journal.writer.append(tick(5));
    await journal.flush();
    const before = Buffer.from(disk.content);
    disk.capacity = before.length;
    journal.writer.append(tick(9));
    const { path, problem } = await journal.finish();
    assert.equal(path, 'a.journal');
    assert.equal(problem?.code, 'disk-full');
    assert.match(problem?.message ?? '', /a\.journal/);
    assert.deepEqual(disk.content, before);
  });

  it('has a name that says who writes it, and becomes a session file when it is complete', async () => {
    const journal = await journalOn(undefined);
    journal.writer.append(tick(5));
    const [name = '', ...others] = await readdir(folder);
    assert.deepEqual(others, []);
    const parsed = parseJournalName(name);
    assert.equal(parsed?.becomes, 'a.laglens');
    assert.equal(parsed?.writer?.pid, process.pid);
    assert.ok(!name.includes(hostname()), 'files are shared, computers have private names');
    assert.deepEqual(await journal.finish(), { path: join(folder, 'a.laglens'), problem: undefined });
    assert.deepEqual(await readdir(folder), ['a.laglens']);
  });

  it('joins the chunks of its flushes when it is complete, and stays as it is where that fails', async () => {
    const ticks = Array.from({ length: 40 }, (_, index) => 1_000 * index);
    const chunksOf = async (path: string): Promise<{ chunks: number; ticks: readonly number[] }> => {
      const file = await SessionFile.open(path);
      const reader = readSession(file, inflateDriver);
      const found: number[] = [];
      for await (const messages of messagesOf(reader)) found.push(...messages.flatMap((each) => (each.type === 'tick' ? [each.atUs] : [])));
      await file.close();
      assert.equal(reader.report.truncated, false);
      return { chunks: reader.report.chunks, ticks: found };
    };
    const written = async (disk: JournalFile | undefined, log?: (line: string) => void): Promise<string> => {
      const journal = await journalOn(disk, undefined, log);
      const encoder = new Encoder();
      for (const atUs of ticks) {
        journal.writer.append(encoder.encode({ type: 'tick', atUs, rounds: 1 }));
        await journal.flush();
      }
      return (await journal.finish()).path;
    };
    assert.deepEqual(await chunksOf(await written(undefined)), { chunks: 1, ticks });
    assert.deepEqual(await readdir(folder), ['a.laglens']);
    const lines: string[] = [];
    const file = await createJournalFile(join(folder, 'b.laglens'));
    file.pack = () => Promise.reject(new Error('no room'));
    const unpacked = await written(file, (line) => lines.push(line));
    assert.deepEqual(await chunksOf(unpacked), { chunks: 40, ticks });
    assert.match(lines.join(), /no room/);
  });

  it('never takes the place of another session, unless that was asked for', async () => {
    await writeFile(join(folder, 'a.laglens'), 'of another window');
    const beside = await journalOn(undefined);
    beside.writer.append(tick(5));
    assert.equal((await beside.finish()).path, join(folder, 'a-2.laglens'));
    assert.equal(await readFile(join(folder, 'a.laglens'), 'utf8'), 'of another window');
    const options = { path: join(folder, 'a.laglens'), onProblem: () => undefined, log: () => undefined };
    const over = await Journal.create({ ...options, overwrite: true });
    over.writer.append(tick(7));
    assert.equal((await over.finish()).path, join(folder, 'a.laglens'));
    assert.equal((await ticksIn(await readFile(join(folder, 'a.laglens')))).badChunks, 0);
    assert.deepEqual((await readdir(folder)).sort(), ['a-2.laglens', 'a.laglens']);
  });

  it('follows no link that stands under its name', async () => {
    const probe = await createJournalFile(join(folder, 'a.laglens'));
    await probe.close();
    await rm(probe.path);
    await writeFile(join(folder, 'precious'), 'mine');
    await symlink(join(folder, 'precious'), probe.path);
    await assert.rejects(journalOn(undefined), { code: 'record-failed' });
    assert.equal(await readFile(join(folder, 'precious'), 'utf8'), 'mine');
  });

  it('shows that it is written when nothing arrives, is on the disk after five seconds, and before it gets its name', async () => {
    const disk = new SmallDisk(1 << 20);
    const journal = await journalOn(disk);
    // The timer flushes twice a second; here the test does.
    for (let flush = 0; flush < 20; flush++) {
      if (flush < 15) journal.writer.append(tick(flush));
      await journal.flush();
    }
    assert.deepEqual(disk.done, ['dataSync', 'beat', 'beat', 'beat', 'beat', 'beat', 'dataSync']);
    journal.writer.append(tick(11));
    await journal.finish();
    assert.deepEqual(disk.done.slice(-4), ['sync', 'close', 'pack', 'place']);
  });

  it('renews its time of change by the file system, and changes no byte by that', async () => {
    const journal = await journalOn(undefined);
    journal.writer.append(tick(5));
    await journal.flush();
    const before = await readFile(journal.path);
    await utimes(journal.path, 1_000, 1_000);
    await journal.flush();
    assert.ok((await stat(journal.path)).mtimeMs > Date.now() - 60_000);
    assert.deepEqual(await readFile(journal.path), before);
    await journal.discard();
    assert.deepEqual(await readdir(folder), []);
  });

  it('whose whole folder was removed makes it again, and loses nothing', async () => {
    const journal = await journalOn(undefined);
    journal.writer.append(tick(5_000));
    await journal.flush();
    await rm(folder, { recursive: true });
    const { path, problem } = await journal.finish();
    assert.equal(problem, undefined);
    assert.equal((await ticksIn(await readFile(path))).badChunks, 0);
    assert.deepEqual(await readdir(folder), ['a.laglens']);
  });

  for (const [how, take] of [
    ['removed', (path: string) => rm(path)],
    ['renamed', (path: string) => rename(path, `${path}.taken`)],
  ] as const) {
    it(`that another window ${how} goes on in a new file, which holds all of it`, async () => {
      const said: string[] = [];
      const journal = await journalOn(
        undefined,
        () => undefined,
        (line) => said.push(line),
      );
      const agent = new Encoder();
      journal.writer.append(agent.encode({ type: 'tick', atUs: 5_000, rounds: 1 }));
      await journal.flush();
      const first = journal.path;
      await take(first);
      journal.writer.append(agent.encode({ type: 'tick', atUs: 9_000, rounds: 1 }));
      await journal.flush();
      assert.notEqual(journal.path, first);
      assert.match(said.join('\n'), /Another window took/);
      assert.equal(parseJournalName(journal.path)?.writer?.pid, process.pid);
      const { path, problem } = await journal.finish();
      assert.equal(problem, undefined);
      assert.equal(path, join(folder, 'a.laglens'));
      const content = await readFile(path);
      const source = { size: content.length, read: (offset: number, length: number) => content.subarray(offset, offset + length) };
      const ticks: number[] = [];
      for await (const messages of messagesOf(readSession(source, inflateDriver))) {
        for (const message of messages) if (message.type === 'tick') ticks.push(message.atUs);
      }
      assert.deepEqual(ticks, [5_000, 9_000]);
    });
  }

  it('in a folder that cannot be written says so at the begin', async () => {
    await writeFile(join(folder, 'file'), '');
    const path = join(folder, 'file', 'a.laglens');
    const created = Journal.create({ path, onProblem: () => undefined, log: () => undefined });
    await assert.rejects(created, (error: LaglensError) => error.code === 'record-failed' && /place/.test(error.next));
  });

  it('of a capture reports a full disk as a state, and loses nothing once there is room', async () => {
    const disk = new SmallDisk(1 << 20);
    let talk: { say(message: ReturnType<typeof hello>): void } | undefined;
    const device = await FakeDevice.start((each) => {
      talk = each;
      each.say(hello(1_000_000));
    });
    const capture = fakeCapture(device, folder, { openJournal: async () => disk });
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
      assert.equal(await capture.stop(), join(folder, 'one.laglens'));
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
