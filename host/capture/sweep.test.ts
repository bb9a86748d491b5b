import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { draftPath, journalPath } from './journal-name.ts';
import { sweepDrafts } from './sweep.ts';
import { thisWriter } from './writer-id.ts';

const ID = '00000000-0000-4000-8000-000000000000';
const NO_PROCESS = 4_194_305;
const DAY_MS = 24 * 3600 * 1000;

describe('what killed windows left half written', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens-sweep-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('goes at once when its writer has ended, and stays while it may be written', async () => {
    const me = await thisWriter();
    const session = join(folder, 'shop.laglens');
    const dead = draftPath(session, { ...me, pid: NO_PROCESS }, ID);
    const stays = [draftPath(session, me, ID), draftPath(session, { ...me, host: 'ffffffff' }, ID), `${session}.${ID}.part`];
    for (const path of [dead, ...stays]) await writeFile(path, 'half');
    await sweepDrafts(folder);
    const left = stays.map((path) => path.slice(folder.length + 1));
    assert.deepEqual((await readdir(folder)).sort(), left.sort());
  });

  it('goes after a day when nobody can know, on the file system’s clock; sessions, journals and pins never do', async () => {
    const me = await thisWriter();
    const session = join(folder, 'shop.laglens');
    const kept = [session, `${session}.pinned`, journalPath(session, { ...me, pid: NO_PROCESS }), join(folder, 'notes.txt')];
    const unsure = [
      `${session}.${ID}.part`,
      draftPath(session, { ...me, host: 'ffffffff' }, ID),
      `${session}.recovered`,
      `${session}.0-0-0-1-1-1.claimed.kept`,
      join(folder, `.${ID}.clock`),
    ];
    for (const path of [...kept, ...unsure]) await writeFile(path, '');
    const { mtimeMs } = await stat(session);
    await sweepDrafts(folder, async () => mtimeMs + DAY_MS - 60_000);
    assert.equal((await readdir(folder)).length, kept.length + unsure.length);
    await sweepDrafts(folder, async () => mtimeMs + DAY_MS + 60_000);
    assert.deepEqual((await readdir(folder)).sort(), kept.map((path) => path.slice(folder.length + 1)).sort());
  });

  it('is not looked for where there is no folder', async () => {
    await sweepDrafts(join(folder, 'none'));
  });
});
