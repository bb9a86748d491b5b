import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readFile, rename, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { shop, writeSession } from '../../../../tests/core/written-session.ts';
import { runCommand } from '../../../../tests/host/run-command.ts';
import { loadDuckDb } from '../../host/duckdb.ts';
import { filesBelow, wholeRows } from './whole-rows.ts';

const TWO_HOURS_S = 2 * 3_600;

let folder = '';
let expected: ReadonlyMap<string, string>;

async function lake(...args: readonly string[]): Promise<string> {
  const { code, out, said } = await runCommand(['lake', ...args], { folder });
  assert.equal(code, 0, said);
  return out.trimEnd();
}

const inLake = (...names: readonly string[]): string => join(folder, 'fleet', ...names);

async function parquetFiles(): Promise<readonly string[]> {
  return (await filesBelow(inLake())).filter((name) => name.endsWith('.parquet'));
}

async function makeOlder(names: readonly string[]): Promise<void> {
  for (const name of names) {
    const { mtimeMs } = await stat(inLake(name));
    await utimes(inLake(name), mtimeMs / 1e3, mtimeMs / 1e3 - TWO_HOURS_S);
  }
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens tidy '));
  for (let at = 0; at < 6; at++) {
    const lags = [
      { lengthMs: 200 + at, frame: `${shop}.Cart.total:12` },
      { lengthMs: 300, frame: `${shop}.Feed.show:${at + 1}` },
    ];
    const path = await writeSession(folder, {
      name: `session-${at}`,
      version: '1',
      device: 'Pixel 9',
      day: Math.floor(at / 3) + (at % 3) / 24,
      lags,
    });
    await lake('add', 'first', path, '--app-version', '1');
  }
  expected = await wholeRows(folder, 'first');
  assert.equal(expected.size, 6);
});
after(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  await rm(inLake(), { recursive: true, force: true });
  await cp(join(folder, 'first'), inLake(), { recursive: true, preserveTimestamps: true });
});

