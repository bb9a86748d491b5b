import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EncodedTexts, TextBytes } from './text-bytes.ts';

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

test('texts keep their signs and order beyond the first size of the buffers', () => {
  const out = new TextBytes();
  const texts = new EncodedTexts();
  const all = Array.from({ length: 5_000 }, (_, index) => `Größe 日本 😀 ${index};`);
  for (const text of all) out.encoded(texts, texts.add(text));
  out.text('end');
  assert.equal(Buffer.from(out.take()).toString(), `${all.join('')}end`);
  assert.equal(out.take().length, 0);
});
