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