describe('laglens lake tidy', () => {
  test('merges each partition’s files into one per table, with the same rows', async () => {
    // Six sessions of five tables with rows, on two days.
    assert.equal(await lake('tidy', 'fleet', '--now'), 'Files: 30 became 10; 30 replaced ones and 0 leftovers removed.');
    assert.equal((await parquetFiles()).length, 10);
    assert.deepEqual(await wholeRows(folder), expected);
    assert.equal(await lake('tidy', 'fleet', '--now'), 'Files: 0 became 0; 0 replaced ones and 0 leftovers removed.');
    assert.equal(await lake('add', 'fleet', 'session-0.laglens'), 'Sessions: 0 added, 1 already there, 0 skipped.');
  });

  test('keeps replaced files for an hour, for readers of other engines', async () => {
    const old = await parquetFiles();
    assert.equal(await lake('tidy', 'fleet'), 'Files: 30 became 10; 0 replaced ones and 0 leftovers removed.');
    assert.equal((await parquetFiles()).length, 40);
    assert.deepEqual(await wholeRows(folder), expected);
    assert.equal(await lake('tidy', 'fleet'), 'Files: 0 became 0; 0 replaced ones and 0 leftovers removed.');
    await makeOlder((await parquetFiles()).filter((name) => !old.includes(name)));
    assert.equal(await lake('tidy', 'fleet'), 'Files: 0 became 0; 30 replaced ones and 0 leftovers removed.');
    assert.deepEqual(await wholeRows(folder), expected);
  });

  test('writes manifests with the new files, also those that a killed writer did not', async () => {
    const manifests = (await filesBelow(inLake())).filter((name) => name.startsWith('manifests'));
    await rm(inLake(manifests[0] ?? ''));
    await truncate(inLake(manifests[1] ?? ''), 20);
    await lake('tidy', 'fleet', '--now');
    const files = new Set(await parquetFiles());
    const named = new Set<string>();
    for (const name of manifests) {
      const manifest: { readonly files: readonly string[] } = JSON.parse(await readFile(inLake(name), 'utf8'));
      for (const file of manifest.files) named.add(file);
    }
    assert.deepEqual(named, files);
  });

  test('removes leftovers of killed writers after an hour, and no file of others', async () => {
    const [lags = ''] = (await parquetFiles()).filter((name) => name.startsWith('lags'));
    const unfinished = join(dirname(lags), '0zzzzzzzz-000000000000.parquet');
    const half = join(dirname(lags), '.0zzzzzzzy-000000000000.parquet.0zzzzzzzy-000000000000');
    const others = [join(dirname(lags), '.DS_Store'), 'notes.txt', join(dirname(lags), 'by-hand.parquet')];
    await cp(inLake(lags), inLake(unfinished));
    for (const name of [half, ...others]) await writeFile(inLake(name), 'x');
    await mkdir(inLake('.tidy-0zzzzzzzx-000000000000'));
    assert.match(await lake('tidy', 'fleet').catch((error: Error) => error.message), /by-hand\.parquet, which is damaged/);
    assert.ok((await filesBelow(inLake())).includes(unfinished));
    await makeOlder([unfinished, half, ...others, '.tidy-0zzzzzzzx-000000000000']);
    await rm(inLake(others[2] ?? ''));
    assert.equal(await lake('tidy', 'fleet'), 'Files: 0 became 0; 0 replaced ones and 3 leftovers removed.');
    const left = await filesBelow(inLake());
    assert.deepEqual(
      [unfinished, half, ...others].filter((name) => left.includes(name)),
      others.slice(0, 2),
    );
    assert.deepEqual(await wholeRows(folder), expected);
  });

  test('merges above parts of a computer whose clock is ahead', async () => {
    const { DuckDBInstance } = loadDuckDb();
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    for (const name of await parquetFiles()) {
      const path = inLake(name);
      const part = `zzz${/([^/\\]+)\.parquet$/.exec(name)?.[1]?.slice(3)}`;
      await connection.run(
        `COPY (SELECT * REPLACE ('${part}' AS part) FROM read_parquet('${path}', hive_partitioning = false)) TO '${path}.new' (FORMAT parquet)`,
      );
      await rm(path);
      await rename(`${path}.new`, join(dirname(path), `${part}.parquet`));
    }
    connection.closeSync();
    assert.equal(await lake('tidy', 'fleet', '--now'), 'Files: 30 became 10; 30 replaced ones and 0 leftovers removed.');
    assert.deepEqual(await wholeRows(folder), expected);
  });

  test('leaves parts with damaged files as they are, and names them', async () => {
    const lags = (await parquetFiles()).filter((name) => name.startsWith('lags'));
    const [cut = '', flipped = ''] = lags;
    await truncate(inLake(cut), 100);
    const bytes = await readFile(inLake(flipped));
    await writeFile(inLake(flipped), Buffer.concat([bytes.subarray(0, 4), Buffer.alloc(60, 0xff), bytes.subarray(64)]));
    const { code, said } = await runCommand(['lake', 'tidy', 'fleet', '--now'], { folder });
    assert.equal(code, 1, said);
    for (const name of [cut, flipped]) assert.ok(said.includes(`Skipped ${name}, which is damaged.`), said);
    const left = await parquetFiles();
    assert.ok(left.includes(cut) && left.includes(flipped));
    // Their sessions lack lags only.
    const rows = await wholeRows(folder);
    assert.equal(rows.size, 6);
    assert.equal([...rows].filter(([session, text]) => text !== expected.get(session)).length, 2);
  });

  test('keeps columns of a newer Laglens, and refuses a lake with its tables', async () => {
    const { DuckDBInstance } = loadDuckDb();
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const [lags = ''] = (await parquetFiles()).filter((name) => name.startsWith('lags'));
    await connection.run(
      `COPY (SELECT *, 42 AS newer FROM read_parquet('${inLake(lags)}', hive_partitioning = false)) TO '${inLake(lags)}' (FORMAT parquet)`,
    );
    connection.closeSync();
    await lake('tidy', 'fleet', '--now');
    const out = await lake('query', 'fleet', 'SELECT sum(newer) AS n FROM lags', '--csv');
    assert.equal(out, 'n\n84');
    await mkdir(inLake('batteries', 'app=x'), { recursive: true });
    const { code, said } = await runCommand(['lake', 'tidy', 'fleet'], { folder });
    assert.equal(code, 1);
    assert.match(said, /A newer Laglens wrote this lake: the table batteries is unknown here/);
  });
});
