import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { isClientTimes, jobNames } from './jobs.ts';
import { timesOf } from './run-client.ts';

for (const client of ['ours.ts', 'appium.cjs'] as const) {
  test(`${client} does the five jobs, and the phone has what it says`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'laglens-ios-link-'));
    t.after(() => rm(folder, { recursive: true }));
    const { rounds, loadMs } = await timesOf(client, folder, 2);
    assert.equal(rounds.length, 2);
    assert.ok(loadMs > 0);
    for (const round of rounds) for (const job of jobNames) assert.ok(round[job] > 0, job);
  });
}

test('a line that lacks a job is no client’s', () => {
  const round = { list: 1, info: 1, install: 1, push: 1, start: 1 };
  assert.equal(isClientTimes({ loadMs: 1, rounds: [round] }), true);
  for (const wrong of [null, {}, { loadMs: 1, rounds: [] }, { loadMs: 1, rounds: [round, { ...round, start: 'soon' }] }])
    assert.equal(isClientTimes(wrong), false);
});
