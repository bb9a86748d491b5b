import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MOST_AGENT_ID } from '../limits/model-limits.ts';
import { AgentIds } from './agent-ids.ts';

test('ids lead to their rows, however far apart they are; all others to row 0', () => {
  const ids = new AgentIds();
  const rows = new Map([1, 2, 1_023, 1_024, 70_000, MOST_AGENT_ID].map((id, index) => [id, index + 10]));
  for (const [id, row] of rows) assert.ok(ids.set(id, row));
  for (const id of [0, MOST_AGENT_ID + 1]) assert.equal(ids.set(id, 5), false);
  for (const [id, row] of rows) assert.equal(ids.row(id), row);
  // The last two have the low bits of 1 and 2.
  for (const id of [0, 3, 1_025, MOST_AGENT_ID - 1, MOST_AGENT_ID + 1, 2 ** 32 + 1, 2 ** 45 + 2]) assert.equal(ids.row(id), 0);
});

test('a large id takes hardly more places than a small one', () => {
  const [small, large] = [new AgentIds(), new AgentIds()];
  small.set(1, 7);
  large.set(MOST_AGENT_ID - 1, 7);
  // One page each; a list of 64 groups, one of 64 pages.
  assert.deepEqual([small.places, large.places], [1_024 + 2, 1_024 + 128]);
});
