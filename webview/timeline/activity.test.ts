import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ThreadStates, threadActivity } from '../../core/analysis/threads/thread-states.ts';
import { mainColumns } from './activity.ts';

const { blocked, idle, pause, unknown, unseen, waiting } = threadActivity;

test('each pixel shows the share of its time that main was busy, blocked, stopped for garbage, or nobody knows', () => {
  const states = new ThreadStates();
  states.add(0, 150, 1, unknown);
  states.add(150, 250, 0, blocked);
  states.add(250, 300, 0, waiting);
  states.add(300, 400, 0, idle);
  states.add(400, 450, 0, pause);
  states.add(450, 500, 0, unknown);
  states.add(500, 1000, 0, unseen);
  // Ten pixels of 100 us each.
  const columns = mainColumns([states], { fromX: 0, toX: 1000 }, 10);
  assert.deepEqual([...columns.busy.slice(0, 5)], [1, 0.5, 0, 0, 0]);
  assert.deepEqual([...columns.blocked.slice(0, 5)], [0, 0.5, 1, 0, 0]);
  assert.deepEqual([...columns.pause.slice(0, 5)], [0, 0, 0, 0, 0.5]);
  assert.deepEqual([...columns.unknown.slice(0, 5)], [0, 0, 0, 0, 0.5]);
  assert.deepEqual([...columns.unseen], [0, 0, 0, 0, 0, 1, 1, 1, 1, 1]);
});

test('main threads of several runs follow each other', () => {
  const [first, second] = [new ThreadStates(), new ThreadStates()];
  first.add(0, 100, 1, unknown);
  second.add(200, 300, 1, unknown);
  assert.deepEqual([...mainColumns([first, second], { fromX: 0, toX: 300 }, 3).busy], [1, 0, 1]);
});
