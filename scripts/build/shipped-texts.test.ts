import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';
import { pagePart, pageTextKey, translationKey } from '../../protocol/translation-key.ts';
import { l10nTexts } from './l10n.ts';
import { findShippedTexts, withShortKeys } from './shipped-texts.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('all texts have short keys in the shipped bundles, and those of the page say so', () => {
  const short = withShortKeys({ 'Show Log': 'Protokoll', 'The device {0} is gone.': '{0} ist weg.' }, new Set(['Show Log']));
  assert.deepEqual(short, { [pageTextKey('Show Log')]: 'Protokoll', [translationKey('The device {0} is gone.')]: '{0} ist weg.' });
  assert.equal(translationKey('The device {0} is gone.').length, 5);
  // FNV-1a is the same for both.
  const alike = { costarring: 'a', liquid: 'b' };
  assert.throws(() => withShortKeys(alike, new Set()), /same key/);
});

test('the texts of each language have keys of their own', async () => {
  const { page } = await l10nTexts(root);
  for (const language of ['zh-cn', 'ja']) {
    const texts = JSON.parse(await readFile(`${root}/l10n/bundle.l10n.${language}.json`, 'utf8'));
    assert.equal(Object.keys(pagePart(withShortKeys(texts, page))).length, page.size);
  }
});

test('the built extension asks for no text by its English, and says it in English without a bundle', async () => {
  const built = await esbuild.build({
    absWorkingDir: root,
    entryPoints: ['extension/capture/status-item.ts'],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    external: ['vscode'],
    plugins: [findShippedTexts()],
  });
  const [code = ''] = built.outputFiles.map(({ text }) => text);
  assert.match(code, /shippedText\("Laglens capture"\)/);
  assert.equal(code.match(/l10n\d*\.t\(/g)?.length, 1);
});
