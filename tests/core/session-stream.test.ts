import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinBytes } from '../../core/join-bytes.ts';
import { copySession } from '../../core/session/copy/copy-session.ts';
import { Redactor } from '../../core/session/copy/redaction.ts';
import { crc32 } from '../../core/session/file/crc32.ts';
import { CHUNK_HEADER_BYTES, chunkHeader, chunkType, FILE_HEADER_BYTES } from '../../core/session/file/file-layout.ts';
import { readSession } from '../../core/session/file/reader.ts';
import { replaySession, STEP_BYTES } from '../../core/session/file/replay.ts';
import { SessionStream, type StreamPiece } from '../../core/session/file/session-stream.ts';
import { atOnce } from '../../core/session/file/turns.ts';
import { SessionWriter } from '../../core/session/file/writer.ts';
import { SessionModel } from '../../core/session/model/model.ts';
import { Decoder } from '../../core/wire/decoder.ts';
import { type Message, messages } from '../../core/wire/schema.ts';
import { MemoryFile, sourceOf, streamBytes } from './memory-session.ts';
import { dumpModel } from './model-dump.ts';
import { helloMessage, processMessage, sampleStream, seededRandom } from './sample-stream.ts';

const serialsOnly = { serials: true, deviceNames: false, folders: undefined };
const shape = { seed: 5, samples: 3_000, threads: 3, depth: 15, methods: 60, nodes: 500 };

function codeOf(stream: SessionStream): string | undefined {
  return stream.failure?.code;
}

/** Two runs of an app, the first with a broken link, with marks in the middle of agents' messages. */
function* capture(seed: number): Generator<StreamPiece> {
  const random = seededRandom(seed);
  const stream = new SessionStream();
  yield stream.record({ type: 'session', version: 1, createdUs: 1_700_000_000_000_000, host: '0.1.0' });
  for (const run of [0, 1]) {
    yield stream.record(processMessage(run, { pid: 4242 + run }));
    for (const link of [0, 1 - run]) {
      stream.connected();
      const bytes = streamBytes(sampleStream({ ...shape, seed: run }));
      const end = link === 0 && run === 0 ? bytes.length >> 1 : bytes.length;
      let marks = 0;
      for (let at = 0; at < end; ) {
        const next = Math.min(end, at + 1 + Math.floor(random() ** 4 * 9_000));
        yield stream.agentBytes(bytes.subarray(at, next));
        if (at < end / 3 && next >= end / 3)
          yield stream.record({ type: 'mark', atUs: 1_002_000_000, name: `mark ${run} ${link} ${marks++}` });
        at = next;
      }
      yield stream.record({ type: 'gap', atUs: 1_003_000_000, why: 'cable out' });
    }
    yield stream.record({ type: 'processEnd', atUs: 1_200_000_000, why: 'reinstalled' });
  }
  assert.equal(stream.failure, undefined);
}

test('a mark that comes while a hello is on its way keeps its time', () => {
  const stream = new SessionStream();
  stream.connected();
  const first = stream.agentBytes(streamBytes([helloMessage(1_000_000_000), { type: 'tick', atUs: 1_000_500_000, rounds: 1 }]));
  stream.connected();
  const hello = streamBytes([helloMessage(1_000_000_000)]);
  const half = stream.agentBytes(hello.subarray(0, 4));
  const mark = stream.record({ type: 'mark', atUs: 1_000_600_000, name: 'between' });
  const messages = new Decoder().push(joinBytes([first, half, mark].map(({ bytes }) => bytes)));
  assert.deepEqual(
    messages.find(({ type }) => type === 'mark'),
    { type: 'mark', atUs: 1_000_600_000, name: 'between' },
  );
});

