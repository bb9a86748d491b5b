import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ms } from '../../../tests/core/analyzed-app.ts';
import { around, at, isNear, onlyCause } from '../../../tests/core/one-lag.ts';
import { SCRIPT_START_US, scriptedApp } from '../../../tests/core/scripted-app.ts';
import { threadState } from '../../session/columns/sample-columns.ts';
import type { Message } from '../../wire/schema.ts';

const decode = ['com.example.Feed.show:10', 'com.example.Feed.decode:40'];

test('work of one method is a busy main, with its share and the method’s line', () => {
  const { cause, text } = onlyCause(scriptedApp(around({ us: 700 * ms, stack: decode })));
  assert.match(text, /^Busy: (99|100) % of 700 ms in Feed\.decode \(Feed\.java:40\)\.$/);
  assert.deepEqual([cause.rule, cause.state, cause.short], ['busy', 'busy', ['shortBusy']]);
  isNear(cause.explainedUs, 700);
  assert.deepEqual(cause.evidence, { thread: 0, beginUs: 100 * ms, endUs: 800 * ms });
});

test('work of several methods counts those that cover most of it and names the first', () => {
  // 300, 200, 100, 100 ms: two cover 500 of 700 ms, three cover 600, more than 80 %.
  const part = (us: number, name: string) => ({ us: us * ms, stack: [`com.example.${name}.run:1`] });
  const parts = [part(200, 'Sort'), part(300, 'Draw'), part(100, 'Load'), part(100, 'Save')];
  const { text } = onlyCause(scriptedApp(around({ us: 700 * ms, parts })));
  assert.match(text, /^Busy: (99|100) % of 700 ms in 3 methods, (30|29)\d ms of it in Draw\.run \(Draw\.java:1\)\.$/);
});

test('time off CPU is not part of a busy main', () => {
  // 400 ms on CPU, 100 ms asleep.
  const parts = [
    { us: 400 * ms, stack: decode },
    { us: 100 * ms, stack: decode, busy: 0, state: threadState.sleeping },
  ];
  const { cause, text } = onlyCause(scriptedApp(around({ us: 500 * ms, parts })));
  assert.match(text, /^Busy: 80 % of 500 ms in /);
  isNear(cause.explainedUs, 400);
});

/** Main waits for a lock from 150 ms to 790 ms; a thread sleeps in it, seen every 50 ms. */
const repoNodes: readonly Message[] = [
  { type: 'string', id: 900, text: 'Lcom/example/Repo;' },
  { type: 'thread', thread: 2, tid: 9, name: 'bg-db', group: 'main', flags: 0, atUs: SCRIPT_START_US },
  {
    type: 'method',
    id: 800,
    class: 'Lcom/example/Repo;',
    name: 'longTransaction',
    signature: '()V',
    sourceFile: 'Repo.java',
    modifiers: 1,
  },
  { type: 'node', id: 800, parent: 0, method: 800, line: 88, pc: 0 },
];
const lockWait: readonly Message[] = [
  { type: 'waitBegin', thread: 1, atUs: at(150), kind: 1, object: 900 },
  { type: 'waitOwner', thread: 1, atUs: at(200), owner: 2, ownerNode: 800, waiters: 1, object: 900 },
  { type: 'waitEnd', thread: 1, atUs: at(790) },
];
const lockDeed = around({
  us: 700 * ms,
  parts: [
    { us: 50 * ms, stack: decode },
    { us: 640 * ms, stack: ['com.example.Cart.total:7'], busy: 0, state: threadState.monitor },
    { us: 10 * ms, stack: decode },
  ],
});
const seen = (atMs: number, state: number, cpuMs: number): Message<'sample'> => ({
  type: 'sample',
  thread: 2,
  atUs: at(atMs),
  node: 800,
  state,
  cpuUs: cpuMs * ms,
});
/** The holder in one state, by a sample each 100 ms. */
const holder = (state: number, cpuMs: number): readonly Message[] =>
  Array.from({ length: 10 }, (_, index) => seen(50 + index * 100, state, index === 0 ? 0 : cpuMs));

