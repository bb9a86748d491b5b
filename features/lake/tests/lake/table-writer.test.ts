import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { noRows, type SessionRows } from '../../core/session-rows.ts';
import { loadDuckDb } from '../../host/duckdb.ts';
import { quoted } from '../../host/lake-files.ts';
import { type LakeWriter, openWriter } from '../../host/lake-writer.ts';
import type { SourceRows } from '../../host/row-source.ts';
import { LakeBatch } from '../../host/write-batch.ts';
import { installDuckDb } from '../../scripts/install-duckdb.ts';
import { filesBelow } from './whole-rows.ts';

let folder = '';
let files = 0;

before(async () => {
  await installDuckDb(() => {});
  folder = await mkdtemp(join(tmpdir(), 'laglens written '));
});

after(() => rm(folder, { recursive: true, force: true }));

async function withWriter<Result>(work: (writer: LakeWriter) => Promise<Result>): Promise<Result> {
  const writer = await openWriter();
  try {
    return await work(writer);
  } finally {
    writer.close();
  }
}

/** Rows of a file, read by an own engine. */
async function read(path: string, sql: string): Promise<readonly (readonly unknown[])[]> {
  const instance = await loadDuckDb().DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    return (await connection.runAndReadAll(`SELECT ${sql.replace('FILE', quoted(path))}`)).getRowsJson();
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

async function written(table: 'facts' | 'samples' | 'frames', sessions: ReadonlyMap<string, SessionRows>): Promise<string> {
  const path = join(folder, `${files++}.parquet`);
  const rows = [...sessions].map(([session, each]) => ({ session, rows: each }));
  await withWriter(async ({ lanes: [lane] }) => {
    if (lane === undefined) assert.fail();
    const of = <T extends 'facts' | 'samples' | 'frames'>(name: T): readonly SourceRows<T>[] =>
      rows.map(({ session, rows: each }) => ({ session, rows: each[name] }));
    await lane.write(table, 'part', of(table), path);
  });
  return path;
}

function sessionOf(fill: (rows: SessionRows) => void): SessionRows {
  const rows = noRows();
  fill(rows);
  return rows;
}

describe('a written file', () => {
  test('has the texts of its sessions, also empty, long and quoted ones', async () => {
    const texts = ['', `it's "so"`, 'ß😀', 'x'.repeat(70_000), ' a ', 'A', 'a', 'null', ';--'];
    const first = sessionOf(({ facts }) => {
      for (const [at, name] of texts.entries()) facts.add({ name, value: `${at % 2}` });
    });
    const second = sessionOf(({ facts }) => facts.add({ name: 'a', value: '' }));
    const path = await written(
      'facts',
      new Map([
        ['s1', first],
        ['s2', second],
      ]),
    );
    const expected = [...texts.map((name, at) => ['s1', 'part', name, `${at % 2}`]), ['s2', 'part', 'a', '']];
    assert.deepEqual(await read(path, 'session, part, name, value FROM FILE'), expected);
  });

  test('has U+FFFD for NUL and lone surrogates', async () => {
    const rows = sessionOf(({ facts }) => {
      for (const value of ['a\0b', 'a\uFFFDb', '\uD800', '\uDC00x']) facts.add({ name: 'n', value });
    });
    const values = await read(await written('facts', new Map([['s', rows]])), 'value FROM FILE');
    assert.deepEqual(values, [['a\uFFFDb'], ['a\uFFFDb'], ['\uFFFD'], ['\uFFFDx']]);
  });

  test('has nulls where they were, among texts, flags and numbers of several chunks', async () => {
    // More than two of the engine's vectors of 2,048 rows.
    const count = 5_001;
    const rows = sessionOf(({ samples }) => {
      for (let at = 0; at < count; at++)
        samples.add({
          run: 0,
          thread: 'main',
          is_main: at % 5 === 0 ? null : at % 2 === 0,
          begin_us: at,
          end_us: at + 1,
          state: at % 3 === 0 ? null : 'running',
          stack: 1,
          cpu_us: at % 7 === 0 ? null : at,
        });
    });
    const path = await written('samples', new Map([['s', rows]]));
    const wrong = `count(*)::INT, (count(*) FILTER (WHERE thread <> 'main' OR end_us <> begin_us + 1
      OR state IS DISTINCT FROM if(begin_us % 3 = 0, NULL, 'running') OR cpu_us IS DISTINCT FROM if(begin_us % 7 = 0, NULL, begin_us)
      OR is_main IS DISTINCT FROM if(begin_us % 5 = 0, NULL, begin_us % 2 = 0)))::INT FROM FILE`;
    assert.deepEqual(await read(path, wrong), [[count, 0]]);
  });

  test('has a column without any text', async () => {
    const rows = sessionOf(({ frames }) => frames.add({ screen: null, fragment: null, frames: 60, late: 1 }));
    const path = await written('frames', new Map([['s', rows]]));
    assert.deepEqual(await read(path, 'screen, fragment, frames::INT, typeof(screen) FROM FILE'), [[null, null, 60, 'VARCHAR']]);
  });

  // The engine numbers texts in one byte up to 255, in two up to 65,535.
  for (const count of [255, 256, 65_535, 65_536])
    test(`keeps ${count.toLocaleString('en')} different texts apart`, async () => {
      const rows = sessionOf(({ facts }) => {
        for (let at = 0; at < count; at++) facts.add({ name: `name ${at}`, value: `value ${at}` });
      });
      const path = await written('facts', new Map([['s', rows]]));
      const right = `count(DISTINCT name)::INT, (count(*) FILTER (WHERE replace(name, 'name', 'value') = value))::INT FROM FILE`;
      assert.deepEqual(await read(path, right), [[count, count]]);
    });
});

test('adding takes at most half of the memory, and beyond leaves no file', async (context) => {
  context.mock.method(process, 'constrainedMemory', () => 8 * 2 ** 20);
  const rows = sessionOf(({ samples }) => {
    for (let at = 0; at < 300_000; at++)
      samples.add({ run: 0, thread: 'main', is_main: true, begin_us: at * 977, end_us: at * 991, state: null, stack: at, cpu_us: at * 7 });
  });
  const lake = join(folder, 'lake');
  await withWriter(async ({ lanes }) => {
    const batch = new LakeBatch(lake, lanes);
    batch.add('0'.repeat(32), 1_000_000, rows, { app: 'a', version: '1', day: '2026-11-02' });
    await assert.rejects(batch.commit(), /Out of Memory/);
  });
  assert.deepEqual(await filesBelow(lake), []);
});
