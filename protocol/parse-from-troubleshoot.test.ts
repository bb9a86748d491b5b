import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFromTroubleshoot } from './parse-from-troubleshoot.ts';

test('a pressed button of the page is taken, with nothing beside it', () => {
  assert.deepEqual(parseFromTroubleshoot({ type: 'press', button: 'tryAgain', more: 1 }), { type: 'press', button: 'tryAgain' });
});

test('what is no message of the page is refused', () => {
  for (const value of [undefined, 'press', {}, { type: 'press' }, { type: 'press', button: 5 }, { type: 'other', button: '' }]) {
    assert.equal(parseFromTroubleshoot(value), undefined);
  }
});

test('the text of a failure is cut', () => {
  const parsed = parseFromTroubleshoot({ type: 'failed', text: 'a'.repeat(20_000) });
  assert.equal(parsed?.type === 'failed' && parsed.text.length, 10_000);
});
