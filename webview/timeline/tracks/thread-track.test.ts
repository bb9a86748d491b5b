import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stateTexts } from '../../../core/analysis/lags/lag-texts.ts';
import { ThreadStates, threadActivity } from '../../../core/analysis/threads/thread-states.ts';
import { activityHints } from '../../ui/sentences/activity-text.ts';
import { solid } from '../columns.ts';
import { stateShares, threadLayers } from './thread-track.ts';

const { blocked, idle, unknown, waiting } = threadActivity;
const color = (name: string) => ({ ...solid('#000000'), name });
const fills = {
  background: 0,
  running: color('running'),
  blocked: color('blocked'),
  waiting: color('waiting'),
  pause: color('pause'),
  ready: color('ready'),
  unknown: color('unknown'),
  unseen: color('unseen'),
};

test('states are stacked from work at the bottom to waiting, which is low, and idle is nothing', () => {
  const states = new ThreadStates();
  states.add(0, 100, 0.5, blocked);
  states.add(100, 200, 0, waiting);
  states.add(200, 300, 0, idle);
  const layers = threadLayers(stateShares([states], false, 0, 300, 3), fills);
  // The first column: half running, half blocked; the second: waiting, 0.3 high.
  const named = layers.map(({ top, fill }) => [
    Object.entries(fills).find(([, each]) => each === fill)?.[0],
    ...[...top].map((share) => Number(share.toFixed(2))),
  ]);
  assert.deepEqual(named, [
    ['running', 0.5, 0, 0],
    ['blocked', 1, 0, 0],
    ['waiting', 1, 0.3, 0],
  ]);
  // Main that waits for anything but its next message is what a lag is made of, and is called what the lag is called.
  const ofMain = threadLayers(stateShares([states], true, 0, 300, 3), fills);
  assert.deepEqual(
    ofMain.map(({ top, fill }) => [fill, ...top]),
    [
      [fills.running, 0.5, 0, 0],
      [fills.blocked, 1, 1, 0],
    ],
  );
});

test('main threads of several runs are one track', () => {
  const [first, second] = [new ThreadStates(), new ThreadStates()];
  first.add(0, 100, 1, unknown);
  second.add(200, 300, 0, blocked);
  const shares = stateShares([first, second], false, 0, 300, 3);
  assert.deepEqual(
    threadLayers(shares, fills).map(({ top }) => [...top]),
    [
      [1, 0, 0],
      [1, 0, 1],
    ],
  );
});

test('one wait is blocked on main and waiting on others, and the legend’s hint says why', () => {
  const states = new ThreadStates();
  states.add(0, 100, 0, waiting);
  const [main, other] = [true, false].map((isMain) => stateShares([states], isMain, 0, 100, 1));
  assert.deepEqual([main?.[blocked], other?.[waiting]], [1, 1]);
  assert.match(activityHints.waiting(), new RegExp(`same wait of the main thread is “${stateTexts.blocked}”`));
});
