import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dumpModel } from '../../../tests/core/model-dump.ts';
import { helloMessage, processMessage, sampleStream, seededRandom } from '../../../tests/core/sample-stream.ts';
import { sampleValues } from '../../../tests/core/sample-values.ts';
import { Decoder } from '../../wire/decoder.ts';
import { Encoder } from '../../wire/encoder.ts';
import type { Message } from '../../wire/schema.ts';
import { intervalState } from '../columns/interval-columns.ts';
import { UNKNOWN_CPU } from '../columns/sample-columns.ts';
import { SessionModel } from './model.ts';

const START = 5_000_000;

function modelOf(...messages: readonly Message[]): SessionModel {
  const model = new SessionModel();
  for (const message of messages) model.apply(message);
  return model;
}

function thread(id: number, atUs = START, changes: Partial<Message<'thread'>> = {}): Message {
  return { type: 'thread', thread: id, tid: 100 + id, name: `t${id}`, group: 'main', flags: id === 1 ? 1 : 0, atUs, ...changes };
}

function sample(id: number, atUs: number, node = 1, cpuUs?: number): Message {
  return { type: 'sample', thread: id, atUs, node, state: 0, cpuUs };
}

const method = (id: number, name: string): Message => ({
  type: 'method',
  id,
  class: 'Lcom/example/Shop;',
  name,
  signature: '()V',
  sourceFile: 'Shop.java',
  modifiers: 1,
});
const node = (id: number, parent: number, methodId: number, line = 7): Message => ({
  type: 'node',
  id,
  parent,
  method: methodId,
  line,
  pc: 0,
});
const tick = (atUs: number): Message => ({ type: 'tick', atUs, rounds: 5 });
const start: readonly Message[] = [processMessage(0), helloMessage(START), thread(1), method(1, 'draw'), node(1, 0, 1)];

test('a sample opens a run that ticks and runs move, and CPU time stays where it was spent', () => {
  const model = modelOf(
    ...start,
    sample(1, START + 10, 1, 4),
    { type: 'run', thread: 1, atUs: START + 40, samples: 3, cpuUs: 20 },
    { type: 'run', thread: 1, atUs: START + 60, samples: 2, cpuUs: 15 },
    tick(START + 90),
    sample(1, START + 100, 0, 9),
    { type: 'run', thread: 1, atUs: START + 110, samples: 1, cpuUs: undefined },
    { type: 'run', thread: 1, atUs: START + 120, samples: 1, cpuUs: 3 },
  );
  const samples = model.threads[0]?.samples;
  assert.equal(samples?.length, 2);
  assert.deepEqual(sampleValues(samples, 'beginUs', 2), [10, 100]);
  assert.deepEqual(sampleValues(samples, 'endUs', 2), [90, 120]);
  assert.deepEqual(sampleValues(samples, 'cpuUs', 2), [35, UNKNOWN_CPU]);
  assert.deepEqual(sampleValues(samples, 'leadCpuUs', 2), [4, 9]);
  assert.equal(model.nowUs, 120);
  assert.equal(model.runs[0]?.nowUs, 120);
});

test('a tick moves what is open in living threads only, and a dead thread hears nothing more', () => {
  const model = modelOf(
    ...start,
    thread(2),
    sample(1, START + 10),
    sample(2, START + 10),
    { type: 'messageBegin', thread: 2, atUs: START + 10, target: 0, callback: 0, what: 0 },
    { type: 'threadEnd', thread: 2, atUs: START + 20 },
    tick(START + 50),
    sample(2, START + 60),
    { type: 'messageEnd', thread: 2, atUs: START + 70, target: 0, callback: 0, what: 0 },
  );
  const [first, second] = model.threads;
  assert.equal(first?.samples.lastUs, 50);
  assert.equal(second?.samples.lastUs, 10);
  assert.equal(second?.samples.length, 1);
  assert.equal(second?.endUs, 20);
  assert.equal(second?.messages.state[0], intervalState.cut);
  assert.equal(model.ignored, 2);
});

test('without a tick an open run just has an end', () => {
  const model = modelOf(...start, sample(1, START + 10), tick(START + 30), thread(2, START + 9_000_000));
  assert.equal(model.threads[0]?.samples.lastUs, 30);
  assert.equal(model.nowUs, 9_000_000);
});

