import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';
import { textKey } from '../../extension/surface/text-key.ts';
import { findShippedTexts, withShortKeys } from './shipped-texts.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('all texts have short keys in the shipped bundles', () => {
  const short = withShortKeys({ 'Show Log': 'Protokoll', 'The device {0} is gone.': '{0} ist weg.' });
  assert.deepEqual(short, { [textKey('Show Log')]: 'Protokoll', [textKey('The device {0} is gone.')]: '{0} ist weg.' });
  assert.equal(textKey('The device {0} is gone.').length, 5);
});

test('the texts of each language have keys of their own', async () => {
  for (const language of ['zh-cn', 'ja']) withShortKeys(JSON.parse(await readFile(`${root}/l10n/bundle.l10n.${language}.json`, 'utf8')));
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
