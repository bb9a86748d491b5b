import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { attacks, steeringSigns } from '../../tests/core/attacks.ts';
import { editorLine, editorParagraphs } from './editor-text.ts';
import { htmlText } from './escape.ts';
import { logText } from './log-text.ts';
import { codeCell, codeSpan, plainMarkdown } from './markdown-text.ts';
import { oneLine, shortened } from './one-line.ts';
import { asciiJson, terminalLine, terminalText } from './terminal-text.ts';

const lineDoors = { editorLine, oneLine, plainMarkdown, codeSpan, codeCell, terminalLine };
const linesDoors = { editorParagraphs, terminalText, logText };

for (const [attack, text] of Object.entries(attacks)) {
  test(`no sign of ${attack} steers anything, whatever the place`, () => {
    for (const [door, made] of Object.entries(lineDoors)) assert.deepEqual(steeringSigns(made(text)), [], door);
    for (const [door, made] of Object.entries(linesDoors)) assert.deepEqual(steeringSigns(made(text), '\n\t'), [], door);
    assert.deepEqual(steeringSigns(asciiJson({ text }, 2), '\n'), []);
  });
}

test('what people really call things is left as it is', () => {
  // A device, an Objective-C selector, a Kotlin lambda, an emoji of three and one with a colour, a heart, a right-to-left name, accents.
  for (const name of [
    'Anna Miller’s iPhone',
    '-[ShopView draw:(CGRect)in]',
    'onCreate$lambda$0',
    '👩‍💻',
    '👋🏽',
    '👩🏽‍🚒',
    '❤️‍🔥',
    'שלום',
    'Zoë 中文 🇩🇪',
  ]) {
    assert.equal(editorLine(name), name);
    assert.equal(terminalText(name), name);
    assert.equal(JSON.parse(asciiJson(name)), name);
  }
});

describe('length', () => {
  test('a line ends with an ellipsis, and no letter is cut in two', () => {
    assert.equal(shortened('abcdef', 6), 'abcdef');
    assert.equal(shortened('abcdef', 5), 'abcd…');
    // The woman, the joiner and the computer are one letter of 5 units, e and its accent one of 2.
    assert.equal(shortened('ab👩‍💻cd', 6), 'ab…');
    assert.equal(shortened('abe\u0301cd', 4), 'ab…');
    assert.equal(shortened(`x${'😀'.repeat(50)}`, 41), `x${'😀'.repeat(19)}…`);
  });

  test('a letter without an end is cut, too', () => {
    assert.equal(shortened(`a${'\u0301'.repeat(1_000)}`, 100).length, 100);
    assert.equal(oneLine('x'.repeat(1_000_000)).length, 400);
    assert.ok(logText('x'.repeat(1_000_000)).length <= 100_000);
    assert.ok(editorParagraphs('x\n'.repeat(1_000_000)).length <= 4_000);
  });
});

test('a joiner stays where a reader sees what it does, and nowhere else', () => {
  // Persian “I want” and “books”, Hindi with an open virama and with a half letter.
  for (const word of [
    '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
    '\u06a9\u062a\u0627\u0628\u200c\u0647\u0627',
    '\u0915\u094d\u200c\u0937',
    '\u0915\u094d\u200d\u0937',
  ])
    assert.equal(oneLine(word), word);
  // Behind a letter that joins nothing, twice, beside Latin, at an end, as a joiner of letters that join anyway.
  for (const word of [
    '\u06a9\u0627\u0631\u200c\u0647\u0627',
    '\u06cc\u200c\u200c\u062e',
    'pay\u200cpal',
    '\u0628\u200ca',
    '\u0628\u200c',
    '\u06cc\u200d\u062e',
    '\u094d\u200c',
  ])
    assert.match(oneLine(word), /\ufffd/);
  assert.doesNotMatch(oneLine('\u06cc\u202e\u062e'), /\u202e/);
});

test('one line stays one, several stay several', () => {
  assert.equal(oneLine('a\r\nb\tc\u2028d'), 'a b c d');
  assert.equal(terminalLine('a\nb'), 'a\ufffdb');
  assert.equal(terminalText('a\r\nb\tc\rd'), 'a\nb\tc\ufffdd');
  assert.equal(editorParagraphs('a\n\nb'), 'a\n\nb');
  // A line of a log begins with its time; a second line of one entry never does.
  assert.equal(logText('a\n2026-01-01 00:00:00.000 [error] forged'), 'a\n    2026-01-01 00:00:00.000 [error] forged');
});

test('JSON says the same as before, in signs that steer nothing', () => {
  for (const text of Object.values(attacks)) assert.deepEqual(JSON.parse(asciiJson([text], 2)), [text]);
  assert.equal(asciiJson('\u009b\u{e0041}'), '"\\u009b\\udb40\\udc41"');
});

test('HTML is text', () => {
  assert.equal(htmlText(`<a href="x" b='y'>&`), '&lt;a href=&quot;x&quot; b=&#39;y&#39;&gt;&amp;');
});
