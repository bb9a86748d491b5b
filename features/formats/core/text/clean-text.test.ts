import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sourceOf } from '../../tests/formats/import-profile.ts';
import { allText } from '../import/byte-source.ts';
import { ImportReport } from '../import/import-report.ts';
import { textLines } from '../import/text-lines.ts';
import { cleanText } from './clean-text.ts';
import { utf8Chunks } from './utf8-chunks.ts';

function utf16(text: string, isBig: boolean, mark = '\ufeff'): Uint8Array {
  const all = `${mark}${text}`;
  const bytes = new Uint8Array(all.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < all.length; at++) view.setUint16(at * 2, all.charCodeAt(at), !isBig);
  return bytes;
}

async function linesOf(content: string | Uint8Array, pieceBytes: number): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const some of textLines(sourceOf(content, pieceBytes), new ImportReport('test'))) lines.push(...some);
  return lines;
}

test('text of UTF-8 and UTF-16, with and without a mark, is the same text, however it is cut', async () => {
  const text = '{"name":"Grüße 🚀","list":[1,2]}\n';
  const forms = [
    new TextEncoder().encode(text),
    new TextEncoder().encode(`\ufeff${text}`),
    ...[true, false].flatMap((isBig) => [utf16(text, isBig), utf16(text, isBig, '')]),
  ];
  for (const bytes of forms) {
    assert.equal(cleanText(bytes).text, text);
    for (const pieceBytes of [1, 2, 3, 1_000]) {
      assert.equal(await allText(sourceOf(bytes, pieceBytes), 1_000), text);
      const pieces = [];
      for await (const chunk of utf8Chunks(sourceOf(bytes, pieceBytes))) pieces.push(chunk);
      assert.equal(
        Buffer.concat(pieces)
          .toString()
          .replace(/^\ufeff/, ''),
        text,
      );
    }
  }
});

test('lines end with a line feed, a carriage return or both, also between pieces', async () => {
  for (const pieceBytes of [1, 2, 3, 100]) assert.deepEqual(await linesOf('a\r\nb\rc\n\r\nd\r', pieceBytes), ['a', 'b', 'c', '', 'd']);
});

/** The same two lines in each form of `adb logcat -v`, and as Android Studio copies them. */
const message = ['"main" prio=5 tid=1 Runnable', '  at a.B.c(B.java:12)'] as const;
const prefixes = {
  threadtime: '01-02 10:00:00.000  1234  1240 E DEBUG   : ',
  'threadtime with year, zone and microseconds': '2026-01-02 10:00:00.000123 +0100  1234  1240 E my tag: ',
  'threadtime with a user': '01-02 10:00:00.000 u0_a12  1234  1240 I chatty  : ',
  'threadtime of a bug report': '01-02 10:00:00.000  1000  1234  1240 I ActivityManager: ',
  epoch: '1600000000.123  1234  1240 E DEBUG   : ',
  'UTC time': '2026-01-02 10:00:00.000 +0000 E/DEBUG   ( 1234): ',
  time: '01-02 10:00:00.000 E/DEBUG   ( 1234): ',
  brief: 'E/DEBUG   ( 1234): ',
  tag: 'E/DEBUG   : ',
  'Android Studio until 2021': '2021-12-29 14:42:50.028 15924-22277/? E/DEBUG: ',
  'Android Studio': '2026-01-02 10:00:00.000  1234-1240  DEBUG                   com.example.shop                     E  ',
};

test('prefixes of Android’s log are left out in all its forms', async () => {
  for (const [form, prefix] of Object.entries(prefixes)) {
    const text = message.map((line) => `${prefix}${line}\r\n`).join('');
    assert.deepEqual(await linesOf(`--------- beginning of main\n${text}`, 7), ['--------- beginning of main', ...message], form);
    assert.equal(cleanText(new TextEncoder().encode(text)).text, `${message.join('\n')}\n`, form);
  }
  const header = '[ 01-02 10:00:00.000  1234: 1240 E/DEBUG    ]';
  assert.deepEqual(await linesOf(message.map((line) => `${header}\n${line}\n`).join(''), 7), message);
});

test('the import says that it left out what a log wrote before messages, once, and of other files nothing', async () => {
  const said = async (text: string): Promise<readonly string[]> => {
    const report = new ImportReport('test');
    for await (const _ of textLines(sourceOf(text, 7), report));
    await allText(sourceOf(text, 7), 1_000, report);
    return report.lines;
  };
  const lines = ['The text is a log’s: what the log wrote before each message is left out.'];
  assert.deepEqual(await said(message.map((line) => `${prefixes.threadtime}${line}\n`).join('')), lines);
  assert.deepEqual(await said(message.join('\n')), []);
});

test('a message of several lines has one prefix, and a line without one stays', async () => {
  const prefix = prefixes['Android Studio until 2021'];
  assert.deepEqual(await linesOf(`${prefix}tag: x\n    content: {"a":\n    1}`, 7), ['tag: x', '    content: {"a":', '    1}']);
});

test('other files stay as they are, also those with a part of a log inside', async () => {
  const lines = ['pid: 12, name: main', ...Array.from({ length: 5 }, () => 'backtrace line'), `${prefixes.threadtime}x`];
  assert.deepEqual(await linesOf(lines.join('\n'), 7), lines);
  const folded = ['E/main;a 1', 'main;b 2', '01-02 10:00:00 3'];
  assert.deepEqual(await linesOf(folded.join('\n'), 7), folded);
});

test('a message of megabytes keeps its letters, and the lines behind it lose their prefix', async () => {
  const long = `{"a":"${'x'.repeat(3 << 20)}"}`;
  const text = `${prefixes.threadtime}${long}\n${prefixes.threadtime}next`;
  const lines = await linesOf(text, 1 << 16);
  assert.deepEqual([lines[0] === long, lines[1]], [true, 'next']);
});
