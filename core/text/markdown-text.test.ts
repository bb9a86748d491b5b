import assert from 'node:assert/strict';
import { test } from 'node:test';
import { marked } from 'marked';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { attacks } from '../../tests/core/attacks.ts';
import { seededRandom } from '../../tests/core/sample-stream.ts';
import { codeCell, codeSpan, plainMarkdown } from './markdown-text.ts';
import { oneLine } from './one-line.ts';

// marked is what VS Code renders Markdown with, parse5 reads HTML as browsers do.
type Node = DefaultTreeAdapterTypes.ChildNode;

/** Elements of a document, in order, and all its text. */
function rendered(markdown: string): { readonly tags: readonly string[]; readonly text: string } {
  const tags: string[] = [];
  let text = '';
  const left: Node[] = [...parseFragment(marked.parse(markdown, { async: false, gfm: true })).childNodes];
  for (let node = left.shift(); node !== undefined; node = left.shift()) {
    if ('value' in node) text += node.value;
    else if ('tagName' in node) {
      tags.push(node.tagName);
      left.unshift(...node.childNodes);
    } else assert.fail(`a ${node.nodeName}`);
  }
  return { tags, text };
}

const squeezed = (text: string): string => text.replace(/\s+/g, ' ').trim();

for (const [attack, text] of Object.entries(attacks)) {
  test(`${attack} is text in Markdown, and code in code`, () => {
    const plain = rendered(`x ${plainMarkdown(text)} y`);
    assert.deepEqual(plain.tags, ['p']);
    assert.equal(squeezed(plain.text), squeezed(`x ${oneLine(text)} y`));

    const code = rendered(`x ${codeSpan(text)} y`);
    assert.deepEqual(code.tags, ['p', 'code']);
    assert.equal(squeezed(code.text), squeezed(`x ${oneLine(text)} y`));

    const cell = rendered(`| a | b |\n|---|---|\n| ${codeCell(text)} | ${plainMarkdown(text)} |`);
    assert.deepEqual(cell.tags, ['table', 'thead', 'tr', 'th', 'th', 'tbody', 'tr', 'td', 'code', 'td']);
  });
}

test('a sign at the beginning of a line begins nothing', () => {
  for (const text of ['# a', '- a', '1. a', '1) a', '> a', '    a', '```', '---', '===', '+ a', '| a |', '[a]: b', '~~~', '\ta']) {
    assert.deepEqual(rendered(plainMarkdown(text)).tags, ['p'], text);
    assert.deepEqual(rendered(codeSpan(text)).tags, ['p', 'code'], text);
  }
});

test('backticks and bars in code are what they were', () => {
  for (const text of ['`', '``', 'a`b', '`a`', 'a``b`c', '```', ' a ', '|', 'a|b']) {
    assert.equal(rendered(codeSpan(text)).text.trim(), text.trim());
    assert.equal(
      rendered(`| x |\n|---|\n| ${codeCell(text)} |`)
        .text.replace(/^\s*x\s*/, '')
        .trim(),
      text.trim(),
    );
  }
  assert.equal(codeSpan(''), '` `');
});

test('whatever signs come together, text stays text and code stays code', () => {
  const random = seededRandom(11);
  for (let round = 0; round < 2_000; round++) {
    const text = Array.from({ length: Math.floor(random() * 12) }, () => pieces[Math.floor(random() * pieces.length)]).join('');
    const plain = rendered(`x ${plainMarkdown(text)} y`);
    assert.deepEqual([plain.tags, squeezed(plain.text)], [['p'], squeezed(`x ${oneLine(text)} y`)], JSON.stringify(text));
    const code = rendered(`x ${codeSpan(text)} y`);
    assert.deepEqual([code.tags, squeezed(code.text)], [['p', 'code'], squeezed(`x ${oneLine(text)} y`)], JSON.stringify(text));
    const row = rendered(`| a |\n|---|\n| ${codeCell(text)} |`);
    assert.deepEqual(row.tags, ['table', 'thead', 'tr', 'th', 'tbody', 'tr', 'td', 'code'], JSON.stringify(text));
  }
});

/** Signs of Markdown, alone or together. */
const pieces = '` `` | \\ [ ] ( ) ! < > a * _ ~ # - \n $ & &lt; http://a.b www.a.bc a@b.cd <b> { } = + 1. : " \' \t'.split(' ').concat(' ');
