import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { test } from 'node:test';
import { LaglensError } from '../../core/errors.ts';
import { clauseOf, phrase } from '../../core/text/phrase.ts';
import { translationKey } from '../../protocol/translation-key.ts';

/** In a language that has two of the texts, one by its short key. */
const editor = `data:text/javascript,
  const bundle = { '${translationKey('The session {0} cannot be opened: {1}.')}': '{1} – {0}', 'the disk is full': 'voll', 'The app ends.': '应用结束。' };
  export const l10n = { bundle, t: (text, ...values) => (bundle[text] ?? text).replace(/\\{(\\d)\\}/g, (_, at) => values[at]) };`;
registerHooks({
  resolve: (specifier, context, next) => (specifier === 'vscode' ? { url: editor, shortCircuit: true } : next(specifier, context)),
});
const { localized } = await import('./localized.ts');

test('a text of core and host is shown in the display language, with the texts among its values', () => {
  const why = phrase`the disk is full`;
  const message = phrase`The session ${'/a/the disk is full'} cannot be opened: ${why}.`;
  const error = new LaglensError({ code: 'session-unreadable', message, next: '' });
  assert.equal(error.message, 'The session /a/the disk is full cannot be opened: the disk is full.');
  assert.equal(localized(error.message), 'voll – /a/the disk is full');
  assert.equal(localized(why), 'voll');
});

test('a text that is not translated stays English, and one from outside is shown as it is', () => {
  assert.equal(localized(phrase`Only ${1} of the texts.`), 'Only 1 of the texts.');
  assert.equal(localized('The session {0} cannot be opened: {1}.'), 'The session {0} cannot be opened: {1}.');
  assert.equal(localized(''), '');
});

test('a sentence that is a part of another one loses its point in any language', () => {
  const clause = clauseOf(phrase`The app ends.`);
  assert.equal(clause, 'The app ends');
  assert.equal(localized(clause), '应用结束');
  const text = phrase`Waiting: ${clause}, again.`;
  assert.equal(text, 'Waiting: The app ends, again.');
  assert.equal(localized(text), 'Waiting: 应用结束, again.');
  assert.equal(localized(phrase`The app ends.`), '应用结束。');
  assert.equal(clauseOf('From outside.'), 'From outside');
});
