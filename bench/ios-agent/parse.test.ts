import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseStatusKib } from './parse.ts';

test('a size is read from the kernel’s words, and not from a name that it begins', () => {
  const text = 'VmDataX:\t7 kB\nVmData:\t   10044 kB\nVmStk:\t 132 kB\n';
  assert.equal(parseStatusKib(text, 'VmData'), 10044);
  assert.throws(() => parseStatusKib(text, 'VmLck'), /VmLck/);
});
