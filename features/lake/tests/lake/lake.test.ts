import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type FleetSession, seeded, shop, writeSession } from '../../../../tests/core/written-session.ts';
import { runCommand } from '../../../../tests/host/run-command.ts';
import { lakeQuestions } from '../../core/questions.ts';

const random = seeded(7);
const around = (lengthMs: number): number => Math.round(lengthMs * (0.85 + 0.3 * random()));
const times = (count: number, lengthMs: number, frame: string) =>
  Array.from({ length: count }, () => ({ lengthMs: around(lengthMs), frame }));

/** Version 1.10 comes after 1.9 on the sixth day: `total` got slower, `sort` is new, `sync` is gone; `show` is what it was. */
const fleet: readonly FleetSession[] = Array.from({ length: 50 }, (_, at) => {
  const isNew = at >= 25;
  const device = ['Pixel 8', 'Pixel 9', 'Galaxy, "S25"', '=cmd()', 'Slow One'][at % 5] ?? '';
  return {
    name: `session-${at}`,
    version: isNew ? '1.10' : '1.9',
    device,
    day: at / 5,
    lags: [
      ...times(4, isNew ? 400 : 200, `${shop}.Cart.total:12`),
      ...times(3, 250, `${shop}.Feed.show:7`),
      ...times(isNew ? 2 : 0, 150, `${shop}.Wish.sort:3`),
      ...times(isNew ? 0 : 2, 120, `${shop}.Old.sync:5`),
      ...times(device === 'Slow One' ? 4 : 0, 300, `${shop}.Art.draw:4`),
    ],
  };
});

let folder = '';
const paths = new Map<string, string>();

async function lake(...args: readonly string[]) {
  return runCommand(['lake', ...args], { folder });
}

async function rows(sql: string, ...args: readonly string[]): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { code, out, said } = await lake('query', ...(args.length === 0 ? ['fleet'] : args), sql, '--json');
  assert.equal(code, 0, said);
  return JSON.parse(out);
}

async function column(sql: string, name: string): Promise<readonly unknown[]> {
  return (await rows(sql)).map((row) => row[name]);
}

async function filesOf(table: string): Promise<readonly string[]> {
  const names = await readdir(join(folder, 'fleet', table), { recursive: true });
  return names.filter((name) => name.endsWith('.parquet')).map((name) => join(folder, 'fleet', table, name));
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens lake '));
  for (const session of fleet) paths.set(session.name, await writeSession(join(folder, session.version), session));
  for (const version of ['1.9', '1.10']) {
    const sessions = fleet.filter((each) => each.version === version).map(({ name }) => paths.get(name) ?? '');
    const { code, out, said } = await lake('add', 'fleet', ...sessions, '--app-version', version);
    assert.equal(code, 0, said);
    assert.equal(out, 'Sessions: 25 added, 0 already there, 0 skipped.\n');
  }
});
after(() => rm(folder, { recursive: true, force: true }));

