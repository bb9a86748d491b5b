import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtoWriter } from './proto-writer.ts';

test('numbers of any size have seven bits per byte, the lowest first', () => {
  const expected = new Map<number, readonly number[]>([
    [127, [0x7f]],
    // As in Protocol Buffers' encoding guide.
    [150, [0x96, 0x01]],
    [2 ** 28, [0x80, 0x80, 0x80, 0x80, 0x01]],
    [2 ** 31, [0x80, 0x80, 0x80, 0x80, 0x08]],
    // 35 bits are five whole groups.
    [2 ** 35 - 1, [0xff, 0xff, 0xff, 0xff, 0x7f]],
    [2 ** 53 - 1, [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f]],
  ]);
  for (const [value, bytes] of expected) {
    const writer = new ProtoWriter();
    writer.number(1, value);
    assert.deepEqual([...writer.take()], [0x08, ...bytes], `${value}`);
  }
  assert.throws(() => new ProtoWriter().number(1, 0.5), RangeError);
});

test('short and long messages are copied whole', () => {
  for (const length of [1, 90, 5_000]) {
    const content = new ProtoWriter();
    content.bytes(2, new Uint8Array(length).fill(7));
    const whole = new ProtoWriter();
    whole.message(1, content);
    assert.deepEqual(whole.take().subarray(-content.length), content.take());
  }
});

test('messages written in place have the bytes of copied ones, at each size of their length', () => {
  for (const length of [0, 1, 127, 128, 16_383, 16_384, 2_097_152]) {
    const text = new Uint8Array(length).fill(7);
    const inner = new ProtoWriter();
    inner.again(text);
    const outer = new ProtoWriter();
    outer.number(1, 5);
    outer.message(66, inner);
    const copied = new ProtoWriter();
    copied.message(1, outer);
    const placed = new ProtoWriter();
    const whole = placed.open(1);
    placed.number(1, 5);
    const part = placed.open(66);
    placed.again(text);
    placed.close(part);
    placed.close(whole);
    assert.deepEqual(Buffer.compare(placed.take(), copied.take()), 0, `${length}`);
  }
});
