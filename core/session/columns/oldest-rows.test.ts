import assert from 'node:assert/strict';
import { test } from 'node:test';
import { helloMessage, sampleStream } from '../../../tests/core/sample-stream.ts';
import { type Lag, LagDetector } from '../../analysis/lags/detect/lag-detector.ts';
import type { Message } from '../../wire/schema.ts';
import type { Limits } from '../limits/model-limits.ts';
import { SessionModel } from '../model/model.ts';
import { dropRowsUpTo, timeOfShare } from './oldest-rows.ts';

function judged(model: SessionModel): readonly Lag[] {
  const judge = new LagDetector(model, { thresholdUs: 100_000, isAppClass: () => true });
  judge.update();
  return judge.lags;
}

function modelOf(messages: Iterable<Message>, changed: Partial<Limits>): SessionModel {
  const model = new SessionModel(changed);
  for (const message of messages) model.apply(message);
  return model;
}

/** Nodes of stacks have other rows in another model only when other tables differ, and here they do not. */
function facts(lags: readonly Lag[], afterUs: number): readonly Lag[] {
  return lags.filter(({ beginUs }) => beginUs > afterUs);
}

test('lags behind the rows that went are those of a model that keeps all', () => {
  for (let seed = 1; seed <= 8; seed++) {
    const messages = [...sampleStream({ seed, samples: 30_000, threads: 1 + (seed % 4), depth: 12, methods: 40, nodes: 400 })];
    const all = modelOf(messages, {});
    const some = modelOf(messages, { rows: 4_096 });
    assert.ok(some.drops > 3 && some.rows <= 4_096 && some.keptBeginUs > 0, `${some.drops} drops, ${some.rows} rows`);
    assert.equal(all.drops, 0);
    assert.equal(some.ignored, all.ignored);
    const expected = facts(judged(all), some.keptBeginUs);
    assert.ok(expected.length >= 3, `${expected.length} lags`);
    assert.deepEqual(facts(judged(some), 0), expected);
  }
});

test('a judge that follows a session while rows go says the same in the end', () => {
  const messages = [...sampleStream({ seed: 21, samples: 30_000, threads: 3, depth: 12, methods: 40, nodes: 400 })];
  const model = new SessionModel({ rows: 4_096 });
  const judge = new LagDetector(model, { thresholdUs: 100_000, isAppClass: () => true });
  for (const [index, message] of messages.entries()) {
    model.apply(message);
    if (index % 500 === 0) judge.update();
  }
  judge.update();
  assert.deepEqual(judge.lags, judged(model));
});

test('what is kept does not depend on when a reader looks', () => {
  const messages = [...sampleStream({ seed: 4, samples: 20_000, threads: 4, depth: 8, methods: 40, nodes: 400 })];
  const [seldom, often] = [new SessionModel({ rows: 2_048 }), new SessionModel({ rows: 2_048 })];
  for (const message of messages) {
    seldom.apply(message);
    often.apply(message);
    for (const thread of often.threads) assert.ok(thread.samples.length >= 0);
  }
  const about = ({ drops, keptBeginUs, threads }: SessionModel) => ({
    drops,
    keptFromUs: keptBeginUs,
    samples: threads.map(({ samples }) =>
      Array.from({ length: samples.length }, (_, row) => [samples.beginUsAt(row), samples.endUsAt(row)]),
    ),
  });
  assert.deepEqual(about(often), about(seldom));
});

/** Main's messages of half a second each, `runs` reported in between. */
function* longSession(hours: number): Generator<Message> {
  yield helloMessage(0);
  yield { type: 'thread', thread: 1, tid: 1, name: 'main', group: '', flags: 1, atUs: 0 };
  yield { type: 'sample', thread: 1, atUs: 1, node: 0, state: 0, cpuUs: 0 };
  for (let atUs = 2_500; atUs < hours * 3.6e9; atUs += 2_500) yield { type: 'run', thread: 1, atUs, samples: 1, cpuUs: 2_000 };
}

test('what makes no row spends none: a hang behind a million runs is found', () => {
  const model = modelOf(longSession(0.7), { rows: 1_000 });
  assert.ok(model.version > 1_000_000);
  const endUs = model.nowUs;
  model.apply({ type: 'messageBegin', thread: 1, atUs: endUs + 1_000, target: 0, callback: 0, what: 0 });
  for (let step = 1; step <= 100; step++) model.apply({ type: 'tick', atUs: endUs + step * 50_000, rounds: 5 });
  model.apply({ type: 'messageEnd', thread: 1, atUs: endUs + 5_000_000, target: 0, callback: 0, what: 0 });
  assert.deepEqual([model.drops, model.ignored, model.threads[0]?.samples.length], [0, 0, 1]);
  assert.deepEqual(
    judged(model).map(({ beginUs, endUs: lagEndUs }) => lagEndUs - beginUs),
    [4_999_000],
  );
});

test('a model that lets rows go judges the last hang of a long stream, within its limit of rows', () => {
  const model = new SessionModel({ rows: 1 << 16 });
  for (const message of longSession(0)) model.apply(message);
  let mostRows = 0;
  let atUs = 0;
  for (let index = 0; index < 1_000_000; index++) {
    atUs += 500;
    if (index % 400 === 0) model.apply({ type: 'messageBegin', thread: 1, atUs, target: 0, callback: 0, what: 0 });
    else if (index % 400 === 300) model.apply({ type: 'messageEnd', thread: 1, atUs, target: 0, callback: 0, what: 0 });
    else model.apply({ type: 'sample', thread: 1, atUs, node: 0, state: index % 2, cpuUs: 400 });
    mostRows = Math.max(mostRows, model.rows);
  }
  assert.ok(mostRows <= (1 << 16) + 1, `${mostRows} rows`);
  assert.equal(model.ignored, 0);
  const lags = judged(model);
  // Messages of 150 ms each 200 ms: all behind the oldest rows.
  assert.equal(lags.length, Math.floor((atUs - model.keptBeginUs) / 200_000));
  assert.deepEqual(
    model.budgetEnds.map(({ name }) => name),
    ['rows'],
  );
});

test('the two rows before those that stay are kept, as the next ones depend on them', () => {
  const dropped: number[] = [];
  /** They end at 10, 20 … µs. */
  const column = (length: number) => ({
    length,
    droppedRows: 0,
    rowEndUs: (row: number) => 10 * (row + 1),
    dropFirst: (rows: number) => void dropped.push(rows),
  });
  const columns = [column(10), column(3), column(2)];
  // Of 15 ends the sixth is 30: 10, 10, 10, 20, 20, 20, 30 …; half of them, the eighth, is 30 as well.
  assert.deepEqual([timeOfShare(columns, 0.4), timeOfShare(columns, 0.5), timeOfShare(columns, 1)], [20, 30, 100]);
  dropRowsUpTo(columns, 50);
  assert.deepEqual(dropped, [3, 1]);
});
