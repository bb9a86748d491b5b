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

  it('names new sessions after time and app, each only once', async () => {
    const now = new Date('2026-11-21T10:20:30Z');
    const first = await library.newPath('com.example.shop', now);
    assert.equal(basename(first), '2026-11-21_10-20-30_com.example.shop.laglens');
    await writeFile(`${first}.123.journal`, '');
    assert.equal(basename(await library.newPath('com.example.shop', now)), '2026-11-21_10-20-30_com.example.shop-2.laglens');
    assert.equal(basename(await library.newPath('../../etc/x y', now)), '2026-11-21_10-20-30_.._.._etc_x_y.laglens');
  });
});
