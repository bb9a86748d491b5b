import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markup } from './html-markup.ts';

test('strings in a template become text, also in attributes, and its own markup stays', () => {
  const inner = markup`<b>${'a < b'}</b>`;
  assert.equal(
    markup`<td title="${'" onclick="x'}">${inner}${[inner, inner]}${3}${'</td>\n<script>'}</td>`.text,
    '<td title="&quot; onclick=&quot;x"><b>a &lt; b</b><b>a &lt; b</b><b>a &lt; b</b>3&lt;/td&gt; &lt;script&gt;</td>',
  );
  assert.deepEqual(markup`${'a\u202eb\u0000'}`.text, 'a\ufffdb\ufffd');
});
