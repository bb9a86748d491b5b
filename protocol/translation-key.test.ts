import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pagePart, pageTextKey, translationKey } from './translation-key.ts';

test('a key is the lower 30 bits of FNV-1a', () => {
  // Vectors of draft-eastlake-fnv, appendix C, in groups of six bits: 0x811c9dc5, 0xe40c292c, 0xbf9cf968.
  //   10 | 000001 000111 001001 110111 000101: F 3 J H B
  //   11 | 100100 000011 000010 100100 101100: s k C D k
  //   10 | 111111 100111 001111 100101 101000: o l P n _
  assert.deepEqual(['', 'a', 'foobar'].map(translationKey), ['F3JHB', 'skCDk', 'olPn_']);
});

test('the page’s part of a bundle is its texts alone, by their keys', () => {
  const bundle = { [pageTextKey('Lags')]: '卡顿', [translationKey('Show Log')]: '显示日志' };
  assert.deepEqual(pagePart(bundle), { [translationKey('Lags')]: '卡顿' });
  assert.deepEqual(pagePart({}), {});
});
