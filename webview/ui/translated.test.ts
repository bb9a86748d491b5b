import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { translationKey } from '../../protocol/translation-key.ts';
import { t, useTranslations } from './translated.ts';

afterEach(() => useTranslations(undefined));

test('a text is its English with values, and a template without', () => {
  assert.equal(t('{0} of {1} lags', 3, 4), '3 of 4 lags');
  assert.equal(t('{0} of {1} lags'), '{0} of {1} lags');
});

test('it is in the user’s language once the page has translations, and English where one is missing', () => {
  assert.equal(t('Lags'), 'Lags');
  useTranslations({ [translationKey('Lags')]: '卡顿', [translationKey('{0} of {1} lags')]: '{1} 次卡顿中的 {0} 次' });
  assert.deepEqual([t('Lags'), t('Lags'), t('Groups')], ['卡顿', '卡顿', 'Groups']);
  assert.equal(t('{0} of {1} lags', 3, 4), '4 次卡顿中的 3 次');
});
