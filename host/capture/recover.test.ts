import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import files, { link, mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { LaglensError } from '../../core/errors.ts';
import { fileHeader, SESSION_VERSION } from '../../core/session/file/file-layout.ts';
import { replaySession } from '../../core/session/file/replay.ts';
import { Encoder } from '../../core/wire/encoder.ts';
import { inflateDriver, SessionFile } from '../session-file.ts';
import { Journal } from './journal.ts';
import { claimPath, journalPath } from './journal-name.ts';
import { Recovery } from './recover.ts';
import { thisWriter, type WriterId } from './writer-id.ts';

const recorder = fileURLToPath(new URL('../../tests/host/record-until-killed.ts', import.meta.url));

/** Linux gives no process a larger id: PID_MAX_LIMIT of the kernel's include/linux/threads.h. */
const NO_PROCESS = 4_194_305;
const MINUTE_MS = 60_000;

const noFailure = (error: unknown): never => assert.fail(`not recovered: ${error}`);

describe('a recording whose writer may have ended', () => {
  let folder: string;
  let me: WriterId;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens-recover-'));
    me = await thisWriter();
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** A journal with one tick in it, under the name of this writer. */
  async function journalOf(writer: WriterId, file = 'shop.laglens'): Promise<string> {
    const made = await Journal.create({ path: join(folder, 'made.laglens'), onProblem: noFailure, log: () => undefined });
    made.writer.append(new Encoder().encode({ type: 'tick', atUs: 5, rounds: 1 }));
    await made.flush();
    const bytes = await readFile(made.path);
    await made.discard();
    const path = journalPath(join(folder, file), writer);
    await writeFile(path, bytes);
    return path;
  }

  const recovered = async (): Promise<readonly string[]> => (await new Recovery({ folder, failed: noFailure }).recoverAbandoned()).paths;

  it('is complete although a virus scanner holds its journal for a moment', async (t) => {
    await journalOf({ ...me, pid: NO_PROCESS });
    const remove = files.rm;
    let held = 2;
    t.mock.method(files, 'rm', (path: string, options: object) => {
      const isHeld = path.endsWith('.claimed') && held-- > 0;
      return isHeld ? Promise.reject(Object.assign(new Error('EPERM: unlink'), { code: 'EPERM' })) : remove(path, options);
    });
    syncBuiltinESMExports();
    try {
      assert.deepEqual(await recovered(), [join(folder, 'shop.laglens')]);
      assert.deepEqual(await readdir(folder), ['shop.laglens']);
    } finally {
      t.mock.restoreAll();
      syncBuiltinESMExports();
    }
  });

  it('is left alone while it lasts, and completed at once after the kill', async () => {
    const path = join(folder, 'shop.laglens');
    const child = spawn(process.execPath, [recorder, path], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      await once(child.stdout, 'data');
      assert.deepEqual(await recovered(), []);
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    } finally {
      child.kill('SIGKILL');
    }
    const [name = '', ...others] = await readdir(folder);
    assert.deepEqual(others, []);
    const endedMs = Date.UTC(2026, 0, 2, 3, 4, 5);
    await utimes(join(folder, name), endedMs / 1_000, endedMs / 1_000);
    assert.deepEqual(await recovered(), [path]);
    assert.deepEqual(await readdir(folder), ['shop.laglens']);
    assert.equal((await stat(path)).mtimeMs, endedMs, 'it is as old as what was recorded');
    const file = await SessionFile.open(path);
    const { model, report } = await replaySession(file, inflateDriver);
    await file.close();
    assert.deepEqual({ truncated: report.truncated, bad: report.badChunks }, { truncated: false, bad: 0 });
    assert.equal(model.runs.length, 1);
    assert.equal(model.runs[0]?.process?.app, 'a');
  });

  it('is abandoned when another process has its id by now', async () => {
    await journalOf({ ...me, start: String(Number(me.start) - 1) });
    assert.deepEqual(await recovered(), [join(folder, 'shop.laglens')]);
  });

  it('is left alone when the same process still runs, however old the file looks', async () => {
    const path = await journalOf(me);
    await utimes(path, 0, 0);
    assert.deepEqual(await recovered(), []);
    assert.deepEqual(await readdir(folder), [path.slice(folder.length + 1)]);
  });

  for (const [where, other] of [
    ['another computer', { host: 'ffffffff' }],
    ['another pid namespace', { namespace: '1' }],
    ['an earlier boot', { boot: 'ffffffff' }],
  ] as const) {
    it(`of ${where} is not touched until nothing was written for two minutes`, async () => {
      const path = await journalOf({ ...me, ...other, pid: NO_PROCESS });
      let observerMs = 0;
      let serverMs = (await stat(path)).mtimeMs;
      const recovery = new Recovery({ folder, failed: noFailure, monotonicMs: () => observerMs, fileSystemMs: async () => serverMs });
      // It beats: the observer sees another time of change each time.
      for (let second = 0; second < 300; second += 50) {
        await utimes(path, new Date(serverMs), new Date(serverMs));
        assert.deepEqual(await recovery.recoverAbandoned(), { paths: [], waiting: 1 });
        observerMs += 50_000;
        serverMs += 50_000;
      }
      // It is silent.
      assert.deepEqual(await recovery.recoverAbandoned(), { paths: [], waiting: 1 });
      observerMs += 65_000;
      assert.deepEqual(await recovery.recoverAbandoned(), { paths: [], waiting: 1 });
      observerMs += 10_000;
      assert.deepEqual(await recovery.recoverAbandoned(), { paths: [join(folder, 'shop.laglens')], waiting: 0 });
    });
  }

  it('that is long over elsewhere is completed at the second look', async () => {
    const path = await journalOf({ ...me, host: 'ffffffff' });
    let observerMs = 0;
    const serverMs = (await stat(path)).mtimeMs + 3 * MINUTE_MS;
    const recovery = new Recovery({ folder, failed: noFailure, monotonicMs: () => observerMs, fileSystemMs: async () => serverMs });
    assert.deepEqual(await recovery.recoverAbandoned(), { paths: [], waiting: 1 });
    observerMs += 1_000;
    assert.deepEqual(await recovery.recoverAbandoned(), { paths: [], waiting: 1 });
    observerMs += 9_000;
    assert.deepEqual((await recovery.recoverAbandoned()).paths, [join(folder, 'shop.laglens')]);
  });

  for (const [which, days] of [
    ['ahead', 1],
    ['back', -1],
  ] as const) {
    it(`is not touched when a clock is set a day ${which} while it is written`, async () => {
      const path = await journalOf({ ...me, host: 'ffffffff' });
      let observerMs = 0;
      let serverMs = (await stat(path)).mtimeMs;
      const recovery = new Recovery({ folder, failed: noFailure, monotonicMs: () => observerMs, fileSystemMs: async () => serverMs });
      assert.equal((await recovery.recoverAbandoned()).waiting, 1);
      serverMs += days * 24 * 60 * MINUTE_MS;
      for (let round = 0; round < 20; round++) {
        observerMs += 10_000;
        serverMs += 10_000;
        await utimes(path, new Date(serverMs), new Date(serverMs));
        assert.deepEqual(await recovery.recoverAbandoned(), { paths: [], waiting: 1 });
      }
    });
  }

  it('under a name of an earlier version, which holds a process id only, is judged by its silence', async () => {
    const path = join(folder, `shop.laglens.${NO_PROCESS}.journal`);
    await rename(await journalOf(me, 'other.laglens'), path);
    let observerMs = 0;
    const recovery = new Recovery({ folder, failed: noFailure, monotonicMs: () => observerMs });
    assert.deepEqual(await recovery.recoverAbandoned(), { paths: [], waiting: 1 });
    observerMs = 2 * MINUTE_MS;
    assert.deepEqual((await recovery.recoverAbandoned()).paths, [join(folder, 'shop.laglens')]);
  });

  it('is completed by one of several windows', async () => {
    const path = await journalOf({ ...me, pid: NO_PROCESS });
    const content = await readFile(path);
    for (let round = 0; round < 10; round++) {
      await writeFile(path, content);
      const results = await Promise.all(Array.from({ length: 4 }, () => recovered()));
      assert.deepEqual(results.flat(), [join(folder, 'shop.laglens')]);
      assert.deepEqual(await readdir(folder), ['shop.laglens']);
      await rm(join(folder, 'shop.laglens'));
    }
  });

  it('does not get a second file when whoever completed it was killed before the journal was gone', async () => {
    const dead = { ...me, pid: NO_PROCESS };
    const path = await journalOf(dead);
    const content = await readFile(path);
    assert.deepEqual(await recovered(), [join(folder, 'shop.laglens')]);
    await writeFile(claimPath(join(folder, 'shop.laglens'), dead, 1), content);
    assert.deepEqual(await recovered(), [join(folder, 'shop.laglens')]);
    assert.deepEqual(await readdir(folder), ['shop.laglens']);
    // Or while a finished journal had both names.
    await link(join(folder, 'shop.laglens'), path);
    await recovered();
    assert.deepEqual(await readdir(folder), ['shop.laglens']);
  });

  it('gets a number when another session has its name', async () => {
    await journalOf({ ...me, pid: NO_PROCESS });
    await writeFile(join(folder, 'shop.laglens'), 'another one');
    assert.deepEqual(await recovered(), [join(folder, 'shop-2.laglens')]);
    assert.equal(await readFile(join(folder, 'shop.laglens'), 'utf8'), 'another one');
  });

  it('still reads as damaged when it was', async () => {
    const path = await journalOf({ ...me, pid: NO_PROCESS });
    const bytes = await readFile(path);
    const second = bytes.subarray(fileHeader().length);
    const broken = Buffer.concat([bytes, second, second]);
    const at = bytes.length + second.length - 1;
    broken.writeUInt8((broken.at(at) ?? 0) ^ 0xff, at);
    await writeFile(path, broken);
    const [session = ''] = await recovered();
    const file = await SessionFile.open(session);
    const { report } = await replaySession(file, inflateDriver);
    await file.close();
    assert.deepEqual({ chunks: report.chunks > 0, cut: report.truncated }, { chunks: true, cut: true });
  });

  it('is removed when nothing had been recorded yet, or when it is no session', async () => {
    const writer = { ...me, pid: NO_PROCESS };
    await writeFile(journalPath(join(folder, 'empty.laglens'), writer), '');
    await writeFile(journalPath(join(folder, 'foreign.laglens'), writer), 'not a session');
    assert.deepEqual(await recovered(), []);
    assert.deepEqual(await readdir(folder), []);
  });

  it('of a newer Laglens is left for it', async () => {
    const path = journalPath(join(folder, 'newer.laglens'), { ...me, pid: NO_PROCESS });
    await writeFile(path, fileHeader(SESSION_VERSION + 1));
    assert.deepEqual(await recovered(), []);
    assert.deepEqual(await readdir(folder), [path.slice(folder.length + 1)]);
  });

  it('stays for the next time when it cannot be completed now, and does not keep others from it', async () => {
    const writer = { ...me, pid: NO_PROCESS };
    // The journal's name has just room in a directory's 255 bytes; that of the draft, which is longer, has none.
    const room = 255 - journalPath('.laglens', writer).length;
    const kept = await journalOf(writer, `${'a'.repeat(room)}.laglens`);
    await journalOf(writer, 'b.laglens');
    const failures: LaglensError[] = [];
    const recovery = new Recovery({ folder, failed: (error) => failures.push(error) });
    assert.deepEqual((await recovery.recoverAbandoned()).paths, [join(folder, 'b.laglens')]);
    assert.deepEqual(
      failures.map(({ code, message }) => [code, message.includes(kept)]),
      [['record-failed', true]],
    );
    assert.deepEqual((await readdir(folder)).sort(), [kept.slice(folder.length + 1), 'b.laglens']);
  });

  it('whose time cannot be judged does not keep others from it', async () => {
    await journalOf({ ...me, host: 'ffffffff' }, 'a.laglens');
    await journalOf({ ...me, pid: NO_PROCESS }, 'b.laglens');
    const failures: string[] = [];
    const fileSystemMs = (): Promise<never> => Promise.reject(new Error('EROFS: read-only file system'));
    const recovery = new Recovery({ folder, failed: ({ message }) => failures.push(message), fileSystemMs });
    assert.deepEqual((await recovery.recoverAbandoned()).paths, [join(folder, 'b.laglens')]);
    await recovery.recoverAbandoned();
    assert.equal(failures.length, 1, 'it is said once');
    assert.match(failures[0] ?? '', /a\.laglens.*EROFS/);
  });

  it('is not looked for where there is no folder', async () => {
    assert.deepEqual(await new Recovery({ folder: join(folder, 'none'), failed: noFailure }).recoverAbandoned(), { paths: [], waiting: 0 });
  });
});
