import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { appClassPredicate } from '../../core/analysis/frames/app-classes.ts';
import { LagDetector } from '../../core/analysis/lags/detect/lag-detector.ts';
import type { Lag } from '../../core/analysis/lags/lag.ts';
import { sessionDeadlocks } from '../../core/analysis/locks/deadlocks.ts';
import { endedBy } from '../../core/analysis/locks/wait-end.ts';
import { messagesOf, writeMessages } from '../../core/session/copy/copy-session.ts';
import { excerptOf } from '../../core/session/copy/excerpt.ts';
import { readSession } from '../../core/session/file/reader.ts';
import { replaySession } from '../../core/session/file/replay.ts';
import { atOnce } from '../../core/session/file/turns.ts';
import { SessionWriter } from '../../core/session/file/writer.ts';
import { SessionModel } from '../../core/session/model/model.ts';
import { Encoder } from '../../core/wire/encoder.ts';
import type { Message } from '../../core/wire/schema.ts';
import { exitTrace } from './exit-traces.ts';
import { MemoryFile, sourceOf } from './memory-session.ts';
import { messageUse } from './message-uses.ts';
import { helloMessage, processMessage } from './sample-stream.ts';
import { LOCKS_START_US, scriptedLocks } from './scripted-locks.ts';
import { PHONE_START_US, ScriptedPhone } from './scripted-phone.ts';
import { anrRecord } from './system-records.ts';

const app = appClassPredicate({ packages: [], prefixes: ['com.example.shop'] });
const sample = new URL('../../media/sample/shop.laglens', import.meta.url);

function lagsOf(model: SessionModel): readonly Lag[] {
  const judge = new LagDetector(model, { thresholdUs: 100_000, isAppClass: app });
  judge.update();
  return judge.lags;
}

async function keep(bytes: Uint8Array, options: { run: number; beginUs: number; endUs: number }): Promise<MemoryFile> {
  const copy = new MemoryFile();
  const session = messagesOf(readSession(sourceOf(bytes), copy));
  await writeMessages(excerptOf(session, options), new SessionWriter(copy), undefined);
  return copy;
}

test('each lag of a recording, kept with what was around it, is the same lag on a clock of its own', async () => {
  const bytes = await readFile(sample);
  const whole = await replaySession(sourceOf(bytes), new MemoryFile());
  const lags = lagsOf(whole.model);
  assert.ok(lags.length > 10);
  for (const lag of lags) {
    const originUs = whole.model.runs[lag.run]?.originUs ?? 0;
    const roomUs = 300_000;
    const keptBeginUs = originUs + Math.floor(Math.max(0, lag.beginUs - roomUs));
    const window = { run: lag.run, beginUs: keptBeginUs, endUs: originUs + lag.endUs + roomUs };
    const kept = await keep(bytes, window);
    const { model } = await replaySession(sourceOf(kept.bytes), kept);
    const found = lagsOf(model).find((other) => Math.abs(other.beginUs + window.beginUs - originUs - lag.beginUs) < 1);
    const { id: _, run: __, thread: ___, beginUs, endUs, culprit, waitsOn, busyUs, blockedUs, ...expected } = lag;
    assert.ok(found, `the lag at ${beginUs}`);
    assert.equal(found.endUs - found.beginUs, endUs - beginUs);
    assert.deepEqual({ ...found.culprit, node: 0 }, { ...culprit, node: 0 });
    assert.deepEqual(
      [found.kind, found.band, found.target, found.callback],
      [expected.kind, expected.band, expected.target, expected.callback],
    );
    // The stack of a lag's first moment may have been seen before the stretch, with CPU time that belongs there.
    assert.ok(Math.abs(found.busyUs - busyUs) + Math.abs(found.blockedUs - blockedUs) < 30_000, `${busyUs} ${found.busyUs}`);
    assert.ok(kept.bytes.length < bytes.length / 2, 'and far less than all');
  }
});