describe('a lake of 50 sessions', () => {
  test('has each lag with its true length', async () => {
    const planted = fleet.reduce((sum, { lags }) => sum + lags.length, 0);
    const plantedMs = fleet.flatMap(({ lags }) => lags).reduce((sum, { lengthMs }) => sum + lengthMs, 0);
    const [all] = await rows('SELECT count(*) AS lags, sum(us) / 1e3 AS ms FROM lags');
    assert.equal(all?.lags, planted);
    // The message's own turning costs some microseconds.
    assert.ok(Math.abs(Number(all?.ms) - plantedMs) < planted, `${String(all?.ms)} ms instead of ${plantedMs}`);
  });

  test('has stacks that lead from each sample to main’s outermost frame', async () => {
    const frames = await column(
      `WITH RECURSIVE up AS (
         SELECT k.session, k.stack, k.caller, k.function FROM stacks k WHERE k.function = 'Wish.sort'
         UNION SELECT k.session, k.stack, k.caller, k.function FROM stacks k JOIN up ON up.session = k.session AND up.caller = k.stack)
       SELECT function FROM up WHERE caller = 0 GROUP BY function`,
      'function',
    );
    assert.deepEqual(frames, ['ZygoteInit.main']);
    const plantedMs = fleet
      .flatMap(({ lags }) => lags)
      .reduce((sum, { lengthMs, frame }) => sum + (frame.includes('Cart.total') ? lengthMs : 0), 0);
    const [sampled] = await rows(
      `SELECT sum(s.end_us - s.begin_us) / 1e3 AS ms FROM samples s JOIN stacks k ON k.session = s.session AND k.stack = s.stack
       WHERE k.function = 'Cart.total' AND s.state = 'running' AND s.is_main`,
    );
    // The agent samples each 10 ms, so each of the 200 lags may lack two intervals.
    const lackingMs = plantedMs - Number(sampled?.ms);
    assert.ok(lackingMs >= 0 && lackingMs < 200 * 20, `${lackingMs} ms of ${plantedMs} are missing`);
  });

  test('keeps versions as texts and orders them by their first session', async () => {
    assert.deepEqual(await column('worst-groups', 'version'), ['1.10', '1.10', '1.10', '1.10']);
  });

  test('answers with the planted worst group, device, new group and regression, and invents none', async () => {
    assert.equal((await column('worst-groups', 'label'))[0], 'Cart.total');
    assert.equal((await column('devices', 'device'))[0], 'Slow One');
    assert.deepEqual(await column('new-groups', 'label'), ['Wish.sort']);
    assert.deepEqual(new Set(await column('regressions', 'label')), new Set(['Cart.total', 'Wish.sort']));
    assert.deepEqual(await column('fixed', 'label'), ['Old.sync']);
    assert.deepEqual(await column('trend', 'day'), ['2026-11-07']);
    // One lag a second, and a second after them.
    const rate = ({ lags }: FleetSession): number => lags.reduce((sum, { lengthMs }) => sum + lengthMs, 0) / (lags.length + 1);
    const [worst] = [...fleet].sort((a, b) => rate(b) - rate(a));
    assert.equal((await column('sessions', 'path'))[0], paths.get(worst?.name ?? ''));
  });

  test('answers every ready question', async () => {
    for (const { name, reading } of lakeQuestions) {
      const { code, out, said } = await lake('query', 'fleet', name);
      assert.equal(code, 0, `${name}: ${said}`);
      assert.ok(said.includes(reading) && out.length > 0, name);
    }
  });

  test('does not take a session twice, nor a copy of it', async () => {
    const first = paths.get('session-0') ?? '';
    await writeFile(join(folder, 'copy.laglens'), await readFile(first));
    const { out } = await lake('add', 'fleet', first, 'copy.laglens', '--app-version', '1.9');
    assert.equal(out, 'Sessions: 0 added, 2 already there, 0 skipped.\n');
  });

  test('takes the app’s version from a session that knows it, unless another is given', async () => {
    const [session] = fleet;
    if (session === undefined) return assert.fail();
    await lake('add', 'own', await writeSession(folder, { ...session, name: 'known', recordedVersion: '0.9' }));
    const [own] = await rows('SELECT version FROM sessions', 'own');
    assert.equal(own?.version, '0.9');
  });

  test('counts a session once when two writers add it at the same time', async () => {
    const [session] = fleet;
    if (session === undefined) return assert.fail();
    const path = await writeSession(folder, { ...session, name: 'raced', day: 30 });
    const before = (await rows('SELECT count(*) AS n FROM sessions'))[0]?.n;
    await Promise.all([lake('add', 'fleet', path), lake('add', 'fleet', path)]);
    assert.equal((await rows('SELECT count(*) AS n FROM sessions'))[0]?.n, Number(before) + 1);
    assert.equal(
      (await rows(`SELECT count(*) AS n FROM lags JOIN sessions USING (session) WHERE path LIKE '%raced%'`))[0]?.n,
      session.lags.length,
    );
  });
});