test('a capture in random pieces looks the same live, in the page, and replayed from its file', async () => {
  for (const seed of [1, 2, 3]) {
    const file = new MemoryFile();
    const writer = new SessionWriter(file);
    const decoded = new MemoryFile();
    const decodingWriter = new SessionWriter(decoded);
    const live = new SessionModel();
    const page = new SessionModel();
    const pageDecoder = new Decoder();
    let pieces = 0;
    for (const piece of capture(seed)) {
      for (const message of piece.messages) live.apply(message);
      for (const message of pageDecoder.push(piece.bytes)) page.apply(message);
      writer.appendPiece(piece);
      decodingWriter.append(piece.bytes);
      if (++pieces % 7 !== 0) continue;
      await writer.flush();
      await decodingWriter.flush();
    }
    await writer.finish();
    await decodingWriter.finish();
    assert.deepEqual(file.bytes, decoded.bytes, 'as a writer that decodes the bytes by itself');
    const replayed = await replaySession(sourceOf(file.bytes), new MemoryFile());
    assert.deepEqual(replayed.report.badChunks, 0);
    const expected = JSON.stringify(dumpModel(live));
    assert.equal(JSON.stringify(dumpModel(page)), expected);
    assert.equal(JSON.stringify(dumpModel(replayed.model)), expected);
    assert.equal(live.runs.length, 2);
    assert.equal(live.marks.length, 4);
    assert.equal(live.runs[0]?.gaps.length, 2);
    assert.equal(live.threads.length, 6);
  }
});

test("a record between two agent messages does not disturb the agent's differences", () => {
  const messages: readonly Message[] = [
    helloMessage(1_000),
    { type: 'sample', thread: 1, atUs: 1_100, node: 5, state: 0, cpuUs: 1 },
    { type: 'sample', thread: 1, atUs: 1_150, node: 9, state: 0, cpuUs: 2 },
  ];
  const agent = streamBytes(messages);
  const secondBegin = agent.length - streamBytes(messages.slice(2)).length;
  const stream = new SessionStream();
  const before = stream.agentBytes(agent.subarray(0, agent.length - 4));
  const mark = stream.record({ type: 'mark', atUs: 99, name: 'x' });
  const after = stream.agentBytes(agent.subarray(agent.length - 4));
  assert.ok(before.bytes.length < secondBegin + 4);
  const decoded = new Decoder().push(Buffer.concat([before.bytes, mark.bytes, after.bytes]));
  assert.deepEqual(
    decoded.filter((message) => message.type === 'sample' || message.type === 'hello'),
    messages,
  );
  assert.deepEqual(
    decoded.find((message) => message.type === 'clock'),
    { type: 'clock', monoUs: 1_100, wallUs: helloMessage(1_000).wallUs + 100, node: 5 },
  );
});

test("an agent's damaged bytes end its connection and do not reach the session; the next connection goes on", () => {
  const stream = new SessionStream();
  const good = streamBytes([helloMessage(1_000), { type: 'tick', atUs: 1_001, rounds: 1 }]);
  const piece = stream.agentBytes(Buffer.concat([good, Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0x0f), good]));
  assert.deepEqual(Buffer.from(piece.bytes), Buffer.from(good));
  assert.equal(codeOf(stream), 'messageTooLong');
  assert.equal(stream.agentBytes(good).bytes.length, 0);
  stream.connected();
  assert.equal(codeOf(stream), undefined);
  assert.equal(stream.agentBytes(good).messages.length, 2);
  stream.connected();
  stream.agentBytes(streamBytes([{ type: 'note', key: 'k', value: 'v' }]));
  assert.equal(codeOf(stream), 'wrongSender');
});

test('what an agent says instead of a hello does not reach the session, and does not move its clock', () => {
  const stream = new SessionStream();
  const before = stream.agentBytes(streamBytes([helloMessage(1_000)]));
  stream.connected();
  const refused = stream.agentBytes(streamBytes([{ type: 'refused', code: 1, text: 'busy' }]));
  assert.deepEqual([refused.messages.length, refused.bytes.length], [1, 0]);
  stream.connected();
  const sample = streamBytes([{ type: 'sample', thread: 1, atUs: 77_777, node: 5, state: 0, cpuUs: 1 }]);
  assert.equal(stream.agentBytes(sample).bytes.length, 0);
  assert.equal(stream.agentBytes(streamBytes([helloMessage(90_000)])).bytes.length, 0);
  const gap = stream.record({ type: 'gap', atUs: 1_200, why: '' });
  const decoder = new Decoder();
  decoder.push(before.bytes);
  assert.deepEqual(decoder.push(gap.bytes)[0], { type: 'gap', atUs: 1_200, why: '' });
  assert.equal(decoder.timeUs, 1_000);
});

