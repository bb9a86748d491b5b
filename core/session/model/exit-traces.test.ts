import assert from 'node:assert/strict';
import { test } from 'node:test';
import { helloMessage, processMessage } from '../../../tests/core/sample-stream.ts';
import type { Message } from '../../wire/schema.ts';
import { SessionModel } from './model.ts';

const START_US = 5_000_000;
const hello = { ...helloMessage(START_US), wallUs: 1_700_000_000_000_000 };
const begin: readonly Message[] = [processMessage(0), hello, { type: 'tick', atUs: START_US + 9_000_000, rounds: 1 }];

function piece(text: string, changes: Partial<Message<'exitTrace'>> = {}): Message<'exitTrace'> {
  return {
    type: 'exitTrace',
    atUs: START_US + 1_000_000,
    wallUs: hello.wallUs - 3_000_000,
    pid: 77,
    reason: 6,
    from: 0,
    rest: 0,
    text,
    ...changes,
  };
}

function modelOf(messages: readonly Message[], model = new SessionModel()): SessionModel {
  for (const each of [...begin, ...messages]) model.apply(each);
  return model;
}

test('pieces of a trace become one text, at the time of the end by the reader’s clocks', () => {
  const model = modelOf([piece('one\n', { rest: 1 }), piece('two', { from: 4, rest: 2 })]);
  assert.deepEqual(model.exitTraces, [
    { readBy: 0, pid: 77, reason: 6, wallUs: hello.wallUs - 3_000_000, atUs: -3_000_000, text: 'one\ntwo', isCut: true },
  ]);
  assert.equal(model.ignored, 0);
});

test('another host gets them again: each is kept once, and one that broke off begins again', () => {
  const whole = [piece('one\n', { rest: 1 }), piece('two', { from: 4 })];
  assert.deepEqual(
    modelOf([piece('one\n', { rest: 1 }), ...whole, ...whole]).exitTraces.map(({ text }) => text),
    ['one\ntwo'],
  );
});

test('a piece that follows none, one of another trace and one beyond the bound are skipped and counted', () => {
  const strange = modelOf([piece('two', { from: 4 }), piece('one\n', { rest: 1 }), piece('two', { from: 4, pid: 78 })]);
  assert.deepEqual([strange.exitTraces.length, strange.ignored], [0, 2]);
  const large = 'x'.repeat(60_000);
  const many = Array.from({ length: 6 }, (_, at) => piece(large, { from: at * large.length, rest: 1 }));
  const long = modelOf([...many, piece('', { from: 6 * large.length })]);
  assert.deepEqual([long.exitTraces.length, long.ignored], [0, 3]);
  const full = modelOf([piece('one'), piece('two', { pid: 78 })], new SessionModel({ systemRecords: 1 }));
  assert.deepEqual([full.exitTraces.length, full.budgetEnds.map(({ name }) => name)], [1, ['systemRecords']]);
});