test('a wait for a lock names its length, the lock, the thread that held it, where, and what that thread waited for', () => {
  const judged = (messages: readonly Message[]) => onlyCause([...scriptedApp(lockDeed), ...repoNodes, ...lockWait, ...messages]);
  const { cause, text } = judged(holder(threadState.disk, 0));
  assert.equal(
    text,
    'Main waited 640 ms for the lock of Repo. bg-db held it in Repo.longTransaction (Repo.java:88) and waited for the disk.',
  );
  assert.deepEqual([cause.rule, cause.explainedUs], ['lock', 640 * ms]);
  assert.deepEqual(cause.evidence, { thread: 1, beginUs: 150 * ms, endUs: 790 * ms });
  assert.match(judged(holder(threadState.running, 100)).text, / held it in .* and was busy\.$/);
  assert.match(judged(holder(threadState.sleeping, 0)).text, / held it in .* and slept\.$/);
  assert.match(judged([]).text, / held it in Repo\.longTransaction \(Repo\.java:88\)\.$/);
});

test('a lock without a known holder says so, and where the runtime cannot name holders also the remedy', () => {
  const [begin, , end] = lockWait;
  assert.ok(begin && end);
  const unheld = [...scriptedApp(lockDeed), ...repoNodes, begin, end];
  assert.equal(onlyCause(unheld).text, 'Main waited 640 ms for the lock of Repo.');
  const lacking = unheld.map((each) =>
    each.type === 'hello' ? { ...each, capabilities: [{ name: 'lockOwners', enabled: 0, why: 'attached' }] } : each,
  );
  assert.equal(onlyCause(lacking).text, 'Main waited 640 ms for the lock of Repo. Capture from app launch to see the thread that held it.');
});

test('a lock that only samples saw has a length, too', () => {
  const { cause, text } = onlyCause(scriptedApp(lockDeed));
  assert.match(text, /^Main waited 6[34]\d ms for a lock\.$/);
  isNear(cause.explainedUs, 640);
});

test('waits for one lock count together, also against a longer single one for another', () => {
  // 3 × 100 ms for Repo, 160 ms for Cart, of 700 ms.
  const wait = (atMs: number, us: number, object: number): readonly Message[] => [
    { type: 'waitBegin', thread: 1, atUs: at(atMs), kind: 1, object },
    { type: 'waitEnd', thread: 1, atUs: at(atMs) + us * ms },
  ];
  const deeds = around({ us: 700 * ms, stack: decode, busy: 0.2, state: threadState.monitor });
  const waits = [...wait(150, 100, 900), ...wait(300, 100, 900), ...wait(450, 160, 901), ...wait(620, 100, 900)];
  const cart: Message = { type: 'string', id: 901, text: 'Lcom/example/Cart;' };
  const { cause, text } = onlyCause([...scriptedApp(deeds), ...repoNodes, cart, ...waits]);
  assert.equal(text, 'Main waited 300 ms for the lock of Repo.');
  assert.equal(cause.explainedUs, 300 * ms);
});

test('garbage collections are counted', () => {
  const gc = (atMs: number, us: number): readonly Message[] => [
    { type: 'gcBegin', atUs: at(atMs) },
    { type: 'gcEnd', atUs: at(atMs) + us * ms },
  ];
  const deeds = around({ us: 300 * ms, stack: decode, busy: 0.3 });
  const { cause, text } = onlyCause([...scriptedApp(deeds), ...gc(120, 100), ...gc(240, 60), ...gc(320, 50)]);
  assert.equal(text, 'Garbage collection: 3 collections, 210 ms. Switch on laglens.allocations to see who allocated.');
  assert.deepEqual([cause.rule, cause.explainedUs], ['garbage', 210 * ms]);
  assert.match(onlyCause([...scriptedApp(deeds), ...gc(120, 200)]).text, /^Garbage collection: one collection, 200 ms\. /);
});

