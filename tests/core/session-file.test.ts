import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 as systemCrc32 } from 'node:zlib';
import { copySession, messagesOf } from '../../core/session/copy/copy-session.ts';
import { indexBytes } from '../../core/session/file/chunk-index.ts';
import { CRC_STEP_BYTES, crc32 } from '../../core/session/file/crc32.ts';
import { CHUNK_HEADER_BYTES, chunkHeader, chunkType, FILE_HEADER_BYTES, fileHeader, trailer } from '../../core/session/file/file-layout.ts';
import { mostRawBytes, readSession, type SessionReport } from '../../core/session/file/reader.ts';
import { TURN_MS } from '../../core/session/file/turns.ts';
import { SessionWriter } from '../../core/session/file/writer.ts';
import { Decoder } from '../../core/wire/decoder.ts';
import { Encoder } from '../../core/wire/encoder.ts';
import type { Message } from '../../core/wire/schema.ts';
import { CountedTurns } from '../hostile/counted-turns.ts';
import { beginning, packedBytes, packedSession } from '../hostile/packed-session.ts';
import { MemoryFile, sessionFile, sourceOf, streamBytes } from './memory-session.ts';
import { helloMessage, processMessage, sampleStream, seededRandom } from './sample-stream.ts';

interface ReadResult {
  readonly chunks: readonly string[];
  readonly report: Readonly<SessionReport>;
}

async function read(bytes: Uint8Array): Promise<ReadResult> {
  const reader = readSession(sourceOf(bytes), new MemoryFile());
  const chunks: string[] = [];
  for await (const chunk of reader) chunks.push(Buffer.from(chunk).toString('latin1'));
  return { chunks, report: reader.report };
}

/** Three chunks, the second and third of which need the bases of the one before. */
function threePieces(): readonly Uint8Array[] {
  const messages = [processMessage(0), ...sampleStream({ seed: 2, samples: 30, threads: 2, depth: 5, methods: 6, nodes: 20 })];
  const encoder = new Encoder();
  const third = Math.ceil(messages.length / 3);
  return [0, 1, 2].map((index) =>
    Buffer.concat(messages.slice(index * third, (index + 1) * third).map((message) => encoder.encode(message))),
  );
}

test('the checksum is the one of gzip: "123456789" gives cbf43926', () => {
  assert.equal(crc32(Buffer.from('123456789')), 0xcbf43926);
  assert.equal(crc32(new Uint8Array(0)), 0);
  const bytes = Buffer.from(streamBytes([helloMessage(5)]));
  assert.equal(crc32(bytes), systemCrc32(bytes));
});

test('a copy joins chunks without their repeated begins, and has the same messages', async () => {
  const { bytes } = await sessionFile(threePieces(), { finish: true });
  const file = new MemoryFile();
  await copySession(readSession(sourceOf(bytes), file), new SessionWriter(file), {});
  const kept = async (from: Uint8Array): Promise<readonly string[]> => {
    const found: string[] = [];
    for await (const messages of messagesOf(readSession(sourceOf(from), file))) found.push(...messages.map((each) => JSON.stringify(each)));
    return found;
  };
  const before = await kept(bytes);
  const isBegin = (text: string, at: number): boolean => /"type":"(?:clock|process)"/.test(text) && at > 0;
  assert.equal(before.filter(isBegin).length, 4, 'each later chunk has a clock and a process');
  assert.deepEqual(
    await kept(file.bytes),
    before.filter((text, at) => !isBegin(text, at)),
  );
});

test('the checksum of a large chunk is made in steps, between which others have their turn', async () => {
  const random = seededRandom(7);
  const raw = Uint8Array.from({ length: 3 << 20 }, () => random() * 256);
  const turns = new CountedTurns();
  const reader = readSession(sourceOf(packedBytes([raw])), {
    inflate: (stored, length) => new MemoryFile().inflate(stored, length),
    turns,
  });
  const chunks: Uint8Array[] = [];
  for await (const chunk of reader) chunks.push(chunk);
  assert.deepEqual([reader.report.badChunks, chunks[0]?.length], [0, raw.length]);
  assert.ok(turns.steps >= raw.length / CRC_STEP_BYTES, `${turns.steps} steps`);
  assert.ok(turns.turns >= Math.floor(turns.steps / (TURN_MS + 2)), `${turns.turns} turns of ${turns.steps} steps`);
});

