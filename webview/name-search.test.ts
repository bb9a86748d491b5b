import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SessionModel } from '../core/session/model.ts';
import { ViewStacks } from '../core/views/view-stacks.ts';
import { viewTree } from '../core/views/view-tree.ts';
import { idle, message, ms } from '../tests/core/judged-app.ts';
import { ListedStacks } from '../tests/core/listed-stacks.ts';
import { scriptedApp } from '../tests/core/scripted-app.ts';
import { matchedTime, NameSearch } from './name-search.ts';

test('time below a match counts, and each stack once', () => {
  const stacks = new ListedStacks([
    { stack: ['main', 'draw', 'paint'], us: 10 },
    { stack: ['main', 'draw', 'list', 'draw'], us: 20 },
    { stack: ['main', 'load'], us: 70 },
  ]);
  const tree = viewTree(stacks.nodes, ViewStacks.of(stacks.nodes), stacks.weights);
  const named = (...names: readonly string[]) => matchedTime(tree, 'wall', (method) => names.includes(stacks.key(method)));
  assert.deepEqual(named('draw'), { matched: 30, of: 100, frames: 1 });
  assert.deepEqual(named('draw', 'paint', 'load'), { matched: 100, of: 100, frames: 3 });
  assert.deepEqual(named('nowhere'), { matched: 0, of: 100, frames: 0 });
  assert.equal(matchedTime(tree, 'samples', (method) => stacks.key(method) === 'load').matched, 1);
});

test('functions are found by their full name and as they are shown; a wrong expression is told, and finds nothing', () => {
  const model = new SessionModel();
  for (const fact of scriptedApp([idle(20 * ms), message(40 * ms, 'com.example.Feed.show:10'), idle(20 * ms)])) model.apply(fact);
  const search = new NameSearch();
  const found = (text: string, regex: boolean): readonly string[] => {
    const { matches } = search.of(model, { text, regex, matchCase: true });
    return model.methods.filter((_, method) => matches?.(method)).map(({ name }) => name);
  };
  assert.deepEqual(found('example.Feed', false), ['show']);
  assert.deepEqual(found('^Feed\\.s', true), ['show']);
  assert.deepEqual(found('^com\\.example\\.Feed\\.show$', true), ['show']);
  const wrong = search.of(model, { text: '(', regex: true, matchCase: true });
  assert.deepEqual([wrong.matches, wrong.error?.problem], [undefined, 'unclosed']);
  assert.deepEqual(search.of(model, { text: '', regex: true, matchCase: true }), { matches: undefined, error: undefined });
});
