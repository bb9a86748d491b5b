import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { l10nBundle, l10nTexts, sentencesOf, templatesOf } from './l10n.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('sentences are found in both kinds of quotes and over lines, as they are at run time', () => {
  const source = `vscode.l10n.t('It\\'s {0}', name); l10n.t(\n  "two “words”",\n); vscode.l10n.t('a\\nb'); vscode.l10n.t(key)`;
  assert.deepEqual(sentencesOf(source), ["It's {0}", 'two “words”', 'a\nb']);
});

test('phrases are found with the places of their values, as they are at run time', () => {
  const source = `phrase\`Run \\\`\${name}\\\` in \${isOld ? \`a\${1}\` : ''}: \${{ of: 1 }}.\`; phrase\`It\\'s {gone}\`; phrase\`\${one}; \${two}\`; rephrase\`No.\``;
  assert.deepEqual(templatesOf(source), ['Run `{0}` in {1}: {2}.', "It's {gone}"]);
  assert.throws(() => templatesOf(`phrase\`One \${phrase\`in another\`}\``), /2 phrases begin/);
});

test('the bundle for translators is up to date (scripts/generate.ts writes it)', async () => {
  assert.equal(await readFile(`${root}/l10n/bundle.l10n.json`, 'utf8'), await l10nBundle(root));
});

test('what core or host says in a sentence has no twin in the editor, which shows it by `localized`', async () => {
  const { sentences, page, phrases } = await l10nTexts(root);
  const isSentence = (text: string): boolean => text.split(' ').length >= 3 && /\p{L}{2}/u.test(text);
  assert.deepEqual(
    [...sentences, ...page].filter((text) => isSentence(text) && phrases.has(text) && !/^\{0\} \S+ \{1\}$/.test(text)),
    [],
  );
});

test('every %key% of the manifest stands in package.nls.json, and nothing else does', async () => {
  const manifest = await readFile(`${root}/package.json`, 'utf8');
  const used = new Set([...manifest.matchAll(/"%([\w.]+)%"/g)].map(([, key]) => key));
  const given: unknown = JSON.parse(await readFile(`${root}/package.nls.json`, 'utf8'));
  assert.deepEqual(new Set(Object.keys(Object(given))), used);
});
