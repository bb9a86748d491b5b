import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { DEFAULT_LIMITS } from '../../core/analysis/lags/app-limits.ts';
import { LagDetector } from '../../core/analysis/lags/detect/lag-detector.ts';
import { causeText } from '../../core/analysis/report/cause-text.ts';
import { LineCosts } from '../../core/analysis/source-costs/line-costs.ts';
import { messageOf } from '../../core/errors.ts';
import { applyChunk } from '../../core/session/file/replay.ts';
import { TURN_MS } from '../../core/session/file/turns.ts';
import { SessionModel } from '../../core/session/model/model.ts';
import { Decoder } from '../../core/wire/decoder.ts';
import { Encoder } from '../../core/wire/encoder.ts';
import type { Message } from '../../core/wire/schema.ts';
import { CountedTurns } from '../../tests/hostile/counted-turns.ts';
import { beginning } from '../../tests/hostile/packed-session.ts';
import type { PageSource } from '../page/page-source.ts';
import type { SessionAnswers } from '../session-answers.ts';
import { originsOf } from '../sources/source-document.ts';
import type { InRoom } from '../thread/rooms.ts';
import { SessionThread } from '../thread/session-thread.ts';
import { CostThread } from './costs/cost-thread.ts';
import { LiveCosts } from './costs/live-costs.ts';
import { HeatSession } from './heat-session.ts';

const LAGS = 2_000;
const FEED = { name: 'Feed.java', package: 'shop', paths: new Set<string>() };

/** A file whose main thread works on messages of 150 ms, one after the other. */
function fileOfLags(): PageSource {
  const encoder = new Encoder();
  const pieces: Uint8Array[] = [];
  const add = (message: Message): void => void pieces.push(encoder.encode(message));
  beginning.forEach(add);
  add({ type: 'method', id: 1, class: 'Lshop/Feed;', name: 'show', signature: '()V', sourceFile: 'Feed.java', modifiers: 0 });
  add({ type: 'node', id: 1, parent: 0, method: 1, line: 7, pc: -1 });
  add({ type: 'thread', thread: 1, tid: 1, name: 'main', group: '', flags: 1, atUs: 5_000 });
  for (let lag = 0; lag < LAGS; lag++) {
    const beginUs = 10_000 + lag * 200_000;
    add({ type: 'messageBegin', thread: 1, atUs: beginUs, target: 0, callback: 0, what: 0 });
    add({ type: 'sample', thread: 1, atUs: beginUs, node: 1, state: 1, cpuUs: 0 });
    add({ type: 'messageEnd', thread: 1, atUs: beginUs + 150_000, target: 0, callback: 0, what: 0 });
  }
  add({ type: 'sample', thread: 1, atUs: 10_000 + LAGS * 200_000, node: 0, state: 0, cpuUs: 0 });
  const later: Message = { type: 'tick', atUs: 10_000 + LAGS * 200_000 + 3_000_000, rounds: 0 };
  return {
    thresholdUs: 100_000,
    about: { session: 'lags', title: 'lags', live: false, keepsNames: false },
    phase: { phase: 'recorded', detail: '' },
    warnings: [],
    onDidChange: () => ({ dispose: () => undefined }),
    async *stream() {
      yield { data: new Uint8Array(Buffer.concat(pieces)), catchingUp: true, chunk: true };
      yield { data: new Uint8Array(new Encoder().encode(later)), catchingUp: false, chunk: true };
    },
    openCosts() {
      return costsOf((signal) => this.stream(signal));
    },
    async *snapshot() {},
    save: async () => undefined,
  };
}

function costsOf(parts: PageSource['stream'], thread = newThread()): CostThread {
  return new CostThread(thread, async function* (signal) {
    await thread.ask('session.hold', [{ packages: [], prefixes: [] }]);
    for await (const { data, catchingUp } of parts(signal)) {
      await thread.ask('session.take', [data, true], [data.buffer]);
      yield { catchingUp };
    }
  });
}

const threads: SessionThread<InRoom<'session', SessionAnswers>>[] = [];
afterEach(() => {
  for (const thread of threads.splice(0)) thread.close();
});

function newThread(options?: { readonly program: URL }): SessionThread<InRoom<'session', SessionAnswers>> {
  const thread = new SessionThread<InRoom<'session', SessionAnswers>>(options);
  threads.push(thread);
  return thread;
}

/** Reports costs that cannot be computed. */
const unwanted = (error: unknown): void => assert.fail(`${error}`);

test('a file is decoded and judged in another thread, one part at a time, and its costs are what its model gives here', async (t) => {
  const decoded = t.mock.method(Decoder.prototype, 'decode').mock;
  const thread = newThread();
  const file = fileOfLags();
  const waiting: number[] = [];
  const costs = costsOf(async function* (signal) {
    for await (const part of file.stream(signal)) {
      waiting.push(thread.waiting);
      yield part;
      assert.equal(part.data.length, 0, 'the thread has the bytes');
    }
  }, thread);
  const source: PageSource = { ...file };
  const session = new HeatSession(source, unwanted, costs);
  await session.read(() => undefined);
  await session.update();
  assert.deepEqual([session.facts.lags, session.facts.runs], [LAGS, 1]);
  source.thresholdUs = 190_000;
  session.judgingChanged();
  assert.ok(session.hasChanges);
  await session.update();
  assert.equal(session.facts.lags, 0);
  const heat = await session.watch(FEED, { from: 0, to: Number.POSITIVE_INFINITY }, 100).heat();
  session.dispose();
  assert.deepEqual(waiting, [0, 0]);
  assert.equal(decoded.callCount(), 0, 'messages of the file that this thread decoded');

  const model = new SessionModel();
  for await (const { data } of file.stream(AbortSignal.abort())) applyChunk(model, data);
  const here = new LineCosts(model);
  here.update([]);
  assert.deepEqual(heat, here.watch(originsOf(FEED)).heat());
  assert.deepEqual(
    heat.lines.map(({ line, totalUs }) => [line, totalUs]),
    [[7, 2_000 * 150_000]],
  );
});

