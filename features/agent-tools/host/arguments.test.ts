import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AgentWorkspace, lags } from '../tests/agent-workspace.ts';

const wrong: readonly (readonly [tool: string, args: unknown, says: RegExp])[] = [
  ['laglens_list_lags', undefined, /^session is missing: it must be a text/],
  ['laglens_list_lags', [], /^The arguments must be an object with session/],
  ['laglens_list_lags', 'a.laglens', /^The arguments must be an object/],
  ['laglens_list_lags', { session: 1 }, /^session must be a text/],
  ['laglens_list_lags', { session: '' }, /^session must be a text/],
  ['laglens_list_lags', { session: 'x'.repeat(5_000) }, /^session must be a text of 1 to 1000/],
  ['laglens_list_lags', { session: 'a.laglens', minMs: '100' }, /^minMs must be a number from 5 to 600000/],
  ['laglens_list_lags', { session: 'a.laglens', minMs: Number.NaN }, /^minMs must be a number/],
  ['laglens_list_lags', { session: 'a.laglens', tokenBudget: 1e9 }, /^tokenBudget must be a number from 300 to 20000/],
  ['laglens_list_lags', { session: 'a.laglens', by: 'name' }, /^by must be one of group, lag/],
  ['laglens_list_lags', { session: 'a.laglens', sesion: 'x' }, /^There is no argument of that name \(session, by,/],
  ['laglens_explain_lag', { session: 'a.laglens' }, /^lag is missing/],
  ['laglens_compare', { before: [], after: ['a.laglens'] }, /^before must be a list of 1 to 20/],
  ['laglens_compare', { before: 'a.laglens', after: ['a.laglens'] }, /^before must be a list/],
  ['laglens_compare', { before: [1], after: ['a.laglens'] }, /^before\.0 must be a text/],
  ['laglens_check', { sessions: Array.from({ length: 21 }, () => 'a.laglens') }, /^sessions must be a list of 1 to 20/],
];

test('arguments that do not fit the schema get a sentence each, which repeats no value', async (t) => {
  const place = await AgentWorkspace.make(t);
  for (const [tool, args, says] of wrong) {
    const { error, next } = await place.error(tool, args);
    assert.match(error, says);
    assert.equal(next, `Call ${tool} again with arguments by its schema.`);
    assert.doesNotMatch(error, /xxx|sesion/);
  }
});

test('an unknown tool is answered with the known ones', async (t) => {
  const place = await AgentWorkspace.make(t);
  const { next } = await place.error('laglens_delete', {});
  assert.match(next, /^Call one of laglens_list_lags, laglens_explain_lag,/);
});

test('null stands for an argument that is left out, as some clients send it', async (t) => {
  const place = await AgentWorkspace.make(t);
  await place.session('a.laglens', lags(1, 200, 'com.example.Feed.load:7'));
  const { answer } = await place.answer('laglens_list_lags', { session: 'a.laglens', minMs: null, group: null });
  assert.equal(answer.lagCount, 1);
});

test('no tool takes names of the prototype as arguments', async (t) => {
  const place = await AgentWorkspace.make(t);
  for (const name of ['__proto__', 'constructor', 'toString']) {
    const args: unknown = JSON.parse(`{"session": "a.laglens", "${name}": {"minMs": 1}}`);
    assert.match((await place.error('laglens_list_lags', args)).error, /^There is no argument of that name/);
  }
});
