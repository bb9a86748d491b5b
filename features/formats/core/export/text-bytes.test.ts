import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PaddedTexts, TextBytes } from './text-bytes.ts';

test('numbers are written as JSON has them', () => {
  const numbers = [
    0,
    -0,
    9,
    10,
    0.5,
    99.5,
    0.25,
    -7,
    -0.5,
    999_999_999,
    1e9,
    1_000_000_001.5,
    3_600_000_000,
    2 ** 53 - 1,
    2 ** 53,
    1e21,
    1e-7,
  ];
  for (const number of numbers) {
    const out = new TextBytes();
    out.number(number);
    assert.equal(Buffer.from(out.take()).toString(), JSON.stringify(number));
  }
});

test('texts keep their signs and order beyond the first size of the buffers, and are padded by spaces', () => {
  const out = new TextBytes();
  const texts = new PaddedTexts();
  const all = Array.from({ length: 5_000 }, (_, index) => `Größe 日本 😀 ${index};`);
  for (const text of all) out.padded(texts, texts.add(text));
  out.text('end');
  const whole = all.map((text) => text + ' '.repeat((4 - (Buffer.byteLength(text) % 4)) % 4));
  assert.equal(Buffer.from(out.take()).toString(), `${whole.join('')}end`);
  assert.equal(out.take().length, 0);
});

test('words are repeated, also where the buffer grows meanwhile', () => {
  const out = new TextBytes();
  out.bytes(Buffer.from('begin'));
  out.pad();
  const from = out.words;
  out.text('Größe');
  out.pad();
  const end = out.words;
  for (let count = 0; count < 20_000; count++) out.again(from, end);
  assert.equal(Buffer.from(out.take()).toString(), `begin   ${'Größe '.padEnd(end * 4 - from * 4 - 2).repeat(20_001)}`);
});

test('microseconds are written as milliseconds to the nanosecond, as JSON has them', () => {
  // 0.0004 µs are no nanosecond.
  const numbers = new Map([
    [0, '0'],
    [-0, '0'],
    [0.0004, '0'],
    [0.001, '0.000001'],
    [0.5, '0.0005'],
    [10, '0.01'],
    [1_000, '1'],
    [10_050, '10.05'],
    [3_600_000_000.001, '3600000.000001'],
    [-2_500, '-2.5'],
    // Years.
    [1e15, '1000000000000'],
    [1e12 + 1.5, '1000000000.0015'],
    [Number.NaN, 'null'],
  ]);
  for (const [us, text] of numbers) {
    const out = new TextBytes();
    out.millis(us);
    assert.equal(Buffer.from(out.take()).toString(), text);
  }
});