test('a message lasts until its end, which may bring its name', () => {
  const begin = (atUs: number): Message => ({ type: 'messageBegin', thread: 1, atUs, target: 0, callback: 0, what: 0 });
  const model = modelOf(
    ...start,
    { type: 'string', id: 1, text: 'android.os.Handler' },
    { type: 'string', id: 2, text: 'com.example.Shop$1' },
    begin(START + 10),
    tick(START + 60),
  );
  const messages = model.threads[0]?.messages;
  assert.ok(messages);
  assert.equal(messages.openRow, 0);
  assert.equal(messages.endUs[0], 60);
  // The tick was sent before the message's end was drained from its ring: the end counts.
  model.apply({ type: 'messageEnd', thread: 1, atUs: START + 55, target: 1, callback: 2, what: 7 });
  assert.equal(messages.openRow, -1);
  assert.equal(messages.endUs[0], 55);
  assert.equal(messages.state[0], intervalState.ended);
  assert.equal(model.strings[messages.target[0] ?? 0], 'android.os.Handler');
  assert.equal(model.strings[messages.callback[0] ?? 0], 'com.example.Shop$1');
  assert.equal(messages.what[0], 7);
  model.apply(begin(START + 70));
  model.apply(tick(START + 90));
  model.apply(begin(START + 80));
  assert.equal(messages.state[1], intervalState.cut, 'its end was lost');
  assert.equal(messages.endUs[1], 80);
  assert.equal(messages.openRow, 2);
});

test('a message keeps the name it began with when its end brings none', () => {
  const model = modelOf(
    ...start,
    { type: 'string', id: 1, text: 'android.view.ViewRootImpl$ViewRootHandler' },
    { type: 'messageBegin', thread: 1, atUs: START + 10, target: 1, callback: 0, what: 3 },
    { type: 'messageEnd', thread: 1, atUs: START + 20, target: 0, callback: 0, what: 0 },
  );
  const messages = model.threads[0]?.messages;
  assert.deepEqual([model.strings[messages?.target[0] ?? 0], messages?.what[0]], ['android.view.ViewRootImpl$ViewRootHandler', 3]);
});

test('the same call at another line is another node', () => {
  const model = modelOf(...start, node(2, 1, 1, 5), node(3, 1, 1, 6), node(4, 1, 1, 5));
  assert.deepEqual([...model.nodes.line.subarray(0, model.nodes.length)], [0, 7, 5, 6]);
});

test('a wait knows its owner', () => {
  const model = modelOf(
    ...start,
    thread(2),
    { type: 'string', id: 1, text: 'java.lang.Object' },
    { type: 'waitBegin', thread: 1, atUs: START + 5, kind: 1, object: 0 },
  );
  const waits = model.threads[0]?.waits;
  assert.ok(waits);
  assert.equal(waits.owner[0], -1);
  model.apply({ type: 'waitOwner', thread: 1, atUs: START + 30, owner: 2, ownerNode: 1, waiters: 1, object: 1 });
  model.apply({ type: 'waitEnd', thread: 1, atUs: START + 40 });
  assert.deepEqual([waits.owner[0], waits.ownerNode[0], waits.waiters[0], waits.object[0]], [1, 1, 1, 1]);
  assert.deepEqual([waits.beginUs[0], waits.endUs[0], waits.kind[0]], [5, 40, 1]);
});

test('a broken link leaves a gap; the tables that come again are the same rows, and what is still open goes on', () => {
  const begin: Message = { type: 'messageBegin', thread: 1, atUs: START + 10, target: 0, callback: 0, what: 0 };
  const model = modelOf(...start, sample(1, START + 20), begin, tick(START + 50), { type: 'gap', atUs: START + 50, why: 'cable out' });
  const [first] = model.threads;
  assert.equal(first?.messages.state[0], intervalState.cut);
  assert.deepEqual(model.runs[0]?.gaps, [{ beginUs: 50, endUs: -1, why: 'cable out' }]);
  for (const message of [helloMessage(START + 900), thread(1, START + 900), method(1, 'draw'), node(1, 0, 1), begin, tick(START + 950)]) {
    model.apply(message);
  }
  assert.deepEqual(model.runs[0]?.gaps, [{ beginUs: 50, endUs: 900, why: 'cable out' }]);
  assert.equal(model.threads.length, 1);
  assert.equal(model.nodes.length, 2);
  assert.equal(model.methods.length, 2);
  assert.equal(first?.messages.length, 1);
  assert.equal(first?.messages.openRow, 0);
  assert.equal(first?.messages.endUs[0], 950);
  assert.equal(first?.samples.endUsAt(0), 50, 'nobody saw the stack after the gap');
  assert.equal(model.runs[0]?.beginUs, 0);
});