/** A main thread that is in the same message from 1 s on, and waits for a lock. */
const story: readonly Message[] = [
  { type: 'session', version: 1, createdUs: 0, host: '0' },
  processMessage(0),
  helloMessage(1_000_000),
  { type: 'string', id: 1, text: 'com.example.Handler' },
  { type: 'string', id: 2, text: 'com.example.Lock' },
  { type: 'string', id: 3, text: 'com.example.Secret' },
  { type: 'method', id: 1, class: 'Lcom/example/A;', name: 'a', signature: '()V', sourceFile: 'A.java', modifiers: 1 },
  { type: 'method', id: 2, class: 'Lcom/example/Secret;', name: 's', signature: '()V', sourceFile: 'Secret.java', modifiers: 1 },
  { type: 'node', id: 1, parent: 0, method: 1, line: 3, pc: 0 },
  { type: 'node', id: 2, parent: 1, method: 1, line: 4, pc: 0 },
  { type: 'node', id: 3, parent: 1, method: 2, line: 5, pc: 0 },
  { type: 'thread', thread: 1, tid: 7, name: 'main', group: 'main', flags: 1, atUs: 1_000_000 },
  { type: 'messageBegin', thread: 1, atUs: 1_100_000, target: 1, callback: 0, what: 0 },
  { type: 'sample', thread: 1, atUs: 1_150_000, node: 3, state: 0, cpuUs: undefined },
  { type: 'sample', thread: 1, atUs: 1_200_000, node: 2, state: 1, cpuUs: undefined },
  { type: 'waitBegin', thread: 1, atUs: 1_200_000, kind: 1, object: 2 },
  { type: 'tick', atUs: 2_000_000, rounds: 1 },
  { type: 'tick', atUs: 3_000_000, rounds: 1 },
  { type: 'waitEnd', thread: 1, atUs: 3_500_000 },
  { type: 'messageEnd', thread: 1, atUs: 3_600_000, target: 1, callback: 0, what: 0 },
  { type: 'string', id: 4, text: 'later' },
  processMessage(1),
  helloMessage(9_000_000),
];

async function storyFile(): Promise<Uint8Array> {
  const file = new MemoryFile();
  const writer = new SessionWriter(file);
  const encoder = new Encoder();
  for (const message of story) writer.append(encoder.encode(message));
  await writer.finish();
  return file.bytes;
}

test('what is open at both ends is open all through, and ends; what does not belong there is not in the file', async () => {
  const kept = await keep(await storyFile(), { run: 0, beginUs: 1_900_000, endUs: 3_100_000 });
  const { model, report } = await replaySession(sourceOf(kept.bytes), kept);
  assert.equal(report.truncated, false);
  assert.equal(model.runs.length, 1);
  assert.equal(model.nowUs, 1_200_000);
  const [main] = model.threads;
  assert.deepEqual([main?.messages.length, main?.messages.beginUs[0], main?.messages.endUs[0]], [1, 0, 1_200_000]);
  assert.deepEqual([main?.waits.length, main?.waits.beginUs[0], main?.waits.endUs[0]], [1, 0, 1_200_000]);
  assert.deepEqual([main?.samples.length, main?.samples.beginUsAt(0), main?.samples.endUsAt(0)], [1, 0, 1_200_000]);
  assert.deepEqual([...model.strings].sort(), ['', 'com.example.Handler', 'com.example.Lock']);
  assert.deepEqual(
    model.methods.map((method) => method.name),
    ['', 'a'],
  );
  assert.equal(model.nodes.length, 3);
});

test('the owner of a wait that began before keeps its last known stack', async () => {
  const ownerAt = (atUs: number, owner: number, ownerNode: number): Message => {
    return { type: 'waitOwner', thread: 1, atUs, owner, ownerNode, waiters: 1, object: 2 };
  };
  const begins = story.findIndex(({ type }) => type === 'waitBegin') + 1;
  const messages: readonly Message[] = [
    ...story.slice(0, begins),
    { type: 'thread', thread: 2, tid: 8, name: 'holder', group: 'main', flags: 0, atUs: 1_000_000 },
    ...[ownerAt(1_300_000, 2, 1), ownerAt(1_400_000, 2, 0), ownerAt(1_500_000, 1, 2)],
    ...story.slice(begins),
  ];
  async function* session(): AsyncGenerator<readonly Message[]> {
    yield messages;
  }
  const kept: Message[] = [];
  for await (const part of excerptOf(session(), { run: 0, beginUs: 1_900_000, endUs: 3_100_000 })) kept.push(...part);
  assert.deepEqual(
    kept.filter(({ type }) => type === 'waitOwner'),
    [ownerAt(1_900_000, 2, 1)],
  );
});

test('a range of another run is that run alone, and counts as the first', async () => {
  const kept = await keep(await storyFile(), { run: 1, beginUs: 9_000_000, endUs: 9_500_000 });
  const { model } = await replaySession(sourceOf(kept.bytes), kept);
  assert.deepEqual([model.runs.length, model.runs[0]?.process?.run, model.threads.length, model.nowUs], [1, 0, 0, 0]);
});

