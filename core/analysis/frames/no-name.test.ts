import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isNoName } from './no-name.ts';

test('words of tools for unknown functions are no names, of ART, perf, Apple, LLDB and addresses', () => {
  const words = ['', '???', '??', '(???)', '<unknown>', '[unknown]', '(null)', '<redacted>', '___lldb_unnamed_symbol12'];
  const addresses = ['0x7f01', '0xFFFFFFFF80000000', 'libshop.so+0x7f01', 'libshop.so@0x7f01'];
  assert.deepEqual(
    [...words, ...addresses].filter((each) => !isNoName(each)),
    [],
  );
});

test('functions with odd names keep them', () => {
  const names = ['unknown', 'operator?', '<init>', '<clinit>', '[root]', '(idle)', '(anonymous)', '0xbad', 'main', 'x0x10', 'a b+0x10'];
  assert.deepEqual(
    names.filter((each) => isNoName(each)),
    // 0xbad is an address.
    ['0xbad'],
  );
});