test('a new process is a new run: its ids start again, its methods and stacks are the same rows', () => {
  const model = modelOf(
    ...start,
    node(2, 1, 1, 9),
    sample(1, START + 20, 2),
    thread(9),
    { type: 'threadEnd', thread: 9, atUs: START + 25 },
    { type: 'processEnd', atUs: START + 30, why: 'reinstalled' },
    sample(1, START + 35, 2),
    { type: 'settings', intervalUs: 1_000, threads: 1, depth: 9, walkAlways: 0 },
    processMessage(1, { pid: 77 }),
    helloMessage(START + 1_000, { pid: 77 }),
    thread(1, START + 1_000, { name: 'main' }),
    method(5, 'draw'),
    method(1, 'load'),
    node(1, 0, 5),
    node(3, 1, 5, 9),
    node(4, 3, 1),
    sample(1, START + 1_010, 3),
    sample(1, START + 1_020, 4),
  );
  assert.equal(model.ignored, 2);
  assert.equal(model.runs[0]?.settings, undefined);
  assert.equal(model.runs.length, 2);
  assert.deepEqual([model.runs[0]?.endUs, model.runs[0]?.endedWhy, model.runs[1]?.beginUs], [30, 'reinstalled', 1_000]);
  assert.equal(model.threads.length, 3);
  const [before, early, after] = model.threads;
  assert.deepEqual([before?.endUs, early?.endUs, after?.endUs], [30, 25, -1]);
  assert.equal(after?.samples.nodeAt(0), before?.samples.nodeAt(0));
  assert.equal(after?.samples.beginUsAt(0), 1_010);
  assert.equal(model.nodes.depth[after?.samples.nodeAt(1)], 3);
  assert.deepEqual(
    model.methods.map((row) => row.name),
    ['', 'draw', 'load'],
  );
});

test('the process record at the begin of each chunk is no new run', () => {
  const model = modelOf(...start, processMessage(0), sample(1, START + 5));
  assert.equal(model.runs.length, 1);
  assert.equal(model.threads[0]?.samples.length, 1);
});

test('after a restart of the device the wall clock places the run, never before what is known', () => {
  const restart = (wallUs: number): SessionModel =>
    modelOf(...start, tick(START + 100_000), processMessage(1), helloMessage(900, { wallUs: helloMessage(START).wallUs + wallUs }));
  assert.equal(restart(3_000_000).runs[1]?.beginUs, 3_000_000);
  assert.equal(restart(-500).runs[1]?.beginUs, 100_000);
  // Another device, up for a month longer, 3 s later by the wall clock.
  const month = 30 * 86_400e6;
  const other = modelOf(...start, processMessage(1), helloMessage(START + month, { wallUs: helloMessage(START).wallUs + 3_000_000 }));
  assert.equal(other.runs[1]?.beginUs, 3_000_000);
});

test('time that goes backwards is moved to the last known time and counted', () => {
  const model = modelOf(
    ...start,
    sample(1, START + 100),
    sample(1, START + 40),
    { type: 'messageBegin', thread: 1, atUs: START + 50, target: 0, callback: 0, what: 0 },
    { type: 'messageEnd', thread: 1, atUs: START + 20, target: 0, callback: 0, what: 0 },
    { type: 'waitBegin', thread: 1, atUs: START - 100, kind: 1, object: 0 },
  );
  const [first] = model.threads;
  assert.deepEqual([first?.samples.beginUsAt(1), first?.samples.endUsAt(1)], [100, 100]);
  assert.deepEqual([first?.messages.beginUs[0], first?.messages.endUs[0]], [50, 50]);
  assert.equal(first?.waits.beginUs[0], 0);
  assert.equal(model.clampedTimes, 2);
  assert.equal(model.nowUs, 100);
});

test('rings of parents, forward references and stacks without end end up as finite stacks', () => {
  const deep = Array.from({ length: 5_000 }, (_, index) => node(index + 10, index === 0 ? 0 : index + 9, 1));
  const model = modelOf(...start, node(2, 3, 1), node(3, 2, 1), node(2, 3, 1), node(4, 4, 1), node(2 ** 40, 1, 1), ...deep);
  const { nodes } = model;
  for (let row = 1; row < nodes.length; row++) {
    assert.ok((nodes.parent[row] ?? 0) < row);
    assert.equal(nodes.depth[row], (nodes.depth[nodes.parent[row] ?? 0] ?? 0) + 1);
    assert.ok((nodes.depth[row] ?? 0) <= 4_096);
  }
  // One id beyond all bounds. Of the chain, the 904 nodes beyond 4,096 are the stack that was full.
  assert.equal(model.ignored, 1);
  model.apply(sample(1, START + 5, 999_999));
  model.apply(sample(1, START + 6, 5_009));
  assert.equal(model.threads[0]?.samples.nodeAt(0), 0);
  assert.equal(nodes.depth[model.threads[0]?.samples.nodeAt(1)], 4_096);
});

