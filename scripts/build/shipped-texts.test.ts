import assert from 'node:assert/strict';
import { test } from 'node:test';
import { phraseKey } from '../../extension/surface/phrase-key.ts';
import { withShortKeys } from './shipped-texts.ts';

test('phrases have short keys in the shipped bundles, other texts their English', () => {
  const texts = { 'Show Log': 'Protokoll', 'The device {0} is gone.': '{0} ist weg.' };
  const short = withShortKeys(texts, (key) => key.startsWith('The device'));
  assert.deepEqual(short, { 'Show Log': 'Protokoll', [phraseKey('The device {0} is gone.')]: '{0} ist weg.' });
  assert.equal(phraseKey('The device {0} is gone.').length, 5);
});

test('two texts with the same key are refused', () => {
  const template = 'The device {0} is gone.';
  assert.throws(() => withShortKeys({ [template]: 'a', [phraseKey(template)]: 'b' }, (key) => key === template), /same key/);
});
