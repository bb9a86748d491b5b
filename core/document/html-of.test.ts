import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DefaultTreeAdapterMap, parseFragment } from 'parse5';
import { attacks } from '../../tests/core/attacks.ts';
import { oneLine } from '../text/one-line.ts';
import { htmlOf } from './html-of.ts';
import { LINE_BREAK, node, pressed } from './page-node.ts';

test('texts stay text, also in attributes and links', () => {
  const hostile = '" onclick="x"></td>\n<script>\u202e\u0000';
  const cell = node('td', { title: hostile }, node('strong', {}, 'a < b'), hostile);
  const text = '&quot; onclick=&quot;x&quot;&gt;&lt;/td&gt; &lt;script&gt;\ufffd\ufffd';
  assert.equal(htmlOf(cell), `<td title="${text}"><strong>a &lt; b</strong>${text}</td>`);
  const link = pressed('3', node('a', {}, 'there'));
  assert.equal(
    htmlOf(link, (place) => `vscode:${place}"${'x'.repeat(900)}`),
    `<a href="vscode:3&quot;${'x'.repeat(900)}">there</a>`,
  );
  assert.equal(htmlOf(link), '<span>there</span>');
});

test('lines of a file break between elements only', () => {
  assert.equal(htmlOf(node('p', {}, 'a\nb', LINE_BREAK)), '<p>a b\n</p>');
});

type Parsed = DefaultTreeAdapterMap['childNode'];

/** Names, attributes and texts, as the tree that made them. */
function outline(each: Parsed): unknown {
  if ('value' in each) return each.value;
  if (!('attrs' in each)) return each.nodeName;
  return [each.nodeName, Object.fromEntries(each.attrs.map(({ name, value }) => [name, value])), each.childNodes.map(outline)];
}

test('an HTML parser reads the elements that were written, whatever their texts', () => {
  for (const hostile of [...Object.values(attacks), '</svg></text><script>', ']]>', '<!--']) {
    const box = node('svg', { x: '1%' }, node('rect', { class: hostile, x: 0 }), node('text', { y: 1 }, hostile));
    const empty = node('span', { class: '', id: undefined });
    const html = htmlOf(node('div', {}, node('svg', { role: 'img' }, box, box), empty, node('p', { title: hostile }, hostile)));
    const text = oneLine(hostile);
    const read = [
      'svg',
      { x: '1%' },
      [
        ['rect', { class: text, x: '0' }, []],
        ['text', { y: '1' }, [text]],
      ],
    ];
    assert.deepEqual(parseFragment(html).childNodes.map(outline), [
      [
        'div',
        {},
        [
          ['svg', { role: 'img' }, [read, read]],
          ['span', { class: '' }, []],
          ['p', { title: text }, [text]],
        ],
      ],
    ]);
  }
});