describe('a query', () => {
  test('reads nothing outside the lake, writes nothing and loads nothing', async () => {
    const inside = join(folder, 'fleet', 'lags', 'x.parquet');
    const attacks = [
      `COPY (SELECT 1) TO '${inside}'`,
      `COPY lags TO '${join(folder, 'x.csv')}'`,
      `SELECT * FROM read_text('/etc/passwd')`,
      `SELECT * FROM read_csv('${folder}/fleet/lags/../../1.9/session-0.laglens')`,
      `SELECT * FROM '${paths.get('session-0')}'`,
      `SELECT * FROM read_parquet('https://example.com/x.parquet')`,
      'INSTALL httpfs',
      'LOAD httpfs',
      `SET enable_external_access = true`,
      `ATTACH '${join(folder, 'x.db')}'`,
      'EXPLAIN ANALYZE DELETE FROM sessions',
      'DELETE FROM sessions',
      'SELECT 1; DROP TABLE sessions',
      'CREATE TABLE t AS SELECT 1',
    ];
    const before = (await readdir(folder, { recursive: true })).sort();
    for (const sql of attacks) {
      const { code, said } = await lake('query', 'fleet', sql);
      assert.equal(code, 1, sql);
      assert.match(said, /query-failed|The query failed/, sql);
    }
    assert.deepEqual((await readdir(folder, { recursive: true })).sort(), before);
  });

  test('of very many rows ends at a bound, which is said', async () => {
    const { code, out, said } = await lake('query', 'fleet', 'SELECT range AS n FROM range(1000000000000)', '--csv');
    assert.equal(code, 0, said);
    assert.equal(out.trimEnd().split('\n').length, 100_001);
    assert.match(said, /Only the first 100,000 rows are shown\./);
  });

  test('with a wrong word shows where', async () => {
    const { code, said } = await lake('query', 'fleet', 'SELECT labell FROM groups');
    assert.equal(code, 1);
    assert.match(said, /"labell" not found.*label/s);
    assert.match(said, /LINE 1: SELECT labell FROM groups\n +\^/);
  });

  test('gives names from apps as data in CSV, never as a formula', async () => {
    const { out } = await lake('query', 'fleet', `SELECT DISTINCT device, -1 AS n FROM sessions ORDER BY 1`, '--csv');
    const lines = out.trimEnd().split('\n');
    assert.ok(lines.includes(`'=cmd(),-1`), out);
    assert.ok(lines.includes(`"Galaxy, ""S25""",-1`), out);
  });
});

describe('damage', () => {
  test('of a session is named and skipped', async () => {
    await writeFile(join(folder, 'bad.laglens'), 'no session');
    const { code, out, said } = await lake('add', 'fleet', 'bad.laglens');
    assert.equal(code, 1);
    assert.equal(out, 'Sessions: 0 added, 0 already there, 1 skipped.\n');
    assert.match(said, /Skipped bad\.laglens: /);
  });

  test('of files is named and skipped, and a writing that was cut off does not count', async () => {
    const lags = (await filesOf('lags')).toSorted().at(-1) ?? '';
    const [sessions = ''] = (await filesOf('sessions')).toSorted();
    const before = await rows('SELECT count(*) AS n FROM lags');
    // A killed writer placed lags, but not yet their session.
    await writeFile(lags.replace(/[^/]+$/, 'zzzzzzzzz-000000000000-0.parquet'), await readFile(lags));
    assert.deepEqual(await rows('SELECT count(*) AS n FROM lags'), before);
    await truncate(lags, Math.floor((await stat(lags)).size / 2));
    const whole = await readFile(sessions);
    await writeFile(
      sessions,
      Buffer.concat([whole.subarray(0, 4), Buffer.alloc(whole.length - 12, 0xff), whole.subarray(whole.length - 8)]),
    );
    const { code, said } = await lake('query', 'fleet', 'SELECT count(*) FROM sessions');
    assert.equal(code, 0, said);
    assert.equal(said.match(/Skipped (?:lags|sessions)\/app=.*, which is damaged\./g)?.length, 2, said);
  });

  test('between a file’s ends is named and skipped once a question meets it', async () => {
    const [groups = ''] = (await filesOf('groups')).toSorted();
    const whole = await readFile(groups);
    await writeFile(groups, Buffer.concat([whole.subarray(0, 4), Buffer.alloc(60, 0xff), whole.subarray(64)]));
    const { code, out, said } = await lake('query', 'fleet', 'SELECT max(label) AS label FROM groups', '--csv');
    assert.equal(code, 0, said);
    assert.equal(out, 'label\nWish.sort\n');
    assert.match(said, /Skipped groups\/app=.*, which is damaged\./);
  });
});
