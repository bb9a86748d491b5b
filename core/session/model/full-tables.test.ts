import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyzedApp } from '../../../tests/core/analyzed-app.ts';
import { MemoryFile, sessionBytes, sourceOf } from '../../../tests/core/memory-session.ts';
import { dumpModel } from '../../../tests/core/model-dump.ts';
import { helloMessage, processMessage } from '../../../tests/core/sample-stream.ts';
import { sampleValues } from '../../../tests/core/sample-values.ts';
import { Encoder } from '../../wire/encoder.ts';
import type { Message } from '../../wire/schema.ts';
import { messagesOf, writeMessages } from '../copy/copy-session.ts';
import { excerptOf } from '../copy/excerpt.ts';
import { CHUNK_HEADER_BYTES } from '../file/file-layout.ts';
import { readSession } from '../file/reader.ts';
import { replaySession } from '../file/replay.ts';
import { SessionWriter } from '../file/writer.ts';
import { limits } from '../limits/model-limits.ts';
import { SessionModel } from './model.ts';

const START = 5_000_000;
const ms = 1_000;

const main: Message = { type: 'thread', thread: 1, tid: 259, name: 'main', group: '', flags: 1, atUs: START };
const worker: Message = { type: 'thread', thread: 2, tid: 260, name: 'db', group: '', flags: 0, atUs: START };
const tables = (atMs: number, number: number): Message => ({
  ...{ type: 'clock', monoUs: START + atMs * ms, wallUs: 0, node: 0 },
  tables: number,
});
const text = (id: number, of: string): Message => ({ type: 'string', id, text: of });
const method = (id: number, name: string): Message => ({
  ...{ type: 'method', id, class: 'Lcom/example/A;', name, signature: '()V', sourceFile: 'A.java', modifiers: 1 },
});
const node = (id: number, parent: number, of: number): Message => ({ type: 'node', id, parent, method: of, line: 3, pc: 0 });
const sample = (atMs: number, of: number, thread = 1): Message => ({
  ...{ type: 'sample', thread, atUs: START + atMs * ms, node: of, state: 0, cpuUs: 10 * ms },
});
const tick = (atMs: number): Message => ({ type: 'tick', atUs: START + atMs * ms, rounds: 1 });
const begins = (atMs: number, target: number): Message => ({
  ...{ type: 'messageBegin', thread: 1, atUs: START + atMs * ms, target, callback: 0, what: 0 },
});
const ends = (atMs: number, target: number): Message => ({
  ...{ type: 'messageEnd', thread: 1, atUs: START + atMs * ms, target, callback: 0, what: 0 },
});

/** A message of 400 ms; half of it in `slow`, half in `slower`, with the same ids in other tables. */
const story: readonly Message[] = [
  processMessage(0),
  helloMessage(START),
  main,
  worker,
  ...[text(1, 'com.example.Handler'), method(1, 'run'), method(2, 'slow'), node(1, 0, 1), node(2, 1, 2)],
  ...[sample(50, 1, 2), begins(100, 1), sample(110, 2), tick(140), tick(180), tick(220), tick(260), tick(300)],
  tables(300, 2),
  ...[text(1, 'com.example.Other'), text(2, 'com.example.Handler'), method(1, 'slower'), method(2, 'run'), node(1, 0, 2), node(2, 1, 1)],
  ...[sample(301, 2), tick(340), tick(380), tick(420), tick(460), ends(500, 2), sample(510, 1), tick(520), tick(3_000)],
];

/** The file with a chunk whose checksum is wrong. */
function withoutChunk(bytes: Uint8Array, index: number): Uint8Array {
  let at = -1;
  for (let chunk = 0; chunk <= index; chunk++) at = Buffer.from(bytes).indexOf('LGCK', at + 1);
  const damaged = bytes.slice();
  damaged[at + CHUNK_HEADER_BYTES] = (damaged[at + CHUNK_HEADER_BYTES] ?? 0) ^ 0xff;
  return damaged;
}

/** Names of a stack, outermost first. */
function stackOf(model: SessionModel, row: number): readonly string[] {
  const names: string[] = [];
  for (let at = row; at !== 0; at = model.nodes.parent[at] ?? 0) names.unshift(model.methods[model.nodes.method[at] ?? 0]?.name ?? '');
  return names;
}

function stacksOf(model: SessionModel, thread: number): readonly (readonly string[])[] {
  return sampleValues(model.threads[thread]?.samples, 'node').map((node) => stackOf(model, node));
}

