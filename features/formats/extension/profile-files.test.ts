import assert from 'node:assert/strict';
import { test } from 'node:test';
import { otherPatterns, ownPatterns } from './profile-files.ts';

test('a packed profile opens by itself like an unpacked one, other packed files by choice', () => {
  for (const pattern of ['*.folded', '*.pftrace', '*.pprof', '*.pb.gz', '*.pprof.gz', '*.pftrace.gz']) {
    assert.ok(ownPatterns.includes(pattern), pattern);
  }
  for (const pattern of ['*.gz', '*.json', '*.pb']) {
    assert.ok(otherPatterns.includes(pattern) && !ownPatterns.includes(pattern), pattern);
  }
  assert.equal(new Set(ownPatterns).size, ownPatterns.length);
});
