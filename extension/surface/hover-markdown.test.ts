import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainMarkdown } from '../../core/text/markdown-text.ts';
import { hoverMarkdown } from './hover-markdown.ts';

test('no sign of a name means anything in Markdown', () => {
  // CommonMark, 2.4: any ASCII punctuation may be escaped by a backslash, and is nothing but itself then.
  assert.equal(plainMarkdown('<b>[x](command:evil)|`$(x)`'), '\\<b\\>\\[x\\]\\(command\\:evil\\)\\|\\`\\$\\(x\\)\\`');
  assert.equal(plainMarkdown('http://evil.example'), 'http\\:\\/\\/evil\\.example');
  assert.equal(plainMarkdown('Cart λ'), 'Cart λ');
});

test('a name stays in its line, is read in its order, and has an end', () => {
  assert.equal(plainMarkdown('a\r\n\n# b\u202ec\u2028d'), 'a \\# b\ufffdc d');
  assert.equal(hoverMarkdown([{ head: ['x'.repeat(100_000)], rows: [] }]).split('\n')[0]?.length, 124);
});

test('sentences, remarks and cells of a hover have no markup of their own', () => {
  const name = '[x](command:evil)';
  const plain = plainMarkdown(name);
  const parts = [{ sentence: name }, { remark: name }, { head: [name, name], rows: [[name, name]] }];
  assert.equal(hoverMarkdown(parts), `${plain}\n\n*${plain}*\n\n| ${plain} | &emsp;${plain} |\n|:--|--:|\n| ${plain} | &emsp;${plain} |`);
});

test('a table has a row for each caller', () => {
  assert.equal(
    hoverMarkdown([{ head: ['Caller', 'Time'], rows: [['Shop.open', '1.9 s']] }]),
    '| Caller | &emsp;Time |\n|:--|--:|\n| Shop\\.open | &emsp;1\\.9 s |',
  );
});