test('lags of a capture that is here are judged no second time, and its costs take short turns', async () => {
  const driver = new CountedTurns();
  const { openCosts: _, ...file } = fileOfLags();
  const model = new SessionModel();
  for await (const { data } of file.stream(AbortSignal.abort())) applyChunk(model, data);
  const judge = new LagDetector(model, { thresholdUs: 100_000, isAppClass: () => false });
  judge.update();
  const live = new LiveCosts({ model, lags: () => judge.lags }, driver);
  const session = new HeatSession({ ...file, model }, unwanted, live);
  await session.update();
  assert.equal(session.facts.lags, LAGS);
  assert.ok(driver.turns >= Math.floor(driver.steps / (TURN_MS + 2)), `${driver.turns} turns of ${driver.steps} steps`);
  assert.ok(driver.steps > LAGS / 64, `${driver.steps} steps`);
  session.dispose();
});

test('when the thread ends, that is said once, and all costs are none', async () => {
  const said: string[] = [];
  const program = new URL(`data:text/javascript,${encodeURIComponent('process.exit(3)')}`);
  const file = fileOfLags();
  const costs = costsOf((signal) => file.stream(signal), newThread({ program }));
  const session = new HeatSession(file, (error) => said.push(messageOf(error)), costs);
  const watched = session.watch(FEED, { from: 0, to: 1 }, 100);
  await Promise.all([session.read(() => undefined), session.update()]);
  assert.deepEqual(await watched.heat(), { lines: [], functions: [] });
  assert.deepEqual(await session.callers([{ file: 1, line: 7 }], 6), { first: [], count: 0 });
  assert.equal(said.length, 1);
  assert.match(said[0] ?? '', /^The thread that reads this session has ended: it ended with code 3\.$/);
  session.dispose();
});

test('a source that is watched while an earlier selection is worked out has to be watched again', async () => {
  const session = new HeatSession(fileOfLags(), unwanted);
  await session.read(() => undefined);
  const isBegun = session.update();
  session.select({ of: 'range', ranges: [{ beginUs: 10_000, endUs: 310_000 }] });
  await isBegun;
  const early = session.watch(FEED, { from: 0, to: Number.POSITIVE_INFINITY }, 100);
  assert.equal(early.isCurrent, false);
  await session.update();
  const watched = session.watch(FEED, { from: 0, to: Number.POSITIVE_INFINITY }, 100);
  assert.equal(watched.isCurrent, true);
  const { lines } = await watched.heat();
  session.dispose();
  assert.deepEqual(
    lines.map(({ line }) => line),
    [7],
  );
});

test('a session that is closed while it is read ends without an error', async () => {
  const file = fileOfLags();
  const session = new HeatSession(file, unwanted);
  const read = session.read(() => undefined);
  file.thresholdUs = 120_000;
  session.judgingChanged();
  const updated = session.update();
  session.dispose();
  await Promise.all([read, updated]);
});

test('lags of the whole app count by the source’s limits', async () => {
  const encoder = new Encoder();
  const counters = (atUs: number, cpuUs: number): Message => {
    const memory = { footprintBytes: 2_000 * 2 ** 20, threads: 3, thermal: 0, allocations: 0, allocatedBytes: 0 };
    return { type: 'counters', atUs, cpuUs, cores: 4, ...memory };
  };
  const android = beginning.map((fact) => (fact.type === 'hello' ? { ...fact, os: 'android' } : fact));
  const facts: readonly Message[] = [...android, ...Array.from({ length: 30 }, (_, second) => counters(10_000 + second * 1_000_000, 0))];
  const bytes = Buffer.concat(facts.map((fact) => encoder.encode(fact)));
  const file: PageSource = {
    ...fileOfLags(),
    limits: { ...DEFAULT_LIMITS, memoryBytes: 0 },
    openCosts: () =>
      costsOf(async function* () {
        yield { data: new Uint8Array(bytes), catchingUp: false, chunk: true };
      }),
  };
  const session = new HeatSession(file, unwanted);
  await session.read(() => undefined);
  await session.update();
  assert.equal(session.facts.lags, 0, 'switched off');
  file.limits = { ...DEFAULT_LIMITS, memoryBytes: 1_500 * 2 ** 20 };
  session.judgingChanged();
  await session.update();
  assert.equal(session.facts.lags, 1);
  session.dispose();
});

test('a line’s cause is that of the lag in which it took most time', async () => {
  const session = new HeatSession(fileOfLags(), unwanted);
  await session.read(() => undefined);
  await session.update();
  const { file } = session.watch(FEED, { from: 0, to: Number.POSITIVE_INFINITY }, 100);
  const appClasses = { packages: ['shop'], prefixes: [] };
  const why = await session.cause([{ file, line: 7 }], appClasses);
  const none = await session.cause([{ file, line: 8 }], appClasses);
  session.dispose();
  assert.equal(why && causeText(why), 'Main waited 150 ms for a lock.', 'samples in the state of a monitor, without its owner');
  assert.equal(none, undefined);
});
