import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinBytes } from '../../core/join-bytes.ts';
import { SessionModel } from '../../core/session/model/model.ts';
import { Decoder } from '../../core/wire/decoder.ts';
import { Encoder } from '../../core/wire/encoder.ts';
import { FieldWriter } from '../../core/wire/field-writer.ts';
import { messageExtent } from '../../core/wire/partial-message.ts';
import { type FieldPlan, planOf, plans } from '../../core/wire/plan.ts';
import type { Message } from '../../core/wire/schema.ts';
import { streamBytes } from './memory-session.ts';
import { randomMessage } from './random-messages.ts';
import { helloMessage, processMessage, sampleStream, seededRandom } from './sample-stream.ts';
import { sampleValues } from './sample-values.ts';

function modelAfterHello(): SessionModel {
  const model = new SessionModel();
  model.apply(helloMessage(1_000));
  return model;
}

function* randomPieces(bytes: Uint8Array, random: () => number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; ) {
    const next = at + 1 + Math.floor(random() ** 3 * 60);
    yield bytes.slice(at, next);
    at = next;
  }
}

test('every message with any values survives the wire under any split', () => {
  const random = seededRandom(2024);
  const seen = new Set<string>();
  for (let round = 0; round < 200; round++) {
    const messages = Array.from({ length: 20 }, () => randomMessage(random));
    for (const message of messages) seen.add(message.type);
    const decoder = new Decoder();
    const decoded: Message[] = [];
    for (const piece of randomPieces(streamBytes(messages), random)) decoded.push(...decoder.push(piece));
    assert.equal(decoder.failure, undefined);
    assert.deepEqual(decoded, messages);
  }
  assert.equal(seen.size, plans.length);
});

/** A field's value when its message ends before it. */
function zeroOf(kind: FieldPlan['kind'], bases: { readonly timeUs: number; readonly node: number }): unknown {
  if (kind === 't') return bases.timeUs;
  if (kind === 'n') return bases.node;
  if (kind === 'opt') return undefined;
  if (kind === 'str') return '';
  if (kind === 'bytes') return new Uint8Array(0);
  return kind === 'list' ? [] : 0;
}

test('a message that ends after any of its fields reads as zero from there on', () => {
  const random = seededRandom(12);
  const bases = { timeUs: 5_000, node: 40 };
  const clock = new Encoder().encode({ type: 'clock', monoUs: bases.timeUs, wallUs: 0, node: bases.node });
  for (let round = 0; round < 400; round++) {
    const message = randomMessage(random);
    const { fields } = planOf(message.type);
    for (let kept = 0; kept <= fields.length; kept++) {
      // A time that is there is the base of the next one.
      const last = fields.slice(0, kept).findLast(({ kind }) => kind === 't')?.name;
      const timeUs = Number(Object.entries(message).find(([name]) => name === last)?.[1] ?? bases.timeUs);
      const missing = fields.slice(kept);
      // Fields left out as zero are absent.
      const written = missing.filter(({ kind }) => kind !== 'more');
      const zeros = written.map((field) => [field.name, zeroOf(field.kind, { ...bases, timeUs })]);
      const expected: Message = { ...message, ...Object.fromEntries(zeros) };
      for (const { name } of missing) if (!written.some((field) => field.name === name)) Reflect.deleteProperty(expected, name);
      // Each field that is zero takes one byte, so the message without its last fields is that many bytes shorter.
      const whole = new Encoder(bases).encode(expected);
      const extent = messageExtent(whole, 0, whole.length);
      assert.ok(typeof extent === 'object');
      const body = whole.slice(extent.body, whole.length - zeros.length);
      const frame = new FieldWriter();
      frame.varint(body.length);
      frame.raw(body);
      assert.deepEqual(new Decoder().push(joinBytes([clock, frame.copy()]))[1], expected, `${message.type}, ${kept} fields`);
    }
  }
});

test('a stream that comes byte by byte, and the memory it comes in used again, is the same', () => {
  const messages = [...sampleStream({ seed: 8, samples: 300, threads: 2, depth: 9, methods: 20, nodes: 90 })];
  const bytes = streamBytes(messages);
  const decoder = new Decoder();
  const one = new Uint8Array(1);
  const decoded: Message[] = [];
  for (const byte of bytes) {
    one[0] = byte;
    decoded.push(...decoder.push(one));
  }
  assert.deepEqual(decoded, messages);
  assert.equal(decoder.offset, bytes.length);
});

