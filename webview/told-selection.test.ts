import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Selection } from '../extension/page-protocol.ts';
import { ToldSelection } from './told-selection.ts';
import { INITIAL_VIEW } from './view-state.ts';

const second = 1_000_000;

test('what is selected is told once, with a lag that lasts up to whatever comes', () => {
  const told: (Selection | undefined)[] = [];
  const selection = new ToldSelection((chosen) => told.push(chosen));
  const lag = (toUs: number) => ({ ...INITIAL_VIEW, lag: 'a', range: { fromUs: second, toUs } });
  selection.update(INITIAL_VIEW, undefined, undefined, 5 * second);
  // Ten pictures a second, each a little longer.
  selection.update(lag(2 * second), { open: true }, undefined, 2 * second);
  selection.update(lag(3 * second), { open: true }, undefined, 3 * second);
  selection.update(lag(4 * second), { open: false }, undefined, 5 * second);
  selection.update(lag(4 * second), { open: false }, undefined, 6 * second);
  selection.update(INITIAL_VIEW, undefined, undefined, 6 * second);
  assert.deepEqual(told, [
    undefined,
    { of: 'lag', stretches: [{ fromUs: second, toUs: Number.MAX_SAFE_INTEGER }] },
    { of: 'lag', stretches: [{ fromUs: second, toUs: 4 * second }] },
    undefined,
  ]);
  selection.begin();
  selection.update(INITIAL_VIEW, undefined, undefined, 6 * second);
  assert.equal(told.length, 5, 'a page that begins anew says so, too');
});

test('a stretch is told, but for the one that was all of the session when it was chosen', () => {
  const told: (Selection | undefined)[] = [];
  const selection = new ToldSelection((chosen) => told.push(chosen));
  const all = { ...INITIAL_VIEW, range: { fromUs: 0, toUs: 5 * second } };
  selection.update(all, undefined, undefined, 5 * second);
  selection.update(all, undefined, undefined, 9 * second);
  assert.deepEqual(told, [undefined]);
  selection.update({ ...all, range: { fromUs: 0, toUs: 5 * second } }, undefined, undefined, 9 * second);
  assert.deepEqual(told.at(-1), { of: 'stretch', stretches: [{ fromUs: 0, toUs: 5 * second }] });
});

test('a stretch from the begin on that comes back with a page is told, though the session is not there yet', () => {
  const told: (Selection | undefined)[] = [];
  const selection = new ToldSelection((chosen) => told.push(chosen));
  const begin = { ...INITIAL_VIEW, range: { fromUs: 0, toUs: 2 * second } };
  selection.begin();
  selection.update(begin, undefined, undefined, undefined);
  selection.update(begin, undefined, undefined, 9 * second);
  assert.deepEqual(told, [{ of: 'stretch', stretches: [{ fromUs: 0, toUs: 2 * second }] }]);
});