test('small chunks that are all in memory leave others their turn', async () => {
  const chunks = 60;
  const { bytes } = await sessionFile(
    Array.from({ length: chunks }, (_, at) => streamBytes([{ type: 'mark', name: 'Mark', atUs: at }])),
    { finish: true },
  );
  const turns = new CountedTurns();
  const file = new MemoryFile();
  const reader = readSession(sourceOf(bytes), { turns, inflate: (stored, rawLength) => file.inflate(stored, rawLength) });
  let read = 0;
  for await (const _ of reader) read++;
  assert.equal(read, chunks);
  // Each chunk takes two steps.
  assert.ok(turns.turns >= Math.floor((2 * chunks) / (TURN_MS + 2)), `${turns.turns} turns of ${turns.steps} steps`);
});

test('what was written is read, with the index and without it', async () => {
  const pieces = threePieces();
  const finished = await sessionFile(pieces, { finish: true });
  const journal = await sessionFile(pieces, { finish: false });
  const whole = await read(finished.bytes);
  assert.deepEqual(whole.report, { version: 1, chunks: 3, badChunks: 0, truncated: false });
  const recovered = await read(journal.bytes);
  assert.deepEqual(recovered.report, { version: 1, chunks: 3, badChunks: 0, truncated: true });
  assert.deepEqual(recovered.chunks, whole.chunks);
  assert.equal(whole.chunks[0], Buffer.from(pieces[0] ?? []).toString('latin1'));
});

test('every chunk decodes on its own to the same messages as the whole stream', async () => {
  const pieces = threePieces();
  const file = await sessionFile(pieces, { finish: true });
  const decoder = new Decoder();
  const expected = pieces.map((piece) => decoder.push(piece));
  const { chunks } = await read(file.bytes);
  for (const [index, chunk] of chunks.entries()) {
    const alone = new Decoder().push(Buffer.from(chunk, 'latin1'));
    const prologue = index === 0 ? 0 : 2;
    assert.deepEqual(
      alone.slice(0, prologue).map((message) => message.type),
      index === 0 ? [] : ['clock', 'process'],
    );
    assert.deepEqual(alone.slice(prologue), expected[index]);
  }
});

test('a long stream is cut into chunks that name the time they cover', async () => {
  const stream = streamBytes(sampleStream({ seed: 9, samples: 40_000, threads: 2, depth: 20, methods: 100, nodes: 2_000 }));
  const file = new MemoryFile();
  const writer = new SessionWriter(file);
  writer.append(stream);
  await writer.finish();
  assert.equal(writer.size, file.bytes.length);
  assert.equal(writer.pendingBytes, 0);
  const { chunks, report } = await read(file.bytes);
  assert.ok(chunks.length > stream.length / (64 << 10) / 2 && chunks.length <= stream.length / (64 << 10) + 1, `${chunks.length} chunks`);
  assert.equal(report.truncated, false);
  for (const chunk of chunks) assert.ok(chunk.length < (64 << 10) + 2_000);
  assert.ok(file.bytes.length < stream.length);
});

test('a file that is cut anywhere opens up to its last whole chunk', async () => {
  const file = await sessionFile(threePieces(), { finish: true });
  const whole = await read(file.bytes);
  for (let length = FILE_HEADER_BYTES; length < file.bytes.length; length++) {
    const { chunks, report } = await read(file.bytes.slice(0, length));
    assert.deepEqual(chunks, whole.chunks.slice(0, chunks.length));
    assert.equal(report.truncated, true);
    assert.equal(report.badChunks, 0);
  }
});

test('one flipped bit anywhere costs one chunk at most, is noticed, and never gives wrong bytes', async () => {
  const file = await sessionFile(threePieces(), { finish: true });
  const whole = await read(file.bytes);
  const random = seededRandom(1);
  for (let at = 0; at < file.bytes.length; at++) {
    const flipped = file.bytes.slice();
    flipped[at] = (flipped[at] ?? 0) ^ (1 << Math.floor(random() * 8));
    const { chunks, report } = await read(flipped);
    assert.ok(chunks.length >= whole.chunks.length - 1, `byte ${at}: ${chunks.length} chunks`);
    for (const chunk of chunks) assert.ok(whole.chunks.includes(chunk), `byte ${at}`);
    if (chunks.length < whole.chunks.length) assert.equal(report.badChunks, 1, `byte ${at}`);
  }
});

