import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Decoder } from './decoder.ts';
import { Encoder } from './encoder.ts';
import type { Message } from './schema.ts';

const clock: Message = { type: 'clock', monoUs: 1000, wallUs: 5, node: 10 };

function decodeAll(...pieces: readonly (readonly number[])[]): { messages: Message[]; decoder: Decoder } {
  const decoder = new Decoder();
  const messages = pieces.flatMap((piece) => [...decoder.push(Uint8Array.from(piece))]);
  return { messages, decoder };
}

test('a varint is unsigned LEB128 as in the DWARF standard: 624485 is E5 8E 26', () => {
  // DWARF 5, figure 22 and appendix C. string = number 12; fields id, text. Body: 0c, e5 8e 26, 00 -> 5 bytes.
  const { messages } = decodeAll([5, 12, 0xe5, 0x8e, 0x26, 0]);
  assert.deepEqual(messages, [{ type: 'string', id: 624485, text: '' }]);
  assert.deepEqual([...new Encoder().encode({ type: 'string', id: 624485, text: '' })], [5, 12, 0xe5, 0x8e, 0x26, 0]);
});

test('a sample is laid out as the table says', () => {
  // clock: number 2, mono 1000 = e8 07, wall 5, node 10.
  // sample: number 20 = 14, thread 3, at +256 -> zigzag 512 = 80 04, node -3 -> zigzag 5, state 1, CPU 0 -> 1.
  const bytes = [5, 2, 0xe8, 0x07, 5, 10, 7, 0x14, 3, 0x80, 0x04, 5, 1, 1];
  const sample: Message = { type: 'sample', thread: 3, atUs: 1256, node: 7, state: 1, cpuUs: 0 };
  const { messages, decoder } = decodeAll(bytes);
  assert.deepEqual(messages, [clock, sample]);
  assert.equal(decoder.timeUs, 1256);
  assert.equal(decoder.node, 7);
  assert.equal(decoder.offset, bytes.length);
  const encoder = new Encoder();
  assert.deepEqual([...encoder.encode(clock), ...encoder.encode(sample)], bytes);
});

test('an unknown CPU time is 0 on the wire, and hello sets the node base to 0', () => {
  const encoder = new Encoder({ timeUs: 5, node: 9 });
  // number 21 = 15, thread 1, at 5 -> +0, samples 2, cpu unknown 0.
  assert.deepEqual([...encoder.encode({ type: 'run', thread: 1, atUs: 5, samples: 2, cpuUs: undefined })], [5, 0x15, 1, 0, 2, 0]);
  assert.deepEqual(decodeAll([5, 0x15, 1, 0, 2, 0]).messages, [{ type: 'run', thread: 1, atUs: 0, samples: 2, cpuUs: undefined }]);
  const { messages, decoder } = decodeAll([5, 2, 0xe8, 0x07, 5, 10], [1, 1]);
  assert.equal(messages[1]?.type, 'hello');
  assert.equal(decoder.node, 0);
});

test('missing fields read as zero, unknown bytes at the end and unknown messages are skipped', () => {
  const { messages, decoder } = decodeAll([1, 11], [2, 11, 4], [5, 11, 4, 0, 0xff, 0xff], [3, 63, 1, 2], [3, 0xff, 0x7f, 9], [2, 11, 6]);
  const end = (thread: number): Message => ({ type: 'threadEnd', thread, atUs: 0 });
  assert.deepEqual(messages, [end(0), end(4), end(4), end(6)]);
  assert.equal(decoder.failure, undefined);
});

test('text that is no UTF-8 is shown with replacement characters', () => {
  const { messages } = decodeAll([7, 12, 1, 4, 0x61, 0xff, 0xc3, 0x28]);
  assert.deepEqual(messages, [{ type: 'string', id: 1, text: 'a\ufffd\ufffd(' }]);
});