test('the method that allocated the most is named with its thread, whichever that is', () => {
  // 8 of 10 MB in a thread of two samples, 2 MB in main.
  const deeds = around({ us: 300 * ms, stack: decode, busy: 0.3 });
  const script = scriptedApp(deeds).map((each) => {
    if (each.type === 'settings') return { ...each, allocations: 1 };
    return each.type === 'run' && each.atUs > at(200) && each.atUs <= at(250) ? { ...each, allocatedBytes: 2 * 2 ** 20 } : each;
  });
  const others: readonly Message[] = [
    { ...seen(120, threadState.running, 0), allocatedBytes: 0 },
    { type: 'run', thread: 2, atUs: at(220), samples: 10, cpuUs: 0, allocatedBytes: 8 * 2 ** 20 },
  ];
  const gc: readonly Message[] = [
    { type: 'gcBegin', atUs: at(120) },
    { type: 'gcEnd', atUs: at(320) },
  ];
  const { text } = onlyCause([...script, ...repoNodes.slice(1), ...others, ...gc]);
  assert.equal(text, 'Garbage collection: one collection, 200 ms. bg-db allocated 8.0 MB of 10 MB in Repo.longTransaction (Repo.java:88).');
});

/** Threads 2 and on run for a share of each 100 ms from 50 ms to 950 ms. */
const busyThread = (thread: number, name: string, part: number): readonly Message[] => [
  { type: 'thread', thread, tid: thread, name, group: 'main', flags: 0, atUs: SCRIPT_START_US },
  ...Array.from({ length: 10 }, (_, index): Message => {
    return { type: 'sample', thread, atUs: at(50 + index * 100), node: 800, state: 0, cpuUs: index === 0 ? 0 : part * 100 * ms };
  }),
];

/** 60 % of the 700 ms from 100 ms on. */
const withoutCore: Message = { type: 'ready', thread: 1, beginUs: at(100), atUs: at(800), readyUs: 420 * ms };

test('a main without a core names the threads of the app that ran', () => {
  const script = [...scriptedApp(around({ us: 700 * ms, stack: decode, busy: 0.4 })), withoutCore];
  const judged = (...threads: readonly Message[]) => onlyCause([...script, ...repoNodes.slice(2), ...threads]);
  const two = judged(...busyThread(2, 'renderer', 0.9), ...busyThread(3, 'decoder', 0.8), ...busyThread(4, 'log', 0.1));
  assert.match(
    two.text,
    /^Main was ready, but had no core for 4[12]\d ms \(60 %\)\. renderer and decoder ran\. Main was seen in Feed\.decode \(Feed\.java:40\)\.$/,
  );
  assert.equal(two.cause.rule, 'noCore');
  isNear(two.cause.explainedUs, 420);
  const three = judged(...busyThread(2, 'renderer', 0.9), ...busyThread(3, 'decoder', 0.8), ...busyThread(4, 'log', 0.5));
  assert.match(three.text, / renderer, decoder and 1 more ran\. Main was seen in/);
  assert.match(judged(...busyThread(4, 'log', 0.5)).text, / log ran\. Main was seen in/);
  assert.match(judged().text, / No other thread was seen busy, so other processes probably ran\. Main was seen in/);
  // Of a crowded computer's cores main got 15 %: a thread with 10 % is a rival, one with 6 % is not.
  const crowded = [...scriptedApp(around({ us: 700 * ms, stack: decode, busy: 0.15 })), withoutCore, ...repoNodes.slice(2)];
  const { text } = onlyCause([...crowded, ...busyThread(2, 'renderer', 0.1), ...busyThread(3, 'log', 0.06)]);
  assert.match(text, / renderer ran\. Main was seen in/);
});

/** The process's counter each 250 ms, in microseconds of CPU. */
const counted = (cpuMs: number): readonly Message[] =>
  Array.from(
    { length: 5 },
    (_, index): Message => ({ type: 'counters', atUs: at(index * 250), cpuUs: cpuMs * ms, cores: 2, threads: 9, ...noCounts }),
  );
