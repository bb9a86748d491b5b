import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

test('the list of keys calls the tracks what their button does, in each language', async () => {
  for (const bundle of ['bundle.l10n.json', 'bundle.l10n.zh-cn.json', 'bundle.l10n.ja.json']) {
    const words = JSON.parse(await readFile(new URL(`../../l10n/${bundle}`, import.meta.url), 'utf8'));
    const [meaning, name] = [words['Tracks: threads, messages and counters'], words.Tracks];
    assert.ok(meaning.startsWith(name), `${bundle}: ${meaning}`);
  }
});
