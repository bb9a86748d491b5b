import assert from 'node:assert/strict';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { shop, writeSession } from '../../../../tests/core/written-session.ts';
import { questionsPage } from '../../host/lake-page.ts';
import { Lake } from '../../host/open-lake.ts';
import { type LakeSessionFile, refreshLake } from '../../host/stored-lake.ts';
import { installDuckDb } from '../../scripts/install-duckdb.ts';

const { signal } = new AbortController();

let folder = '';
let sessions: LakeSessionFile[] = [];
let lake = '';
let made = 0;

async function session(name: string, version: string, day: number, lengthMs: number): Promise<LakeSessionFile> {
  const lags = [{ lengthMs, frame: `${shop}.Cart.total:12` }];
  const path = await writeSession(folder, { name, version, recordedVersion: version, device: 'Pixel 8', day, lags });
  const { size, mtimeMs } = await stat(path);
  return { path, bytes: size, modifiedMs: mtimeMs };
}

before(async () => {
  await installDuckDb(() => undefined);
  folder = await mkdtemp(join(tmpdir(), 'laglens stored lake '));
});
after(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  lake = join(folder, `lake ${++made}`);
  sessions = [await session('a', '1', 0, 200), await session('b', '2', 1, 300), await session('c', '3', 2, 400)];
});

/** Number of sessions that were read. */
async function refresh(files: readonly LakeSessionFile[], thresholdUs = 100_000, madeBy = '1'): Promise<number> {
  let read = 0;
  await refreshLake(lake, files, { thresholdUs, packages: undefined, madeBy, signal, done: () => read++ });
  return read;
}

async function longest(only?: readonly string[]): Promise<string> {
  const opened = await Lake.open(lake, only);
  try {
    const { rows } = await opened.ask('SELECT version, round(max(us) / 1e5) FROM lags GROUP BY version ORDER BY version', signal);
    return rows.map(([version, length]) => `${version}: ${length}`).join(', ');
  } finally {
    opened.close();
  }
}

describe('the lake of stored sessions', () => {
  test('reads each session once, and new ones only', async () => {
    assert.equal(await refresh(sessions.slice(0, 2)), 2);
    assert.equal(await refresh(sessions.slice(0, 2)), 0);
    assert.equal(await refresh(sessions), 1);
    assert.equal(await longest(), '1: 2, 2: 3, 3: 4');
  });

  test('answers about the wanted sessions only', async () => {
    await refresh(sessions);
    const [a, , c] = sessions;
    assert.equal(await longest([a?.path ?? '', c?.path ?? '']), '1: 2, 3: 4');
    assert.equal(await longest([]), '');
  });

  test('begins again for changed files, another threshold and another Laglens, and once most sessions are gone', async () => {
    await refresh(sessions);
    const changed = await session('a', '1', 0, 700);
    assert.equal(await refresh([{ ...changed, modifiedMs: changed.modifiedMs + 1 }, ...sessions.slice(1)]), 3);
    assert.equal(await longest(), '1: 7, 2: 3, 3: 4');
    assert.equal(await refresh(sessions, 50_000), 3);
    assert.equal(await refresh(sessions, 50_000, '2'), 3);
    assert.equal(await refresh(sessions.slice(1), 50_000, '2'), 0);
    assert.equal(await refresh(sessions.slice(2), 50_000, '2'), 1);
    assert.equal(await longest(), '3: 4');
  });

  test('takes the chosen version for the newest, whenever its sessions began', async () => {
    await refresh(sessions);
    const [a, , c] = sessions;
    const opened = await Lake.open(lake, [a?.path ?? '', c?.path ?? '']);
    try {
      for (const [newest, text] of [
        ['1', '1 against 3: nothing beyond chance; 2 sessions are too few, 5 each would do'],
        ['3', '3 against 1: nothing beyond chance; 2 sessions are too few, 5 each would do'],
      ] as const) {
        const { main } = await questionsPage(opened, { name: shop, newest }, signal);
        assert.ok(JSON.stringify(main).includes(JSON.stringify(text)), text);
        // The only group of the newest version.
        assert.ok(JSON.stringify(main).includes(`"Table: Worst groups of lags"`));
      }
    } finally {
      opened.close();
    }
  });
});
