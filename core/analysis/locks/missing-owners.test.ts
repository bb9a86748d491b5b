import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idle, ms } from '../../../tests/core/analyzed-app.ts';
import { SCRIPT_START_US, scriptedApp } from '../../../tests/core/scripted-app.ts';
import { threadState } from '../../session/columns/sample-columns.ts';
import { SessionModel } from '../../session/model/model.ts';
import type { Message } from '../../wire/schema.ts';
import { lacksLockOwner } from './missing-owners.ts';

const at = (atMs: number): number => SCRIPT_START_US + atMs * ms;
const noDeed = scriptedApp([idle(2_000 * ms)]);
const helper: Message = { type: 'thread', thread: 2, tid: 0, name: 'bg-db', group: 'main', flags: 0, atUs: at(0) };
const owner: Message = { type: 'waitOwner', thread: 1, atUs: at(130), owner: 2, ownerNode: 0, waiters: 1, object: 0 };
const wait = (kind: number, lengthMs: number, ...asked: readonly Message[]): readonly Message[] => [
  { type: 'waitBegin', thread: 1, atUs: at(100), kind, object: 0 },
  ...asked,
  { type: 'waitEnd', thread: 1, atUs: at(100 + lengthMs) },
];

function lacks(messages: readonly Message[], app = noDeed): boolean {
  const model = new SessionModel();
  for (const each of [...app, helper, ...messages]) model.apply(each);
  const [run] = model.runs;
  assert.ok(run);
  return lacksLockOwner(run);
}

test('only a long wait for a monitor without a reported owner lacks one', () => {
  const [monitor, notified] = [1, 2];
  assert.equal(lacks([]), false);
  assert.equal(lacks(wait(monitor, 500)), true);
  assert.equal(lacks(wait(monitor, 500, owner)), false);
  // Nobody asked for it so soon.
  assert.equal(lacks(wait(monitor, 15)), false);
  assert.equal(lacks(wait(notified, 500)), false);
});

test('a wait for a monitor that only samples saw lacks its owner', () => {
  const deed = { kind: 'message', us: 600 * ms, stack: ['com.example.Cart.count:7'], busy: 0 } as const;
  const blocked = scriptedApp([idle(50 * ms), { ...deed, state: threadState.monitor }, idle(400 * ms)]);
  assert.equal(lacks([], blocked), true);
  assert.equal(lacks(wait(1, 500, owner), blocked), false);
  assert.equal(lacks([], scriptedApp([idle(50 * ms), { ...deed, state: threadState.sleeping }])), false);
});