test('a journal with a damaged chunk is read on after it', async () => {
  const file = await sessionFile(threePieces(), { finish: false });
  const whole = await read(file.bytes);
  file.bytes.fill(0x55, FILE_HEADER_BYTES, FILE_HEADER_BYTES + CHUNK_HEADER_BYTES);
  const { chunks, report } = await read(file.bytes);
  assert.deepEqual(chunks, whole.chunks.slice(1));
  assert.equal(report.badChunks, 1);
});

test('an empty file, a foreign file and a session of a newer version say what they are', async () => {
  await assert.rejects(read(new Uint8Array(0)), { code: 'session-unreadable', message: /empty/ });
  await assert.rejects(read(Buffer.from('{"traceEvents": [] }, and more of that')), {
    code: 'session-unreadable',
    message: /no Laglens session/,
  });
  await assert.rejects(read(fileHeader().slice(0, 9)), { code: 'session-unreadable' });
  await assert.rejects(read(fileHeader(2)), { code: 'session-newer', message: /format 2/, next: /Update Laglens/ });
  assert.deepEqual((await read(fileHeader())).report, { version: 1, chunks: 0, badChunks: 0, truncated: true });
});

test('lengths that lie are bounded: 4 GB chunks, deflate bombs, an index that points outside', async () => {
  const bomb = new MemoryFile().deflate(new Uint8Array(1 << 20));
  const header = (rawLength: number, storedLength: number, stored: Uint8Array): Uint8Array =>
    chunkHeader({ type: chunkType.messages, rawLength, storedLength, crc32: crc32(stored), firstUs: 0, lastUs: 0 });
  const fileOf = (...parts: readonly Uint8Array[]): Uint8Array => Buffer.concat([fileHeader(), ...parts]);
  const huge = await read(fileOf(header(0xffffffff, 0xffffffff, bomb), bomb));
  assert.deepEqual([huge.chunks.length, huge.report.truncated], [0, true]);
  const more = await read(fileOf(header(16, bomb.length, bomb), bomb));
  assert.deepEqual([more.chunks.length, more.report.badChunks], [0, 1]);
  const fewer = await read(fileOf(header(2 << 20, bomb.length, bomb), bomb));
  assert.deepEqual([fewer.chunks.length, fewer.report.badChunks], [0, 1]);
  for (const offset of [0, 17, 1e15, Number.NaN, -1]) {
    const { chunks } = await read(fileOf(header(1 << 20, bomb.length, bomb), bomb, trailer(offset)));
    assert.equal(chunks.length, 1);
  }
});

test('an index whose chunks overlap is not believed', async () => {
  const file = await sessionFile(threePieces(), { finish: false });
  const entry = { offset: FILE_HEADER_BYTES, storedLength: 10, firstUs: 0, lastUs: 0 };
  const raw = indexBytes([entry, entry, entry]);
  const stored = file.deflate(raw);
  const header = chunkHeader({
    type: chunkType.index,
    rawLength: raw.length,
    storedLength: stored.length,
    crc32: crc32(stored),
    firstUs: 0,
    lastUs: 0,
  });
  const { chunks, report } = await read(Buffer.concat([file.bytes, header, stored, trailer(file.bytes.length)]));
  assert.deepEqual([chunks.length, new Set(chunks).size, report.badChunks], [3, 3, 0]);
});

test('the next chunk after damage is found wherever it begins', async () => {
  const file = await sessionFile(threePieces().slice(0, 1), { finish: false });
  // The search reads 64 KiB at a time: headers before, across and after the border.
  for (let junk = (64 << 10) - 45; junk < (64 << 10) + 5; junk++) {
    const bytes = Buffer.concat([fileHeader(), Buffer.alloc(junk, 0x4c), file.bytes.subarray(FILE_HEADER_BYTES)]);
    const { chunks, report } = await read(bytes);
    assert.deepEqual([chunks.length, report.badChunks], [1, 1], `${junk}`);
  }
});

