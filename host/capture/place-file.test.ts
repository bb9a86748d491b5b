import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { type PlacingFiles, placeNew, realFiles } from './place-file.ts';

const failing = (code: string): Promise<never> => Promise.reject(Object.assign(new Error(`${code}: refused`), { code }));

describe('a finished file that gets its name', () => {
  let folder: string;
  let draft: string;
  let wanted: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens-place-'));
    draft = join(folder, 'draft');
    wanted = join(folder, 'shop.laglens');
    await writeFile(draft, 'mine');
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** A disk without hard links, on which renaming fails so often. */
  function heldFor(times: number, code: string): { readonly files: PlacingFiles; readonly waits: number[] } {
    const waits: number[] = [];
    let left = times;
    const rename = (from: string, to: string): Promise<void> => (left-- > 0 ? failing(code) : realFiles.rename(from, to));
    return { waits, files: { ...realFiles, link: () => failing('EPERM'), rename, pause: async (ms) => waits.push(ms) } };
  }

  it('never overwrites one that is there, though two come at once', async () => {
    const drafts = Array.from({ length: 8 }, (_, at) => join(folder, `draft-${at}`));
    for (const path of drafts) await writeFile(path, path);
    const placed = await Promise.all(drafts.map((path) => placeNew(path, wanted)));
    assert.equal(new Set(placed).size, 8);
    for (const [at, path] of placed.entries()) assert.equal(await readFile(path, 'utf8'), drafts[at]);
    const expected = ['draft', 'shop.laglens', ...[2, 3, 4, 5, 6, 7, 8].map((count) => `shop-${count}.laglens`)];
    assert.deepEqual((await readdir(folder)).sort(), expected.sort());
  });

  for (const code of ['EPERM', 'EBUSY', 'EACCES']) {
    it(`is tried again while somebody holds it (${code})`, async () => {
      const { files, waits } = heldFor(3, code);
      assert.equal(await placeNew(draft, wanted, files), wanted);
      assert.equal(await readFile(wanted, 'utf8'), 'mine');
      assert.equal(waits.length, 3);
      assert.deepEqual(await readdir(folder), ['shop.laglens']);
    });
  }

  it('is not tried for ever: after two seconds it keeps its old name, and no empty file stays', async () => {
    const { files, waits } = heldFor(1_000, 'EBUSY');
    await assert.rejects(placeNew(draft, wanted, files), { code: 'EBUSY' });
    assert.ok(waits.reduce((sum, ms) => sum + ms, 0) <= 2_000);
    assert.deepEqual(await readdir(folder), ['draft']);
  });

  it('is never overwritten where there are no hard links either', async () => {
    await writeFile(wanted, 'of another window');
    const { files } = heldFor(0, '');
    assert.equal(await placeNew(draft, wanted, files), join(folder, 'shop-2.laglens'));
    assert.equal(await readFile(wanted, 'utf8'), 'of another window');
  });
});