test('use of messages is kept, and of one that began before only its part', async () => {
  const counts = { majorFaults: 4, voluntarySwitches: 8, involuntarySwitches: 12 };
  const uses = [
    messageUse(1_100_000, 1_500_000, { cpuUs: 200_000, readyUs: 100_000, queuedUs: 30_000, ...counts }),
    messageUse(1_600_000, 1_700_000, { cpuUs: 50_000, queuedUs: 40_000 }),
    messageUse(1_800_000, 2_200_000),
  ];
  const stream = async function* (): AsyncGenerator<readonly Message[]> {
    yield [...story.slice(0, 13), ...uses];
  };
  const kept: Message[] = [];
  for await (const messages of excerptOf(stream(), { run: 0, beginUs: 1_400_000, endUs: 2_000_000 })) kept.push(...messages);
  assert.deepEqual(
    kept.filter(({ type }) => type === 'messageUse'),
    [
      // A quarter of it; its time in the queue was earlier.
      messageUse(1_400_000, 1_500_000, { cpuUs: 50_000, readyUs: 25_000, majorFaults: 1, voluntarySwitches: 2, involuntarySwitches: 3 }),
      uses[1],
    ],
  );
});

test('records of the run in the range are kept, also those that came during the next run', async () => {
  const records = [anrRecord(0, 1_500_000, 'in'), anrRecord(0, 2_500_000, 'later'), anrRecord(1, 1_600_000, 'of the next')];
  const stream = async function* (): AsyncGenerator<readonly Message[]> {
    yield [...story.slice(0, 13), processMessage(1), ...records];
  };
  const kept: Message[] = [];
  for await (const messages of excerptOf(stream(), { run: 0, beginUs: 1_400_000, endUs: 2_000_000 })) kept.push(...messages);
  assert.deepEqual(
    kept.filter(({ type }) => type === 'systemRecord'),
    records.slice(0, 1),
  );
});

test('an excerpt keeps Android’s trace of its process, which a later one read, and not those of others', async () => {
  const later = helloMessage(9_000_000);
  const trace = exitTrace(later, 4242, 2_000_000, 'main');
  const stream = async function* (): AsyncGenerator<readonly Message[]> {
    yield [...story.slice(0, 13), processMessage(1, { pid: 5 }), later, trace, { ...trace, pid: 4 }];
  };
  const model = new SessionModel();
  for await (const messages of excerptOf(stream(), { run: 0, beginUs: 1_400_000, endUs: 2_000_000 })) {
    for (const each of messages) model.apply(each);
  }
  assert.deepEqual(
    model.exitTraces.map(({ pid, text }) => [pid, text]),
    [[4242, 'main']],
  );
});

test('a wait that goes on behind the border was ended by nobody', async () => {
  const wait = { thread: 'main', for: 'Repo', from: 100, to: 900, owners: { 480: 'bg-db' } };
  const file = new MemoryFile();
  await writeMessages(oneChunk(scriptedLocks(['main', 'bg-db'], [wait], [], 1_000)), new SessionWriter(file), undefined);
  const enderIn = async (bytes: Uint8Array): Promise<number | undefined> => {
    const { model } = await replaySession(sourceOf(bytes), new MemoryFile());
    const [main] = model.threads;
    assert.ok(main?.waits.length === 1);
    return endedBy(model, main, 0)?.thread;
  };
  const kept = async (endMs: number): Promise<Uint8Array> => {
    const range = { run: 0, beginUs: LOCKS_START_US, endUs: LOCKS_START_US + endMs * 1_000 };
    return (await keep(file.bytes, range)).bytes;
  };
  assert.equal(await enderIn(await kept(500)), undefined);
  const soon = { ...wait, to: 500 };
  const whole = new MemoryFile();
  await writeMessages(oneChunk(scriptedLocks(['main', 'bg-db'], [soon], [], 1_000)), new SessionWriter(whole), undefined);
  assert.equal(await enderIn(whole.bytes), 1, 'the same wait with its own end');
});

test('a range amid a deadlock of iOS shows it, and calls that go on behind the border are over there', async () => {
  const phone = new ScriptedPhone().idle(400_000);
  phone.waits(300_000, 'pthread_mutex_lock', '0x10', { owner: 2 }).waits(200_000, 'pthread_mutex_lock', '0x20', { thread: 2, owner: 1 });
  phone.idle(600_000);
  const file = new MemoryFile();
  await writeMessages(oneChunk(phone.messages), new SessionWriter(file), undefined);
  const range = { run: 0, beginUs: PHONE_START_US + 600_000, endUs: PHONE_START_US + 900_000 };
  const { model } = await replaySession(sourceOf((await keep(file.bytes, range)).bytes), new MemoryFile());
  const deadlocks = atOnce(sessionDeadlocks(model));
  assert.deepEqual(
    deadlocks.map(({ ring, beginUs, endUs, isOpen }) => [ring.map(({ function: name }) => name), beginUs, endUs, isOpen]),
    [[['pthread_mutex_lock', 'pthread_mutex_lock'], 0, 300_000, false]],
  );
});

async function* oneChunk(messages: readonly Message[]): AsyncGenerator<readonly Message[]> {
  yield messages;
}