test('a copy without the serial of the device has it nowhere, and is the same session otherwise', async () => {
  const file = new MemoryFile();
  const writer = new SessionWriter(file);
  let pieces = 0;
  for (const piece of capture(4)) {
    writer.appendPiece(piece);
    if (++pieces % 5 === 0) await writer.flush();
  }
  await writer.flush();
  const copy = new MemoryFile();
  const options = { redaction: serialsOnly, completes: true };
  assert.equal(await copySession(readSession(sourceOf(file.bytes), file), new SessionWriter(copy), options), 0);
  const reader = readSession(sourceOf(copy.bytes), copy);
  for await (const chunk of reader) assert.equal(Buffer.from(chunk).includes('9A231FFAZ'), false);
  assert.equal(reader.report.truncated, false);
  const before = await replaySession(sourceOf(file.bytes), file);
  const after = await replaySession(sourceOf(copy.bytes), copy);
  assert.equal(before.model.runs[0]?.process?.serial, '9A231FFAZ');
  assert.equal(after.model.runs[0]?.process?.serial, '');
  assert.equal(JSON.stringify(dumpModel(after.model)), JSON.stringify(dumpModel(before.model)).replaceAll('9A231FFAZ', ''));
});

test('others have their turn within the chunks of a copy, redacted or not', async () => {
  const file = new MemoryFile();
  const writer = new SessionWriter(file);
  for (let note = 0; note < 2_000; note++) writer.appendMessage({ type: 'note', key: String(note), value: '' });
  await writer.finish();
  for (const redaction of [undefined, serialsOnly]) {
    let nowMs = 0;
    let turnCount = 0;
    const turns = {
      nowMs: () => {
        nowMs += 10;
        return nowMs;
      },
      turn: async () => {
        turnCount++;
      },
    };
    const reader = readSession(sourceOf(file.bytes), file);
    let rawBytes = 0;
    for await (const chunk of reader) rawBytes += chunk.length;
    await copySession(reader, new SessionWriter(new MemoryFile()), redaction === undefined ? { turns } : { turns, redaction });
    const passes = redaction === undefined ? 1 : 2;
    assert.ok(
      turnCount >= passes * Math.floor(rawBytes / STEP_BYTES),
      `${turnCount} turns for ${rawBytes} bytes, each step taking 10 ms here`,
    );
  }
});

test('of a chunk with one odd message a copy keeps what stands before that, and has no end', async () => {
  const file = new MemoryFile();
  const writer = new SessionWriter(file);
  const sound = streamBytes([processMessage(0), { type: 'note', key: 'kept', value: '' }]);
  // Its length says two bytes: the number of `tick`, and the begin of a time that goes on beyond.
  const odd = Uint8Array.of(2, messages.tick.number, 0x80);
  writer.append(sound);
  await writer.flush();
  const whole = Buffer.from(file.bytes);
  const raw = Buffer.concat([file.inflate(whole.subarray(FILE_HEADER_BYTES + CHUNK_HEADER_BYTES), sound.length), odd]);
  const stored = file.deflate(raw);
  const header = chunkHeader({
    type: chunkType.messages,
    rawLength: raw.length,
    storedLength: stored.length,
    crc32: crc32(stored),
    firstUs: 0,
    lastUs: 0,
  });
  const damaged = Buffer.concat([whole.subarray(0, FILE_HEADER_BYTES), header, stored]);
  const copy = new MemoryFile();
  assert.equal(await copySession(readSession(sourceOf(damaged), file), new SessionWriter(copy), { completes: true }), 1);
  const { model, report } = await replaySession(sourceOf(copy.bytes), copy);
  assert.deepEqual([[...model.notes.keys()], report.truncated], [['kept'], true]);
});

test('redaction keeps messages that this version does not know', () => {
  const unknown = Uint8Array.of(4, 63, 1, 2, 3);
  const chunk = Buffer.concat([unknown, streamBytes([processMessage(0)]), unknown]);
  const expected = Buffer.concat([unknown, streamBytes([processMessage(0, { serial: '' })]), unknown]);
  assert.deepEqual(Buffer.from(atOnce(new Redactor(serialsOnly).chunkInSteps(chunk))), expected);
});

test('opening a session can be cancelled', async () => {
  const file = new MemoryFile();
  const writer = new SessionWriter(file);
  for (const piece of capture(6)) writer.appendPiece(piece);
  await writer.finish();
  await assert.rejects(replaySession(sourceOf(file.bytes), file, AbortSignal.abort()), { name: 'AbortError' });
});