test('a thread id that is used again is another thread', () => {
  const model = modelOf(
    ...start,
    { type: 'threadEnd', thread: 1, atUs: START + 10 },
    thread(1, START + 5),
    thread(1, START + 20, { name: 'new' }),
  );
  assert.deepEqual(
    model.threads.map((row) => [row.name, row.beginUs, row.endUs]),
    [
      ['t1', 0, 10],
      ['new', 20, -1],
    ],
  );
});

test('a stream in random pieces makes the same model as the whole', () => {
  const messages: readonly Message[] = [
    { type: 'session', version: 1, createdUs: 1, host: '0.1.0' },
    processMessage(0),
    ...sampleStream({ seed: 3, samples: 2_000, threads: 3, depth: 12, methods: 50, nodes: 400 }),
    { type: 'gap', atUs: 1_200_000_000, why: 'cable out' },
    ...sampleStream({ seed: 4, samples: 200, threads: 3, depth: 12, methods: 50, nodes: 400 }),
    processMessage(1),
    ...sampleStream({ seed: 5, samples: 500, threads: 4, depth: 20, methods: 70, nodes: 300 }),
    { type: 'mark', atUs: 1_100_000_000, name: 'here' },
  ];
  const encoder = new Encoder();
  const bytes = messages.flatMap((message) => [...encoder.encode(message)]);
  const expected = JSON.stringify(dumpModel(modelOf(...messages)));
  const random = seededRandom(11);
  for (let round = 0; round < 5; round++) {
    const decoder = new Decoder();
    const model = new SessionModel();
    for (let at = 0; at < bytes.length; ) {
      const next = at + 1 + Math.floor(random() ** 3 * 4_000);
      for (const message of decoder.push(Uint8Array.from(bytes.slice(at, next)))) model.apply(message);
      at = next;
    }
    assert.equal(decoder.failure, undefined);
    assert.equal(JSON.stringify(dumpModel(model)), expected);
  }
});

test('a stack in which the thread came onto the CPU and left it again is a row each', () => {
  const run = (atUs: number, cpuUs: number): Message => ({ type: 'run', thread: 1, atUs: START + atUs, samples: 3, cpuUs });
  // Asleep for 100 ms, on CPU from 100 to 200 ms, as reported every 50 ms, then asleep again. A tick came before it was reported.
  const model = modelOf(
    ...start,
    sample(1, START, 1, 0),
    run(50_000, 10),
    run(100_000, 20),
    tick(START + 120_000),
    run(150_000, 49_000),
    run(200_000, 50_000),
    run(400_000, 700),
  );
  const samples = model.threads[0]?.samples;
  assert.equal(samples?.length, 3);
  assert.deepEqual(sampleValues(samples, 'beginUs', 3), [0, 100_000, 200_000]);
  assert.deepEqual(sampleValues(samples, 'endUs', 3), [100_000, 200_000, 400_000]);
  assert.deepEqual(sampleValues(samples, 'cpuUs', 3), [30, 99_000, 700]);
  assert.deepEqual(sampleValues(samples, 'leadCpuUs', 3), [0, 0, 0]);
  assert.deepEqual(sampleValues(samples, 'node', 3), [1, 1, 1]);
});

test('a stack on the CPU of which nothing is reported any more has left the CPU', () => {
  const run = (atUs: number): Message => ({ type: 'run', thread: 1, atUs: START + atUs, samples: 3, cpuUs: 50_000 });
  const model = modelOf(...start, sample(1, START, 1, 0), run(50_000), run(100_000));
  // Reported every 50 ms at least, so 140 ms later it may be late, and 160 ms later it stands still.
  model.apply(tick(START + 240_000));
  assert.equal(model.threads[0]?.samples.length, 1);
  model.apply(tick(START + 260_000));
  const samples = model.threads[0]?.samples;
  assert.equal(samples?.length, 2);
  assert.deepEqual(sampleValues(samples, 'beginUs', 2), [0, 100_000]);
  assert.deepEqual(sampleValues(samples, 'endUs', 2), [100_000, 260_000]);
});
