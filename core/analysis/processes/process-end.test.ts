import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processEndSentence, processEndText, processEndTexts } from './process-end.ts';

test('each reason of Android has a text, later ones are the system’s', () => {
  const plain = (reason: number) => processEndText({ reason, subreason: 0, status: 0 });
  // ApplicationExitInfo: REASON_UNKNOWN is 0, LOW_MEMORY 3, CRASH 4, ANR 6, USER_REQUESTED 10, OTHER 13, PACKAGE_UPDATED 16.
  assert.deepEqual([0, 3, 4, 6, 10, 13, 16, 99].map(plain), [
    'endUnknown',
    'endLowMemory',
    'endCrash',
    'endAnr',
    'endUser',
    'endSystem',
    'endUpdate',
    'endSystem',
  ]);
});

test('the signal that kills, a removed task, an update and a full cache have their own', () => {
  assert.equal(processEndText({ reason: 2, subreason: 0, status: 11 }), 'endSignal');
  assert.equal(processEndText({ reason: 2, subreason: 0, status: 9 }), 'endKilled');
  assert.equal(processEndText({ reason: 10, subreason: 22, status: 0 }), 'endRemoved');
  assert.equal(processEndText({ reason: 10, subreason: 25, status: 0 }), 'endUpdate');
  assert.equal(processEndText({ reason: 13, subreason: 3, status: 0 }), 'endCached');
});

test('Android’s own words follow in one short line', () => {
  const end = { reason: 10, subreason: 21, status: 0 };
  const sentence = processEndSentence({ ...end, text: 'stop com.example.shop\n due to from pid 4711' });
  assert.equal(sentence, 'The user or a tool stopped the app (stop com.example.shop  due to from pid 4711)');
  assert.equal(processEndSentence({ ...end, text: '' }), processEndTexts.endUser);
  assert.equal(processEndSentence({ reason: 1, subreason: 0, status: 7, text: '' }), 'The app ended itself with exit code 7.');
  assert.ok(processEndSentence({ ...end, text: 'x'.repeat(60_000) }).length < 400);
});
