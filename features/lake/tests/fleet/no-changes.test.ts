import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { runCommand } from '../../../../tests/host/run-command.ts';
import { lakeQuestions } from '../../core/questions.ts';
import { duckDbTables, lakeViews } from '../../core/set-up.ts';
import { loadDuckDb } from '../../host/duckdb.ts';
import { writeFleet } from '../lake/fleet-files.ts';

/** Seeds with numbers of sessions: many, and so few that chance looks like change. */
const fleets = [
  [2, 600],
  [3, 80],
  [4, 40],
  [5, 20],
] as const;
/** With a stated confidence. */
const ofChange = ['regressions', 'fixed', 'trend'];

let folder = '';
const lakeOf = (seed: number): string => join(folder, `lake-${seed}`);

async function answer(seed: number, question: string): Promise<readonly unknown[]> {
  const { code, out, said } = await runCommand(['lake', 'query', lakeOf(seed), question, '--json'], { folder });
  assert.equal(code, 0, said);
  return JSON.parse(out);
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens-alike-'));
  for (const [seed, sessions] of fleets) {
    const parts = await writeFleet(join(folder, `sessions-${seed}`), { seed, sessions, changes: false });
    for (const { version, paths } of parts) {
      const { code, said } = await runCommand(['lake', 'add', lakeOf(seed), ...paths, '--app-version', version], { folder });
      assert.equal(code, 0, said);
    }
  }
});
after(() => rm(folder, { recursive: true, force: true }));

describe('fleets without a change', () => {
  for (const [seed, sessions] of fleets) {
    test(`of ${sessions} sessions have no regression, fix or trend`, async () => {
      for (const name of ofChange) assert.deepEqual(await answer(seed, name), [], name);
    });
  }

  test('have no new group where each version has many sessions', async () => {
    assert.deepEqual(await answer(2, 'new-groups'), []);
  });

  test('give as many rows to the documents’ statements in DuckDB', async () => {
    const instance = await loadDuckDb().DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    try {
      for (const statement of [...duckDbTables(lakeOf(2)), ...lakeViews()]) await connection.run(statement);
      for (const { name, sql } of lakeQuestions) {
        const rows = await connection.runAndReadAll(sql);
        const count = (await answer(2, name)).length;
        assert.equal(rows.getRowsJson().length, count, name);
      }
    } finally {
      connection.closeSync();
      instance.closeSync();
    }
  });
});