test('a file that unpacks to far more than its size is read up to a bound, and says so', async () => {
  // 8 MiB of one byte are 8 KB: the bound of a small file is 64 MiB.
  const piece = Buffer.alloc(8 << 20, 0x00);
  const driver = new MemoryFile();
  const stored = driver.deflate(piece);
  const header = chunkHeader({
    type: chunkType.messages,
    rawLength: piece.length,
    storedLength: stored.length,
    crc32: crc32(stored),
    firstUs: 0,
    lastUs: 0,
  });
  const bytes = Buffer.concat([fileHeader(), ...Array.from({ length: 20 }, () => [header, stored]).flat()]);
  let raw = 0;
  const reader = readSession(sourceOf(bytes), driver);
  for await (const chunk of reader) raw += chunk.length;
  assert.deepEqual([raw, reader.report.unreadBeyond], [64 << 20, 64 << 20]);
  const whole = readSession(sourceOf(bytes), driver, Number.POSITIVE_INFINITY);
  let copied = 0;
  for await (const chunk of whole) copied += chunk.length;
  assert.deepEqual([copied, whole.report.unreadBeyond], [160 << 20, undefined]);
});

test('raw bytes that are read grow with the file, within bounds', () => {
  assert.equal(mostRawBytes(40_000), 64 << 20);
  assert.equal(mostRawBytes(10 << 20), 640 << 20);
  assert.equal(mostRawBytes(2 ** 30), 4 * 2 ** 30);
});

test('hostile files of random pieces end, and never give what has a wrong checksum', async () => {
  const file = await sessionFile(threePieces(), { finish: true });
  const whole = await read(file.bytes);
  const random = seededRandom(77);
  for (let round = 0; round < 300; round++) {
    const parts: Uint8Array[] = [fileHeader()];
    for (let part = 0; part < 6; part++) {
      const begin = Math.floor(random() * file.bytes.length);
      parts.push(file.bytes.slice(begin, begin + Math.floor(random() * 400)));
    }
    const { chunks } = await read(Buffer.concat(parts));
    for (const chunk of chunks) assert.ok(whole.chunks.includes(chunk));
  }
});

test('a full disk loses nothing: the next flush goes on where it failed', async () => {
  const file = new MemoryFile();
  const writer = new SessionWriter(file);
  const pieces = threePieces();
  const failure = new Error('ENOSPC');
  writer.append(pieces[0] ?? new Uint8Array(0));
  await writer.flush();
  file.failure = failure;
  writer.append(pieces[1] ?? new Uint8Array(0));
  await assert.rejects(writer.flush(), failure);
  writer.append(pieces[2] ?? new Uint8Array(0));
  await assert.rejects(writer.finish(), failure);
  assert.ok(writer.pendingBytes > 0);
  file.failure = undefined;
  await writer.finish();
  const expected = await sessionFile(pieces, { finish: true });
  assert.deepEqual(Buffer.from(file.bytes), Buffer.from(expected.bytes));
});

test('the writer takes whole messages only', () => {
  const writer = new SessionWriter(new MemoryFile());
  const hello: Message = helloMessage(5);
  assert.throws(() => writer.append(streamBytes([hello]).slice(0, -1)), RangeError);
  assert.throws(() => new SessionWriter(new MemoryFile()).append(Uint8Array.of(0)), RangeError);
});

test('a chunk that names no clock of its own keeps its times in a copy, wherever the one before it ended', async () => {
  const late: Message = { type: 'tick', atUs: 2 ** 52, rounds: 1 };
  const early: Message = { type: 'tick', atUs: 7, rounds: 2 };
  const file = new MemoryFile();
  await copySession(readSession(sourceOf(packedSession([[...beginning, late], [early]])), file), new SessionWriter(file), {});
  const ticks: Message[] = [];
  for await (const messages of messagesOf(readSession(sourceOf(file.bytes), file)))
    ticks.push(...messages.filter(({ type }) => type === 'tick'));
  assert.deepEqual(ticks, [late, early]);
});
