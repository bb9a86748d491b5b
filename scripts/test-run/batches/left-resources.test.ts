import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LeftResources } from './left-resources.ts';

test('what keeps a process from ending is of the file since whose end it was there', () => {
  const left = new LeftResources();
  left.ended('a.test.ts', ['PipeWrap', 'Timeout']);
  left.ended('b.test.ts', ['PipeWrap']);
  left.ended('c.test.ts', ['PipeWrap', 'Timeout']);
  left.ended('d.test.ts', ['PipeWrap', 'Timeout', 'TCPServerWrap', 'Timeout']);
  assert.deepEqual(left.owners(['Timeout']), ['c.test.ts']);
  assert.deepEqual(left.owners(['Timeout', 'Timeout', 'TCPServerWrap']), ['c.test.ts', 'd.test.ts']);
  // It came behind all files.
  assert.deepEqual(left.owners(['ChildProcess']), []);
});
