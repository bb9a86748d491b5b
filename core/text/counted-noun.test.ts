import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countedNoun } from './counted-noun.ts';

test('one thing is counted in the singular', () => {
  const singulars = {
    threads: '1 thread',
    libraries: '1 library',
    'samples without a thread': '1 sample without a thread',
    'events of ftrace': '1 event of ftrace',
    'threads’ states by the scheduler': '1 threads’ state by the scheduler',
    'compressed packets': '1 compressed packet',
    'other processes': '1 other process',
    'switches without a thread': '1 switch without a thread',
    'lines that are no issue': '1 line that is no issue',
  };
  for (const [what, expected] of Object.entries(singulars)) assert.equal(countedNoun(1, what), expected);
  assert.equal(countedNoun(1_234, 'threads'), '1,234 threads');
});