const noCounts = { footprintBytes: undefined, thermal: undefined, allocations: undefined, allocatedBytes: undefined };

test('an app is cleared only by the sum of its threads, and by the process’s counter', () => {
  const script = [...scriptedApp(around({ us: 700 * ms, stack: decode, busy: 0.4 })), withoutCore, ...repoNodes.slice(2)];
  // 16 threads with 8 % of a core each: none counts alone, together they have 128 %, 896 of 700 ms.
  const hogs = Array.from({ length: 16 }, (_, index) => busyThread(2 + index, `hog-${index}`, 0.08)).flat();
  assert.match(
    onlyCause([...script, ...hogs]).text,
    / Other threads of the app ran, too: 16 seen, for at least 89\d ms together\. Main was seen in/,
  );
  // 250 ms of CPU in 250 ms: 60 % of a core more than main used. No sample saw the threads.
  assert.match(onlyCause([...script, ...counted(250)]).text, / The whole app used 100 % of a core at that time\. Main was seen in/);
  // 100 ms in 250 ms are main's 40 %.
  assert.match(onlyCause([...script, ...counted(100)]).text, / No other thread of the app was busy, so other processes ran\. Main was/);
});

test('with main alone sampled a missing core names the setting that shows who ran', () => {
  const messages = [...scriptedApp(around({ us: 700 * ms, stack: decode, busy: 0.4 })), withoutCore];
  const alone = messages.map((each) => (each.type === 'settings' ? { ...each, threads: 0 } : each));
  assert.match(onlyCause(alone).text, / Set laglens\.threads to all to see which threads ran\. Main was seen in /);
});

test('a lag of which nothing is known says so and why', () => {
  // In native code with a fifth of the clock: neither busy nor at rest.
  const native = around({ us: 500 * ms, stack: decode, busy: 0.2, state: threadState.native });
  const { cause, text } = onlyCause(scriptedApp(native));
  assert.match(text, /^Nothing is known about (39|40)\d ms of 500 ms\. Perhaps no core was free, or memory was read from the disk\.$/);
  assert.equal(cause.rule, 'unknown');
  isNear(cause.explainedUs, 400);
  const noClock = scriptedApp(around({ us: 500 * ms, stack: decode, state: threadState.native }), { cpu: false });
  assert.match(onlyCause(noClock).text, /The CPU time of main is not reported\.$/);
});

test('a guess leaves out what was counted', () => {
  const native = scriptedApp(around({ us: 500 * ms, stack: decode, busy: 0.2, state: threadState.native }));
  // 5 ms without a core were counted, 400 ms are unknown.
  const ready: Message = { type: 'ready', thread: 1, beginUs: at(100), atUs: at(600), readyUs: 5 * ms };
  assert.match(onlyCause([...native, ready]).text, / of 500 ms\. A core was free\. Perhaps memory was read from the disk\.$/);
});

test('main’s unknown time beside another thread’s static initialiser probably waits for that class', () => {
  const native = scriptedApp(around({ us: 500 * ms, stack: decode, busy: 0.2, state: threadState.native }));
  const initialiser: readonly Message[] = [
    { type: 'method', id: 801, class: 'Lcom/example/Slow;', name: '<clinit>', signature: '()V', sourceFile: 'Slow.java', modifiers: 8 },
    { type: 'node', id: 801, parent: 0, method: 801, line: 3, pc: 0 },
  ];
  const runs = busyThread(2, 'initialiser', 0).map((each) => (each.type === 'sample' ? { ...each, node: 801, state: 4 } : each));
  const { cause, text } = onlyCause([...native, ...initialiser, ...runs]);
  assert.match(text, /^Main probably waited (39|40)\d ms until initialiser had initialised Slow\.$/);
  assert.deepEqual([cause.rule, cause.evidence?.thread], ['classInit', 1]);
  // Another thread's work is no initialiser.
  assert.equal(onlyCause([...native, ...repoNodes.slice(2), ...busyThread(2, 'initialiser', 0)]).cause.rule, 'unknown');
});
