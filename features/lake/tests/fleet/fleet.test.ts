import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { runCommand } from '../../../../tests/host/run-command.ts';
import { lakeQuestions } from '../../core/questions.ts';
import { lakeViews, sparkTables } from '../../core/set-up.ts';
import { plannedAnswers } from '../lake/fleet-answers.ts';
import { writeFleet } from '../lake/fleet-files.ts';
import { plannedFleet } from '../lake/fleet-plan.ts';
import { type AnswerRow, judgeAnswer } from '../lake/judge-answer.ts';
import { askSpark, type SparkAnswers } from './spark.ts';

/** Of floating numbers: engines sum in different orders. */
const SHARE = 1e-9;

let folder = '';
const options = { seed: 1, sessions: 1_000 };
const texts = Object.fromEntries(lakeQuestions.map(({ name, sql }) => [name, sql]));
const duckDb = new Map<string, readonly AnswerRow[]>();
let spark: SparkAnswers;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens-fleet-'));
  const lake = join(folder, 'lake');
  for (const { version, paths } of await writeFleet(join(folder, 'sessions'), options)) {
    const { code, out, said } = await runCommand(['lake', 'add', lake, ...paths, '--app-version', version], { folder });
    assert.equal(code, 0, said);
    assert.equal(out, `Sessions: ${paths.length} added, 0 already there, 0 skipped.\n`);
  }
  for (const { name } of lakeQuestions) {
    const { code, out, said } = await runCommand(['lake', 'query', lake, name, '--json'], { folder });
    assert.equal(code, 0, said);
    duckDb.set(name, JSON.parse(out));
  }
  spark = await askSpark(join(folder, 'spark'), [...sparkTables(lake), ...lakeViews()], texts);
});
after(() => rm(folder, { recursive: true, force: true }));

describe('a fleet of 1,000 sessions', () => {
  const planned = plannedAnswers([...plannedFleet(options)]);

  for (const { name } of lakeQuestions) {
    test(`has the planted answer to ${name}`, () => {
      const answer = planned[name];
      assert.ok(answer, 'no answer is planned');
      judgeAnswer(name, duckDb.get(name) ?? [], answer);
    });

    test(`gets the same rows from Spark to the same text of ${name}`, () => {
      const [expected, found] = [duckDb.get(name) ?? [], spark.rows[name] ?? []];
      assert.equal(found.length, expected.length);
      for (const [at, row] of expected.entries()) assertSame(found[at] ?? {}, row, `${name}, row ${at}`);
    });
  }

  test('was read by two workers', () => {
    assert.equal(spark.workers, 2);
  });
});

function assertSame(found: AnswerRow, expected: AnswerRow, about: string): void {
  assert.deepEqual(Object.keys(found), Object.keys(expected), about);
  for (const [column, value] of Object.entries(expected)) {
    const other = found[column];
    if (typeof value !== 'number' || typeof other !== 'number') assert.equal(other, value, `${about}: ${column}`);
    else assert.ok(Math.abs(other - value) <= SHARE * Math.abs(value), `${about}: ${column} is ${other} instead of ${value}`);
  }
}