test('the first thing that is wrong ends the stream, with a place and a sentence', () => {
  const cases: readonly (readonly [string, readonly number[]])[] = [
    ['messageTooLong', [0x81, 0x80, 0x40]], // 2^20 + 1
    ['messageTooLong', [0xff, 0xff, 0xff, 0xff, 0x0f]], // 4 GB
    ['fieldCutOff', [0]], // not even a number
    ['fieldCutOff', [3, 12, 1, 5]], // a text of 5 bytes, none of them there
    ['fieldCutOff', [2, 30, 0x80]], // a varint that goes on beyond the message
    ['numberTooBig', [9, 30, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x1f]], // 2^56 - 1 in 8 bytes -> beyond 2^53 - 1
    ['numberTooBig', [10, 30, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0]], // 9 bytes
    ['textTooLong', [5, 12, 1, 0x81, 0x80, 0x04]], // 65,537
    ['outOfRange', [3, 30, 1, 1]], // time 0 - 1
  ];
  for (const [code, bytes] of cases) {
    const { messages, decoder } = decodeAll([2, 30, 7], bytes, [2, 30, 8]);
    assert.equal(decoder.failure?.code, code, `${bytes}`);
    assert.equal(decoder.failure?.offset, 3);
    assert.match(decoder.failure?.text ?? '', /at byte 3 of the stream/);
    assert.deepEqual(messages, [{ type: 'waitEnd', thread: 7, atUs: 0 }]);
    assert.equal(decoder.offset, 3);
    assert.equal(decoder.timeUs, 0, 'the bases are those after the last good message');
  }
});

test('2^53 - 1 is the largest number that passes', () => {
  const { messages } = decodeAll([9, 30, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f]);
  assert.deepEqual(messages, [{ type: 'waitEnd', thread: Number.MAX_SAFE_INTEGER, atUs: 0 }]);
});

test('bytes in a message stay when the socket uses its buffer again', () => {
  const buffer = Buffer.from(new Encoder().encode({ type: 'hostHello', protocol: 1, nonce: Uint8Array.of(1, 2, 3), client: '' }));
  const [message] = new Decoder().push(buffer);
  buffer.fill(0);
  assert.deepEqual(message, { type: 'hostHello', protocol: 1, nonce: Uint8Array.of(1, 2, 3), client: '' });
});

test('an agent that writes a record of the session file is refused', () => {
  const decoder = new Decoder({ senders: ['agent'] });
  const bytes = new Encoder().encode({ type: 'note', key: 'a', value: 'b' });
  assert.deepEqual(decoder.push(bytes), []);
  assert.equal(decoder.failure?.code, 'wrongSender');
});

test('the encoder refuses what the protocol cannot carry, and cuts long text at a whole character', () => {
  const encoder = new Encoder({ timeUs: 7, node: 3 });
  assert.throws(() => encoder.encode({ type: 'threadEnd', thread: -1, atUs: 50 }), RangeError);
  assert.throws(() => encoder.encode({ type: 'tick', atUs: 50, rounds: 1.5 }), RangeError);
  assert.throws(() => encoder.encode({ type: 'hostHello', protocol: 1, nonce: new Uint8Array(65_537), client: '' }), RangeError);
  assert.equal(encoder.timeUs, 7);
  // 'é' has two bytes; 65,535 + 2 does not fit into 65,536.
  const bytes = encoder.encode({ type: 'string', id: 1, text: `${'a'.repeat(65_535)}é` });
  assert.deepEqual(new Decoder().push(bytes), [{ type: 'string', id: 1, text: 'a'.repeat(65_535) }]);
});

test('what a thread allocated costs nothing where there is none, and stands behind all else', () => {
  // sample: number 20 = 14, thread 3, time +0, node +0, state 0, CPU 9 -> 10 = 0a, 300 bytes = ac 02.
  const sample: Message = { type: 'sample', thread: 3, atUs: 0, node: 0, state: 0, cpuUs: 9 };
  assert.deepEqual([...new Encoder().encode(sample)], [6, 0x14, 3, 0, 0, 0, 10]);
  assert.deepEqual([...new Encoder().encode({ ...sample, allocatedBytes: 0 })], [6, 0x14, 3, 0, 0, 0, 10]);
  assert.deepEqual([...new Encoder().encode({ ...sample, allocatedBytes: 300 })], [8, 0x14, 3, 0, 0, 0, 10, 0xac, 0x02]);
  // run: number 21 = 15, thread 3, time +0, samples 1, CPU unknown, 5 bytes.
  const run: Message = { type: 'run', thread: 3, atUs: 0, samples: 1, cpuUs: undefined };
  assert.deepEqual([...new Encoder().encode({ ...run, allocatedBytes: 5 })], [6, 0x15, 3, 0, 1, 0, 5]);
  const { messages } = decodeAll(
    [6, 0x14, 3, 0, 0, 0, 10],
    [8, 0x14, 3, 0, 0, 0, 10, 0xac, 0x02],
    [5, 0x15, 3, 0, 1, 0],
    [6, 0x15, 3, 0, 1, 0, 5],
  );
  assert.deepEqual(messages, [sample, { ...sample, allocatedBytes: 300 }, run, { ...run, allocatedBytes: 5 }]);
});
