import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lagGroups } from '../../core/analysis/lags/groups/lag-groups.ts';
import type { Selection } from '../../protocol/parse-from-page.ts';
import { AnalyzedApp, idle, message, ms } from '../../tests/core/analyzed-app.ts';
import { scriptedApp } from '../../tests/core/scripted-app.ts';
import { INITIAL_VIEW } from '../state/view-state.ts';
import { SelectionReporter } from './selection-reporter.ts';

const second = 1_000_000;

test('what is selected is reported once, with a lag that lasts up to whatever comes', () => {
  const reported: (Selection | undefined)[] = [];
  const selection = new SelectionReporter((chosen) => reported.push(chosen));
  const lag = (toUs: number) => ({ ...INITIAL_VIEW, lag: 'a', range: { fromUs: second, toUs } });
  selection.update(INITIAL_VIEW, undefined, undefined, 5 * second);
  // Ten pictures a second, each a little longer.
  selection.update(lag(2 * second), { open: true }, undefined, 2 * second);
  selection.update(lag(3 * second), { open: true }, undefined, 3 * second);
  selection.update(lag(4 * second), { open: false }, undefined, 5 * second);
  selection.update(lag(4 * second), { open: false }, undefined, 6 * second);
  selection.update(INITIAL_VIEW, undefined, undefined, 6 * second);
  assert.deepEqual(reported, [
    undefined,
    { of: 'lag', ranges: [{ beginUs: second, endUs: Number.MAX_SAFE_INTEGER }] },
    { of: 'lag', ranges: [{ beginUs: second, endUs: 4 * second }] },
    undefined,
  ]);
  selection.begin();
  selection.update(INITIAL_VIEW, undefined, undefined, 6 * second);
  assert.equal(reported.length, 5, 'a page that begins again says so, too');
});

test('the ranges of a group are put together once, however often it is drawn', () => {
  const reported: (Selection | undefined)[] = [];
  const selection = new SelectionReporter((chosen) => reported.push(chosen));
  const app = new AnalyzedApp();
  app.take(...scriptedApp([idle(300 * ms), message(200 * ms, 'com.example.Feed.show:10'), idle(500 * ms)]));
  const [found] = lagGroups(app.detector.lags);
  assert.ok(found);
  let reads = 0;
  const group = {
    ...found,
    get lags() {
      reads++;
      return found.lags;
    },
  };
  const state = { ...INITIAL_VIEW, group: found.key };
  for (let frame = 0; frame < 3; frame++) selection.update({ ...state, view: { fromX: frame, toX: second } }, undefined, group, second);
  assert.deepEqual([reported.length, reported[0]?.of, reads], [1, 'lags', 1]);
});

test('a range is reported, but for the one that was all of the session when it was chosen', () => {
  const reported: (Selection | undefined)[] = [];
  const selection = new SelectionReporter((chosen) => reported.push(chosen));
  const all = { ...INITIAL_VIEW, range: { fromUs: 0, toUs: 5 * second } };
  selection.update(all, undefined, undefined, 5 * second);
  selection.update(all, undefined, undefined, 9 * second);
  assert.deepEqual(reported, [undefined]);
  selection.update({ ...all, range: { fromUs: 0, toUs: 5 * second } }, undefined, undefined, 9 * second);
  assert.deepEqual(reported.at(-1), { of: 'range', ranges: [{ beginUs: 0, endUs: 5 * second }] });
});

test('a range from the begin on that comes back with a page is reported, though the session is not there yet', () => {
  const reported: (Selection | undefined)[] = [];
  const selection = new SelectionReporter((chosen) => reported.push(chosen));
  const begin = { ...INITIAL_VIEW, range: { fromUs: 0, toUs: 2 * second } };
  selection.begin();
  selection.update(begin, undefined, undefined, undefined);
  selection.update(begin, undefined, undefined, 9 * second);
  assert.deepEqual(reported, [{ of: 'range', ranges: [{ beginUs: 0, endUs: 2 * second }] }]);
});
