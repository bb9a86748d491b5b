import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { inflateRawSync } from 'node:zlib';
import { sharedPageHtml } from './shared-page.ts';

const hostile = '</script><script>alert(1)</script><!--';
const page = sharedPageHtml({
  title: `<b>"${hostile}`,
  language: 'en"><b>',
  styles: ['body { color: red }', '.a::after { content: "</style><b>" }'],
  scripts: ['window.a = 1;', `window.b = "${hostile}";`],
  data: { strings: { a: hostile }, facts: { title: hostile } },
  session: { id: 'session', bytes: Uint8Array.from([0, 1, 2, 255]) },
});

/** The text between the tags, as an HTML parser sees it: up to the first end tag. */
function contents(tag: string): readonly string[] {
  return [...page.matchAll(new RegExp(`<${tag}(?: [^>]*)?>([^]*?)</${tag}`, 'g'))].map(([, text = '']) => text);
}

function unpacked(text: string): string {
  return inflateRawSync(Buffer.from(text, 'base64')).toString();
}

test('only the scripts and styles that were put in may run, by their hashes', () => {
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? '';
  const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const scripts = contents('script');
  assert.equal(scripts.length, 6);
  assert.match(policy, /^default-src 'none'; /);
  const [first = '', second = '', loader = ''] = scripts.slice(3);
  assert.ok(policy.includes(`script-src ${[loader, unpacked(first), unpacked(second)].map(hash).join(' ')};`), policy);
  assert.ok(policy.includes(`style-src ${contents('style').map(hash).join(' ')};`), policy);
  assert.doesNotMatch(policy, /unsafe|connect-src|https?:/);
});

test('no text of a session ends its element, and all of it is there', () => {
  const [strings = '', facts = '', session = '', first = '', second = ''] = contents('script');
  assert.deepEqual(JSON.parse(strings), { a: hostile });
  assert.deepEqual(JSON.parse(facts), { title: hostile });
  assert.deepEqual([...Buffer.from(session, 'base64')], [0, 1, 2, 255]);
  assert.equal(unpacked(first), 'window.a = 1;');
  const made = new Function('window', `${unpacked(second)}; return window.b`)({});
  assert.equal(made, hostile);
  assert.match(page, /<title>&lt;b&gt;&quot;&lt;\/script&gt;/);
  assert.match(page, /<html lang="en&quot;&gt;&lt;b&gt;" data-shared>/);
});