test('20,000 damaged streams never throw, neither in the decoder nor in the model', () => {
  const random = seededRandom(99);
  const below = (limit: number): number => Math.floor(random() * limit);
  const good = streamBytes([...sampleStream({ seed: 1, samples: 40, threads: 3, depth: 6, methods: 8, nodes: 30 })]);
  let failed = 0;
  for (let round = 0; round < 20_000; round++) {
    const begin = below(3) === 0 ? 0 : below(good.length);
    const bytes = good.slice(begin, begin + 20 + below(400));
    for (let changes = below(6); changes > 0; changes--) {
      const at = below(bytes.length);
      if (below(2) === 0) bytes[at] = below(256);
      else bytes.fill(0xff, at, at + below(10));
    }
    const decoder = new Decoder();
    const model = modelAfterHello();
    for (const piece of randomPieces(bytes, random)) {
      const ended = decoder.failure !== undefined;
      const messages = decoder.push(piece);
      if (ended) assert.equal(messages.length, 0, 'nothing comes after a failure');
      for (const message of messages) model.apply(message);
    }
    if (decoder.failure !== undefined) failed++;
    assert.ok(Number.isSafeInteger(model.nowUs) && model.nowUs >= 0);
  }
  assert.ok(failed > 5_000 && failed < 20_000, `${failed} of them were found out`);
});

test('20,000 streams of noise never throw', () => {
  const random = seededRandom(4);
  for (let round = 0; round < 20_000; round++) {
    const bytes = Uint8Array.from({ length: 1 + Math.floor(random() * 60) }, () => Math.floor(random() ** 2 * 256));
    const decoder = new Decoder();
    for (const piece of randomPieces(bytes, random)) decoder.push(piece);
    assert.ok(decoder.offset <= bytes.length);
  }
});

test('messages with extreme values never break the model, and its columns stay ordered', () => {
  const random = seededRandom(31);
  for (let round = 0; round < 300; round++) {
    const model = modelAfterHello();
    for (let thread = 0; thread < 4; thread++) {
      model.apply({ type: 'thread', thread, tid: thread, name: '', group: '', flags: 0, atUs: 1_000 });
    }
    for (let count = 0; count < 200; count++) {
      const message = randomMessage(random);
      model.apply('thread' in message && random() < 0.9 ? { ...message, thread: Math.floor(random() * 4) } : message);
    }
    for (const thread of model.threads) {
      const { samples, messages, waits } = thread;
      for (const { beginUs, endUs } of [
        { beginUs: sampleValues(samples, 'beginUs'), endUs: sampleValues(samples, 'endUs') },
        ...[messages, waits].map(({ beginUs, endUs, length }) => ({
          beginUs: [...beginUs.slice(0, length)],
          endUs: [...endUs.slice(0, length)],
        })),
      ]) {
        let lastUs = 0;
        for (const [row, begunUs] of beginUs.entries()) {
          assert.ok(begunUs >= lastUs);
          assert.ok((endUs[row] ?? 0) >= begunUs);
          lastUs = endUs[row] ?? 0;
        }
      }
    }
  }
});

test('a small file of long names cannot fill the memory', () => {
  const model = modelAfterHello();
  const text = 'n'.repeat(65_000);
  // 2^26 letters are kept, so some 1,030 of these texts; two thirds of them are refused.
  for (let id = 1; id <= 3_000; id++) model.apply({ type: 'string', id, text: `${id}${text}` });
  assert.ok(model.strings.length > 1_000 && model.strings.length < 1_050, `${model.strings.length}`);
  assert.equal(model.ignored, 3_001 - model.strings.length);
  model.apply({ type: 'string', id: 1, text: `1${text}` });
  assert.equal(model.ignored, 3_001 - model.strings.length, 'what comes again after a broken link costs nothing');
  model.apply({ type: 'note', key: 'k', value: text });
  assert.equal(model.notes.size, 0);
});

test('a hundred runs with the largest ids keep the tables of the last one only', () => {
  const model = modelAfterHello();
  for (let run = 0; run < 100; run++) {
    model.apply(processMessage(run));
    model.apply(helloMessage(1_000));
    model.apply({ type: 'string', id: 1 << 22, text: 'x' });
  }
  assert.equal(model.runs.length, 101);
  assert.equal(model.runs[5]?.strings.row(1 << 22), 0);
  assert.notEqual(model.runs[100]?.strings.row(1 << 22), 0);
});

test('a message that is promised and never comes costs its bytes only, and 1 MiB is the most', () => {
  const decoder = new Decoder();
  decoder.push(Uint8Array.of(0x80, 0x80, 0x40)); // 2^20: allowed
  const piece = new Uint8Array(1_000);
  for (let sent = 0; sent < 1_048; sent++) decoder.push(piece);
  assert.equal(decoder.failure, undefined);
  assert.equal(decoder.push(new Uint8Array(576)).length, 0); // number 0, unknown: skipped
  assert.equal(decoder.failure, undefined);
  assert.equal(decoder.offset, 3 + 2 ** 20);
  assert.equal(decoder.push(new Encoder().encode({ type: 'flush' })).length, 1);
});
