import assert from 'node:assert/strict';
import { test } from 'node:test';
import { carefulRedaction, Redactor } from '../../core/session/copy/redaction.ts';
import { replaySession } from '../../core/session/file/replay.ts';
import { SessionStream } from '../../core/session/file/session-stream.ts';
import { atOnce } from '../../core/session/file/turns.ts';
import { SessionWriter } from '../../core/session/file/writer.ts';
import { Decoder } from '../../core/wire/decoder.ts';
import { Encoder } from '../../core/wire/encoder.ts';
import { FieldWriter } from '../../core/wire/field-writer.ts';
import type { Message } from '../../core/wire/schema.ts';
import { MemoryFile, sourceOf, streamBytes } from './memory-session.ts';
import { randomMessage } from './random-messages.ts';
import { helloMessage, processMessage, seededRandom } from './sample-stream.ts';

const LARGEST = Number.MAX_SAFE_INTEGER;

/** Bytes of a message whose fields are written as they stand, also where no sender means them. */
function rawMessage(number: number, ...fields: readonly (number | Uint8Array)[]): Uint8Array {
  const body = new FieldWriter();
  body.varint(number);
  for (const field of fields) {
    if (typeof field === 'number') body.varint(field);
    else body.bytes(field);
  }
  const frame = new FieldWriter();
  frame.varint(body.length);
  frame.raw(body.copy());
  return frame.copy();
}

test('a session goes on being written after a hello whose wall clock is at the edge of all numbers', async () => {
  const file = new MemoryFile();
  const writer = new SessionWriter(file);
  const stream = new SessionStream();
  stream.connected();
  const hello = helloMessage(0, { monoUs: 0, wallUs: LARGEST });
  const ticks = Array.from({ length: 30_000 }, (_, index): Message => ({ type: 'tick', atUs: 50_000 * (index + 1), rounds: 5 }));
  writer.append(stream.agentBytes(streamBytes([hello, ...ticks])).bytes);
  await writer.flush();
  writer.append(stream.agentBytes(new Encoder({ timeUs: 50_000 * 30_000, node: 0 }).encode({ type: 'tick', atUs: 2e9, rounds: 5 })).bytes);
  await writer.finish();
  const { model, report } = await replaySession(sourceOf(file.bytes), file);
  assert.deepEqual([model.nowUs, model.ignored, report.badChunks], [2e9, 0, 0]);
  assert.ok(report.chunks > 1, 'a clock stands at the begin of the second chunk');
});

test('a record of the host is written wherever the agent’s clock stands', () => {
  for (const [monoUs, atUs] of [
    [0, LARGEST],
    [LARGEST, 0],
    [LARGEST, LARGEST],
  ] as const) {
    const stream = new SessionStream();
    stream.connected();
    const agent = stream.agentBytes(streamBytes([helloMessage(0, { monoUs, wallUs: 0 })]));
    const gap = stream.record({ type: 'gap', atUs, why: 'test' });
    const after = stream.agentBytes(new Encoder({ timeUs: monoUs, node: 0 }).encode({ type: 'tick', atUs: monoUs, rounds: 1 }));
    const decoded = new Decoder().push(Buffer.concat([agent.bytes, gap.bytes, after.bytes]));
    assert.deepEqual(decoded.at(-1), { type: 'tick', atUs: monoUs, rounds: 1 });
  }
});

test('whatever the decoder takes can be written again', () => {
  const random = seededRandom(19);
  const decoder = new Decoder();
  const messages = [
    // The time goes back by 2^52, the most that a varint says.
    ...decoder.push(new Encoder().encode({ type: 'clock', monoUs: LARGEST, wallUs: 0, node: LARGEST })),
    ...decoder.push(rawMessage(22, LARGEST, 0)),
    // Bytes that are no UTF-8 become three bytes each.
    ...decoder.push(rawMessage(12, 1, new Uint8Array(65_536).fill(0xff))),
  ];
  for (let round = 0; round < 5_000; round++) messages.push(...new Decoder().push(new Encoder().encode(randomMessage(random))));
  // Each behind each: their times and nodes lie as far apart as can be.
  const encoder = new Encoder();
  for (const message of messages) assert.ok(encoder.encode(message).length > 0);
});

test('a list of texts that are no UTF-8 fits into a message again', () => {
  const item = new Uint8Array(120).fill(0xff);
  const fields = [0, 4_096, ...Array.from({ length: 4_096 }, () => [item, item]).flat()];
  const names = rawMessage(103, ...fields);
  const [message] = new Decoder().push(names);
  assert.equal(message?.type, 'classNames');
  assert.ok(message && new Encoder().encode(message).length <= (1 << 20) + 8);
  const redacted = atOnce(new Redactor(carefulRedaction([])).chunkInSteps(Buffer.concat([streamBytes([processMessage(0)]), names])));
  assert.ok(new Decoder().push(redacted).length > 0);
});
