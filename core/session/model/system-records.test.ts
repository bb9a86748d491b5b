import assert from 'node:assert/strict';
import { test } from 'node:test';
import { helloMessage, processMessage } from '../../../tests/core/sample-stream.ts';
import { anrRecord, endRecord } from '../../../tests/core/system-records.ts';
import type { Message } from '../../wire/schema.ts';
import { SessionModel } from './model.ts';

const START_US = 5_000_000;
const begin: readonly Message[] = [processMessage(0), helloMessage(START_US), { type: 'tick', atUs: START_US + 9_000_000, rounds: 1 }];

function modelOf(messages: readonly Message[], model = new SessionModel()): SessionModel {
  for (const each of messages) model.apply(each);
  return model;
}

test('the record of an ended run comes during the next one, in the session time of its own', () => {
  const later = [processMessage(1), helloMessage(START_US + 20_000_000)];
  const record = endRecord(0, START_US + 8_000_000, { reason: 3, text: 'low' });
  const model = modelOf([...begin, { type: 'processEnd', atUs: START_US + 9_000_000, why: '' }, ...later, record]);
  const { type: _, run: __, ...kept } = record;
  assert.deepEqual(model.runs[0]?.systemRecords, [{ ...kept, atUs: 8_000_000 }]);
  assert.deepEqual([model.runs[1]?.systemRecords, model.ignored], [[], 0]);
});

test('a record of no run, and those beyond the limit, are left out and counted', () => {
  const model = modelOf([...begin, anrRecord(3, START_US, 'x')]);
  assert.deepEqual([model.runs[0]?.systemRecords, model.ignored], [[], 1]);
  const records = [1, 2, 3].map((second) => anrRecord(0, START_US + second * 1_000_000, 'y'));
  const full = modelOf([...begin, ...records], new SessionModel({ systemRecords: 2 }));
  assert.deepEqual(full.runs[0]?.systemRecords.length, 2);
  assert.deepEqual(
    full.budgetEnds.map(({ name, leftOut }) => [name, leftOut]),
    [['systemRecords', 1]],
  );
});
