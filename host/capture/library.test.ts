import assert from 'node:assert/strict';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { SessionLibrary } from './library.ts';

describe('the library of sessions', () => {
  let folder: string;
  let library: SessionLibrary;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens-library-'));
    library = new SessionLibrary(join(folder, 'sessions'));
    await library.sessions();
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** Sessions of so many bytes, the first one the oldest. */
  async function fill(...sizes: readonly number[]): Promise<void> {
    for (const [index, size] of sizes.entries()) {
      const path = join(library.folder, `s${index}.laglens`);
      await writeFile(path, Buffer.alloc(size));
      await utimes(path, 1_000 + index, 1_000 + index);
    }
  }

  const names = async (): Promise<readonly string[]> => (await library.sessions()).map((each) => each.name);

  it('lists the newest first', async () => {
    await fill(1, 2, 3);
    assert.deepEqual(await names(), ['s2', 's1', 's0']);
  });

  it('keeps so many of the newest', async () => {
    await fill(1, 1, 1, 1);
    const removed = await library.tidy({ sessions: 2, bytes: 1000 });
    assert.deepEqual(
      removed.map((path) => basename(path)),
      ['s1.laglens', 's0.laglens'],
    );
    assert.deepEqual(await names(), ['s3', 's2']);
  });

  it('keeps so many bytes of the newest, and the newest whatever its size', async () => {
    await fill(10, 10, 60, 50);
    await library.tidy({ sessions: 20, bytes: 100 });
    assert.deepEqual(await names(), ['s3']);
    await library.tidy({ sessions: 20, bytes: 5 });
    assert.deepEqual(await names(), ['s3']);
  });

  it('keeps pinned ones, and does not count them', async () => {
    await fill(1, 1, 1);
    const oldest = (await library.sessions()).at(-1);
    assert.ok(oldest);
    await library.pin(oldest, true);
    await library.tidy({ sessions: 1, bytes: 1000 });
    assert.deepEqual(await names(), ['s2', 's0']);
    await library.pin({ ...oldest, isPinned: true }, false);
    await library.tidy({ sessions: 1, bytes: 1000 });
    assert.deepEqual(await names(), ['s2']);
  });

  it('removes a pinned one with its pin, so that a later one of that name is not pinned', async () => {
    await fill(1, 1);
    const [, oldest] = await library.sessions();
    assert.ok(oldest);
    await library.pin(oldest, true);
    await library.remove({ ...oldest, isPinned: true });
    assert.deepEqual(await names(), ['s1']);
    await fill(1, 1);
    assert.deepEqual(
      (await library.sessions()).map((each) => each.isPinned),
      [false, false],
    );
  });

  const AFTER = new Date('2026-11-22T12:00:00Z');
  const DAY_MS = 24 * 3600 * 1000;

  it('removes nothing that was just recorded, though a clock that was ahead makes all others newer', async () => {
    for (let index = 0; index < 20; index++) {
      const path = join(library.folder, `2027-01-01_00-00-${10 + index}_shop.laglens`);
      await writeFile(path, 'x');
      await utimes(path, new Date('2027-01-01T00:00:00Z'), new Date('2027-01-01T00:00:00Z'));
    }
    const mine = await library.newPath('shop', AFTER);
    await writeFile(mine, 'x');
    await utimes(mine, 1_000, 1_000);
    assert.deepEqual(await library.tidy({ sessions: 20, bytes: 1000 }, new Set([mine]), AFTER.getTime() + 3 * DAY_MS), []);
    assert.ok((await library.sessions()).some(({ path }) => path === mine));
  });

  it('removes nothing younger than a day, by its name or by its time of change', async () => {
    const recentByName = join(library.folder, '2026-11-21_13-00-00_shop.laglens');
    const recentByTime = join(library.folder, '2026-11-01_00-00-00_shop.laglens');
    const old = join(library.folder, '2026-11-21_11-00-00_shop.laglens');
    for (const [path, at] of [
      [recentByName, '2000-01-01T00:00:00Z'],
      [recentByTime, '2026-11-21T13:00:00Z'],
      [old, '2026-11-21T11:00:00Z'],
    ] as const) {
      await writeFile(path, 'x');
      await utimes(path, new Date(at), new Date(at));
    }
    await fill(1);
    assert.deepEqual(await library.tidy({ sessions: 1, bytes: 1 }, new Set(), AFTER.getTime()), [old, join(library.folder, 's0.laglens')]);
  });

  it('removes nothing that an editor shows', async () => {
    await fill(1, 1, 1);
    const shown = join(library.folder, 's0.laglens');
    assert.deepEqual(await library.tidy({ sessions: 1, bytes: 1000 }, new Set([shown])), [join(library.folder, 's1.laglens')]);
  });

  it('is not disturbed by other windows that remove sessions meanwhile', async () => {
    for (let round = 0; round < 20; round++) {
      await fill(...Array.from({ length: 20 }, () => 1));
      const others = [new SessionLibrary(library.folder), new SessionLibrary(library.folder)];
      await Promise.all([library, ...others].map((each) => each.tidy({ sessions: 2, bytes: 1000 })));
      assert.equal((await library.sessions()).length, 2);
    }
  });

  it('keeps the pins of two windows that pin at once, and those of earlier versions', async () => {
    await fill(1, 1, 1, 1, 1, 1);
    await writeFile(join(library.folder, 'pinned.json'), JSON.stringify(['s5.laglens', '../outside.laglens']));
    const all = await library.sessions();
    assert.deepEqual(
      all.filter(({ isPinned }) => isPinned).map(({ name }) => name),
      ['s5'],
    );
    const other = new SessionLibrary(library.folder);
    await Promise.all(all.slice(1, 5).map((session, index) => (index % 2 === 0 ? library : other).pin(session, true)));
    const pinned = (await library.sessions()).filter(({ isPinned }) => isPinned).map(({ name }) => name);
    assert.deepEqual(pinned, ['s5', 's4', 's3', 's2', 's1']);
  });

  it('names new sessions after time and app, each only once', async () => {
    const now = new Date('2026-11-21T10:20:30Z');
    const first = await library.newPath('com.example.shop', now);
    assert.equal(basename(first), '2026-11-21_10-20-30_com.example.shop.laglens');
    await writeFile(`${first}.123.journal`, '');
    assert.equal(basename(await library.newPath('com.example.shop', now)), '2026-11-21_10-20-30_com.example.shop-2.laglens');
    assert.equal(basename(await library.newPath('../../etc/x y', now)), '2026-11-21_10-20-30_.._.._etc_x_y.laglens');
  });
});
