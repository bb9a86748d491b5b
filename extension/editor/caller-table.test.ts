import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainMarkdown } from '../../core/text/markdown-text.ts';
import { markdownTable } from './caller-table.ts';

test('no sign of a name means anything in Markdown', () => {
  // CommonMark, 2.4: any ASCII punctuation may be escaped by a backslash, and is nothing but itself then.
  assert.equal(plainMarkdown('<b>[x](command:evil)|`$(x)`'), '\\<b\\>\\[x\\]\\(command\\:evil\\)\\|\\`\\$\\(x\\)\\`');
  assert.equal(plainMarkdown('http://evil.example'), 'http\\:\\/\\/evil\\.example');
  assert.equal(plainMarkdown('Cart λ'), 'Cart λ');
});

test('a name stays in its line, is read in its order, and has an end', () => {
  assert.equal(plainMarkdown('a\r\n\n# b\u202ec\u2028d'), 'a \\# b\ufffdc d');
  assert.equal(markdownTable(['x'.repeat(100_000)], []).split('\n')[0]?.length, 124);
});

test('a table has a row for each caller', () => {
  assert.equal(
    markdownTable(['Caller', 'Time'], [['Shop.open', '1.9 s']]),
    '| Caller | &emsp;Time |\n|:--|--:|\n| Shop\\.open | &emsp;1\\.9 s |',
  );
});
