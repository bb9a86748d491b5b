import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { LaglensError } from '../../../../core/errors.ts';
import { shop, writeSession } from '../../../../tests/core/written-session.ts';
import { runCommand } from '../../../../tests/host/run-command.ts';
import { type DuckDbConnection, loadDuckDb } from '../../host/duckdb.ts';
import { Lake } from '../../host/open-lake.ts';
import { filesBelow } from './whole-rows.ts';

let folder = '';
let engine: { readonly connection: DuckDbConnection; readonly close: () => void };
const never = new AbortController().signal;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens hostile lakes '));
  const lags = [{ lengthMs: 300, frame: `${shop}.Cart.total:12` }];
  await writeSession(folder, { name: 'lags', version: '1', device: 'Pixel 9', day: 0, lags });
  await runCommand(['lake', 'add', 'fleet', 'lags.laglens'], { folder });
  const instance = await loadDuckDb().DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  engine = { connection, close: () => [connection, instance].forEach((each) => void each.closeSync()) };
});
after(async () => {
  engine.close();
  await rm(folder, { recursive: true, force: true });
});

async function withLake<T>(name: string, ask: (lake: Lake) => Promise<T>): Promise<T> {
  const lake = await Lake.open(join(folder, name));
  try {
    return await ask(lake);
  } finally {
    lake.close();
  }
}

/** A copy of the lake with a further file, made of a SELECT. */
async function lakeWith(name: string, table: string, select: string): Promise<void> {
  await cp(join(folder, 'fleet'), join(folder, name), { recursive: true });
  const [place] = (await readdir(join(folder, name, table), { recursive: true })).filter((path) => path.endsWith('.parquet'));
  assert.ok(place);
  const path = join(folder, name, table, place.replace(/[^/\\]*$/, 'crafted.parquet'));
  await engine.connection.run(`COPY (${select}) TO '${path.replaceAll("'", "''")}' (FORMAT parquet)`);
}

describe('a question', () => {
  test('may end with semicolons and comments', async () => {
    await withLake('fleet', async (lake) => {
      for (const end of ['', ';', ' ;\n', '; -- all; of them', '; /* a; b */ ;', ' -- ;'])
        assert.deepEqual((await lake.ask(`SELECT 'a;b' AS c${end}`, never)).rows, [['a;b']], end);
      await assert.rejects(lake.ask("SELECT 'a' FROM nowhere; -- b", never), { code: 'query-failed', message: /nowhere does not exist/ });
    });
  });

  test('uses no table function but those that make rows of their arguments', async () => {
    const named = await engine.connection.runAndReadAll(
      "SELECT DISTINCT function_name FROM duckdb_functions() WHERE function_type IN ('table', 'pragma', 'table_macro') ORDER BY 1",
    );
    const names = named.getRowsJson().map(([name]) => String(name));
    assert.ok(names.length > 80 && names.includes('enable_logging') && names.includes('checkpoint'));
    const before = await filesBelow(folder);
    await withLake('fleet', async (lake) => {
      for (const name of names.filter((each) => !['range', 'generate_series', 'unnest', 'repeat'].includes(each))) {
        for (const sql of [`SELECT * FROM "${name}"()`, `WITH a AS MATERIALIZED (FROM "${name}"(x := 1)) SELECT (SELECT count(*) FROM a)`])
          await assert.rejects(
            lake.ask(sql, never),
            (error: LaglensError) => error.code === 'query-failed' && /table function/.test(error.message),
            sql,
          );
      }
      assert.deepEqual((await lake.ask('SELECT i FROM range(2) AS r(i); -- end', never)).rows, [['0'], ['1']]);
      await assert.rejects(
        lake.ask("SELECT * FROM enable_logging(storage='file', storage_config={'path':'lags/log'})", never),
        /enable_logging/,
      );
      assert.equal((await lake.ask('SELECT count(*) FROM lags', never)).rows.length, 1, 'the lake still answers');
    });
    assert.deepEqual(await filesBelow(folder), before);
  });

  test('ends by letters as well as by rows', async () => {
    await withLake('fleet', async (lake) => {
      const { rows, isCut } = await lake.ask("SELECT i, repeat('x', 70000) AS t FROM range(3000) AS r(i) ORDER BY i", never);
      assert.equal(isCut, true);
      // 64 Mi letters in cells of 65,536, and 8 for each number's column.
      assert.ok(rows.length > 1_000 && rows.length < 1_025, `${rows.length} rows`);
      assert.equal(String(rows[7]?.[1]).length, 65_536);
      assert.equal(rows[7]?.[0], '7');
    });
  });
});

describe('a file of other columns', () => {
  test('is named and left out, so that the lake still answers', async () => {
    await lakeWith('texts', 'lags', "SELECT 's' AS session, 'p' AS part, 'long' AS us, 'Cart' AS cause");
    await lakeWith('structs', 'sessions', "SELECT {'a': 1} AS session, 'p' AS part");
    for (const name of ['texts', 'structs']) {
      await withLake(name, async (lake) => {
        assert.deepEqual(
          lake.damaged.map((path) => path.replace(/.*[/\\]/, '')),
          ['crafted.parquet'],
          name,
        );
        assert.deepEqual((await lake.ask('SELECT count(*), sum(us) > 0 FROM lags', never)).rows, [['1', true]], name);
      });
    }
  });
});

test('a session of the same process and start, but another length, is reported and changes nothing', async () => {
  const same = { name: 'lags', version: '1', device: 'Pixel 9', day: 0 };
  const lag = { lengthMs: 300, frame: `${shop}.Cart.total:12` };
  await writeSession(join(folder, 'longer'), { ...same, lags: [lag, lag, lag, lag] });
  const { code, out, said } = await runCommand(['lake', 'add', 'fleet', 'longer'], { folder });
  assert.equal(code, 0);
  assert.match(said, /lags\.laglens: the lake has a recording of this process and start that lasts \d+\.\d s, not \d+\.\d s\. It stays\./);
  assert.equal(out, 'Sessions: 0 added, 1 already there, 0 skipped.\n');
});

test('a CSV answer in a build’s log begins no command of its runner', async () => {
  const sql = "SELECT '::error::a' AS a, 'b' || chr(10) || '::error::b' AS b, '##[error]c' AS c";
  const inLog = await runCommand(['lake', 'query', 'fleet', sql, '--csv'], { folder, isBuildLog: true });
  assert.doesNotMatch(inLog.out, /^\s*::|##\[/m);
  const inFile = await runCommand(['lake', 'query', 'fleet', sql, '--csv'], { folder });
  assert.match(inFile.out, /^::error::b",##\[error\]c$/m);
});
