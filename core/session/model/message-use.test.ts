import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messageUse } from '../../../tests/core/message-uses.ts';
import { helloMessage, processMessage } from '../../../tests/core/sample-stream.ts';
import type { Message } from '../../wire/schema.ts';
import { SessionModel } from './model.ts';

const START_US = 1_000_000;

function modelOf(...uses: readonly Message[]): SessionModel {
  const model = new SessionModel();
  const main: Message = { type: 'thread', thread: 1, tid: 7, name: 'main', group: 'main', flags: 1, atUs: START_US };
  for (const each of [processMessage(0), helloMessage(START_US), main, ...uses]) model.apply(each);
  return model;
}

function usesOf(model: SessionModel) {
  const uses = model.threads[0]?.messageUses;
  assert.ok(uses);
  return uses;
}

test('a message’s use is kept in session time; what is not known is not 0', () => {
  const counts = { majorFaults: 3, voluntarySwitches: 4, involuntarySwitches: 5 };
  const known = { cpuUs: 30_000, readyUs: 0, queuedUs: 20_000, ...counts };
  const uses = usesOf(modelOf(messageUse(START_US, START_US + 40_000), messageUse(START_US + 50_000, START_US + 99_000, known)));
  assert.deepEqual([uses.length, uses.beginUs[1], uses.endUs[1], uses.cpuUs[1]], [2, 50_000, 99_000, 30_000]);
  assert.deepEqual([uses.majorFaults[1], uses.voluntarySwitches[1], uses.involuntarySwitches[1]], [3, 4, 5]);
  assert.deepEqual([uses.readyUsAt(0), uses.queuedUsAt(0), uses.readyUsAt(1), uses.queuedUsAt(1)], [undefined, undefined, 0, 20_000]);
});

test('values beyond reason are bounded', () => {
  const most = Number.MAX_SAFE_INTEGER - 1;
  const counts = { majorFaults: most, voluntarySwitches: most, involuntarySwitches: most };
  const model = modelOf(
    messageUse(START_US, START_US + 40_000, { cpuUs: most, readyUs: most, queuedUs: most, ...counts }),
    messageUse(START_US + 10_000, START_US + 60_000, { cpuUs: 15_000, readyUs: most }),
    messageUse(START_US + 90_000, START_US + 70_000),
  );
  const uses = usesOf(model);
  // No more time than it took; it waited no longer than the agent's clock runs.
  assert.deepEqual([uses.cpuUs[0], uses.readyUsAt(0), uses.queuedUsAt(0)], [40_000, 0, START_US]);
  assert.deepEqual([uses.majorFaults[0], uses.voluntarySwitches[0]], [0xffff_fffe, 0xffff_fffe]);
  // It begins where the one before ended; one that ends before its begin does not count.
  assert.deepEqual([uses.length, uses.beginUs[1], uses.endUs[1], uses.readyUsAt(1)], [2, 40_000, 60_000, 5_000]);
  assert.equal(model.clampedTimes > 0, true);
});

test('a use of an unknown thread is skipped', () => {
  const model = modelOf({ ...messageUse(START_US, START_US + 40_000), thread: 9 });
  assert.deepEqual([usesOf(model).length, model.ignored], [0, 1]);
});

test('rows in a range are those wholly in it', () => {
  const uses = usesOf(modelOf(...[0, 1, 2, 3].map((at) => messageUse(START_US + at * 10_000, START_US + (at + 1) * 10_000))));
  assert.deepEqual([...uses.within({ beginUs: 10_000, endUs: 30_000 })], [1, 2]);
  assert.deepEqual([...uses.within({ beginUs: 5_000, endUs: 29_999 })], [1]);
});
