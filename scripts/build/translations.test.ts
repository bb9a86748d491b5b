import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sharedParts, translated, translations } from './translations.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Names, units and signs that are the same in every language. */
const untranslated =
  /^(?:[\s{}\d×≈·—:()/.,%：（），。、]|Laglens|A|ANR|B|CPU|FPS|GC|Matrix|SharedPreferences|apply|commit|tid|id|ms|user-|initiated|interactive|utility)*$/;

test('values, code, links and lines of a text are found', () => {
  assert.deepEqual(sharedParts('{1} of `a b` and {0}.\n[Open](command:a.b)'), ['\n', '](command:a.b)', '`a b`', '{0}', '{1}']);
  assert.deepEqual(translated, ['zh-cn', 'ja']);
});

test('every English text has a translation in each language, and no other one', async () => {
  for (const { path, english, texts } of await translations(root)) {
    const missing = Object.keys(english).filter((key) => !(key in texts));
    const superfluous = Object.keys(texts).filter((key) => !(key in english));
    assert.deepEqual({ missing, superfluous }, { missing: [], superfluous: [] }, path);
  }
});

test('translations keep the values, code, links and lines of the English texts', async () => {
  for (const { path, english, texts } of await translations(root)) {
    const wrong = Object.entries(texts).filter(([key, text]) => sharedParts(text).join() !== sharedParts(english[key] ?? '').join());
    assert.deepEqual(wrong, [], path);
  }
});

test('translations are in their language', async () => {
  for (const { path, texts } of await translations(root)) {
    const foreign = path.includes('.ja.') ? /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u : /\p{Script=Han}/u;
    const kept = Object.values(texts).filter((text) => !foreign.test(text) && !untranslated.test(text));
    assert.deepEqual(kept, [], path);
  }
});