function modelOf(messages: readonly Message[]): SessionModel {
  const model = new SessionModel();
  for (const message of messages) model.apply(message);
  return model;
}

test('a message over the border of an agent’s tables is one message and one lag, with the stacks of both', () => {
  const live = new AnalyzedApp().take(...story);
  const { model, detector } = live;
  assert.equal(model.ignored, 0);
  assert.equal(model.runs.length, 1);
  assert.deepEqual(stacksOf(model, 0), [['run', 'slow'], ['run', 'slower'], ['run']]);
  const [lag] = detector.lags;
  assert.equal(detector.lags.length, 1);
  assert.deepEqual([lag?.beginUs, lag?.endUs, lag?.cut], [100 * ms, 500 * ms, false]);
  assert.equal(lag?.target, 'com.example.Handler');
  assert.deepEqual(new AnalyzedApp().replay(story).lines, live.lines);
  // Facts in two tables are kept once.
  assert.equal(model.nodes.length, 4);
});

test('an id that was reported before the border means nothing behind it', () => {
  const model = modelOf([...story, tables(3_010, 3), sample(3_020, 2), begins(3_030, 1)]);
  assert.deepEqual(stacksOf(model, 0).at(-1), []);
  assert.equal(model.threads[0]?.messages.target[1], 0);
  // The number that is in force, and a clock that names none, change nothing.
  const same = modelOf([...story, tables(3_010, 2), { type: 'clock', monoUs: START, wallUs: 0, node: 0 }, sample(3_020, 2)]);
  assert.deepEqual(stacksOf(same, 0).at(-1), ['run', 'slower']);
});

test('a file says the same as the stream, and of a lost border nothing is believed that came before it', async () => {
  const bytes = await sessionBytes(story);
  assert.deepEqual(dumpModel((await replaySession(sourceOf(bytes), new MemoryFile())).model), dumpModel(modelOf(story)));
  // One message in each chunk, so that each chunk must say whose ids it speaks of.
  const file = new MemoryFile();
  const writer = new SessionWriter(file);
  const encoder = new Encoder();
  for (const message of story) {
    writer.append(encoder.encode(message));
    await writer.flush();
  }
  await writer.finish();
  const at = story.findIndex((message) => message.type === 'clock');
  const damaged = withoutChunk(file.bytes, at);
  const { model } = await replaySession(sourceOf(damaged), new MemoryFile());
  assert.deepEqual(stacksOf(model, 0), [['run', 'slow'], ['run', 'slower'], ['run']]);
  // The chunk with the second node is lost, too: its id stood for another stack.
  const second = story.findLastIndex((message) => message.type === 'node');
  const worse = withoutChunk(damaged, second);
  assert.deepEqual(stacksOf((await replaySession(sourceOf(worse), new MemoryFile())).model, 0), [['run', 'slow'], [], ['run']]);
});

test('an excerpt over the border, or behind it with a stack from before, has the stacks of both', async () => {
  const bytes = await sessionBytes(story);
  const excerpt = async (beginMs: number, endMs: number): Promise<SessionModel> => {
    const copy = new MemoryFile();
    const options = { run: 0, beginUs: START + beginMs * ms, endUs: START + endMs * ms };
    await writeMessages(excerptOf(messagesOf(readSession(sourceOf(bytes), copy)), options), new SessionWriter(copy), undefined);
    return (await replaySession(sourceOf(copy.bytes), new MemoryFile())).model;
  };
  const whole = await excerpt(90, 600);
  assert.deepEqual(stacksOf(whole, 0), [['run', 'slow'], ['run', 'slower'], ['run']]);
  assert.deepEqual(stacksOf(whole, 1), [['run']]);
  const later = await excerpt(350, 600);
  assert.deepEqual(stacksOf(later, 0), [['run', 'slower'], ['run']]);
  assert.deepEqual(stacksOf(later, 1), [['run']]);
  assert.equal(later.strings[later.threads[0]?.messages.target[0] ?? 0], 'com.example.Handler');
  assert.deepEqual([whole.ignored, later.ignored], [0, 0]);
});

test('an agent that begins again each millisecond costs no more than the limit', () => {
  const model = modelOf([processMessage(0), helloMessage(START), main]);
  for (let number = 2; number < limits.tables + 1_000; number++) {
    model.apply(tables(number, number));
    model.apply(node(1 << 22, 0, 0));
  }
  const [end] = model.budgetEnds;
  assert.deepEqual([end?.name, end?.limit], ['tables', limits.tables]);
  assert.equal(model.nodes.length, 2);
});
