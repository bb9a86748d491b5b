import type { Message } from '../../core/wire/schema.ts';
import { helloMessage, seededRandom } from '../../tests/core/sample-stream.ts';
import { StackWalk } from '../viewer/stack-walk.ts';

/** Main and 27 others. */
const THREADS = 28;
const INTERVAL_US = 5_000;
const METHODS = 6_000;
const MAIN_STACKS = { depth: 34, nodes: 60_000, changes: 2.6 };
const POOL_STACKS = { depth: 22, nodes: 3_000, changes: 2.2 };
/** Frames around main's messages; ids of nodes and methods follow those of the stacks. */
const looper = [
  { class: 'Landroid/app/ActivityThread;', name: 'main', below: 0 },
  { class: 'Landroid/os/Looper;', name: 'loop', below: 1 },
  { class: 'Landroid/os/Handler;', name: 'dispatchMessage', below: 2 },
  { class: 'Landroid/os/MessageQueue;', name: 'nativePollOnce', below: 2 },
] as const;
const LOOPER_NODE = MAIN_STACKS.nodes + (THREADS - 1) * POOL_STACKS.nodes;
const DISPATCH = LOOPER_NODE + 3;
const POLL = LOOPER_NODE + 4;
const SCREENS = ['com.example.shop.HomeActivity', 'com.example.shop.SearchActivity', 'com.example.shop.CartActivity'];
const LOCK_CLASS = 1;
const SECOND_US = 1_000_000;
/** Rounds of a message from which it lags, and from which the agent reports its use. */
const LAG_ROUNDS = 20;
const LONG_ROUNDS = 2;

type Random = () => number;

/** A thread beside main: busy for some rounds, then it waits for some. */
class Pool {
  readonly #walk: StackWalk;
  readonly #first: number;
  readonly #random: Random;
  readonly thread: number;
  #announced = 0;
  #rounds = 0;
  #isBusy = false;

  constructor(thread: number, random: Random) {
    this.thread = thread;
    this.#walk = new StackWalk(POOL_STACKS, random);
    this.#first = MAIN_STACKS.nodes + (thread - 2) * POOL_STACKS.nodes;
    this.#random = random;
  }

  /** This round's messages; waiting is one sample, which ticks extend. */
  *round(atUs: number): Generator<Message> {
    if (this.#rounds-- <= 0) {
      this.#isBusy = !this.#isBusy;
      this.#rounds = 5 + Math.floor(this.#random() * (this.#isBusy ? 60 : 66));
      if (!this.#isBusy) yield { type: 'sample', thread: this.thread, atUs, node: this.#first + 1, state: 3, cpuUs: 0 };
      return;
    }
    if (!this.#isBusy) return;
    const id = this.#walk.next();
    for (; this.#announced < id; this.#announced++) {
      const at = this.#announced + 1;
      const parent = this.#walk.parent[at] ?? 0;
      yield nodeMessage(this.#first + at, parent === 0 ? 0 : this.#first + parent);
    }
    if (this.#random() < 0.1) yield { type: 'run', thread: this.thread, atUs, samples: 1, cpuUs: INTERVAL_US };
    const cpuUs = this.#random() < 0.9 ? 4_700 : 900;
    yield { type: 'sample', thread: this.thread, atUs, node: this.#first + id, state: this.#random() < 0.1 ? 5 : 0, cpuUs };
  }
}

/** An hour and some minutes of an app at work, the same each time: samples, run loop, locks, collections, counters, frames, screens. */
export function* hourMessages(samples: number): Generator<Message> {
  const random = seededRandom(17);
  let atUs = SECOND_US * 1_000;
  yield* tables(atUs);
  const main = mainMessages(random);
  const pools = Array.from({ length: THREADS - 1 }, (_, index) => new Pool(index + 2, random));
  let sent = 0;
  for (let round = 0; sent < samples; round++) {
    atUs += INTERVAL_US + Math.floor(random() * 100);
    const { value: ofMain } = main.next(atUs);
    for (const message of ofMain ?? []) {
      if (message.type === 'sample') sent++;
      yield message;
    }
    for (const pool of pools) {
      for (const message of pool.round(atUs + pool.thread * 10)) {
        if (message.type === 'sample' && ++sent > samples) return;
        yield message;
      }
    }
    yield* processFacts(round, atUs + 400, random);
  }
}

/** Given a round's time, yields main's messages in it. */
function* mainMessages(random: Random): Generator<readonly Message[], void, number> {
  const walk = new StackWalk(MAIN_STACKS, random);
  let announced = 0;
  let atUs = yield [];
  for (;;) {
    const rounds = random() < 1 / 200 ? LAG_ROUNDS + Math.floor(random() * 140) : 1 + Math.floor(random() * 6);
    const beginUs = atUs - 1_000;
    const waits = rounds >= LAG_ROUNDS && random() < 0.3;
    for (let round = 0; round < rounds; round++) {
      const some: Message[] = [];
      if (round === 0) some.push({ type: 'messageBegin', thread: 1, atUs: beginUs, target: 0, callback: 0, what: rounds });
      if (waits && round === 4) some.push({ type: 'waitBegin', thread: 1, atUs, kind: 1, object: LOCK_CLASS });
      if (waits && round === 6) {
        some.push({ type: 'waitOwner', thread: 1, atUs, owner: 2, ownerNode: MAIN_STACKS.nodes + 1, waiters: 1, object: LOCK_CLASS });
      }
      if (waits && round === LAG_ROUNDS - 2) some.push({ type: 'waitEnd', thread: 1, atUs, outcome: 1 });
      const inner = walk.next();
      for (; announced < inner; announced++) some.push(nodeMessage(announced + 1, walk.parent[announced + 1] || DISPATCH));
      const isBlocked = waits && round >= 4 && round < LAG_ROUNDS - 2;
      some.push({ type: 'sample', thread: 1, atUs, node: inner, state: isBlocked ? 1 : 0, cpuUs: isBlocked ? 0 : 4_800 });
      atUs = yield some;
    }
    const ended: Message[] = [];
    const endUs = atUs - 1_000;
    if (rounds >= LONG_ROUNDS) {
      const use = { cpuUs: rounds * 4_000, readyUs: 300, majorFaults: 0, voluntarySwitches: 2, involuntarySwitches: 1, queuedUs: beginUs };
      ended.push({ type: 'messageUse', thread: 1, beginUs, atUs: endUs, ...use });
    }
    ended.push({ type: 'messageEnd', thread: 1, atUs: endUs, target: 0, callback: 0, what: rounds });
    if (rounds >= LAG_ROUNDS) {
      ended.push({ type: 'frame', atUs: endUs, lateUs: rounds * INTERVAL_US, periodUs: 16_667, inTime: 4, first: 0 });
    }
    ended.push({ type: 'sample', thread: 1, atUs, node: POLL, state: 5, cpuUs: 0 });
    atUs = yield ended;
    for (let idle = Math.floor(random() * 5); idle > 0; idle--) atUs = yield [];
  }
}

function* processFacts(round: number, atUs: number, random: Random): Generator<Message> {
  if (round % 2 === 0) yield { type: 'tick', atUs, rounds: 2 };
  if (round % 200 === 0) {
    const used = { cpuUs: 2_000_000, cores: 8, footprintBytes: 3e8 + Math.floor(random() * 1e7), threads: THREADS };
    yield { type: 'counters', atUs, ...used, thermal: undefined, allocations: undefined, allocatedBytes: 1e8 };
    yield { type: 'frame', atUs, lateUs: 0, periodUs: 16_667, inTime: 58, first: 0 };
  }
  if (round % 700 === 0) {
    yield { type: 'gcBegin', atUs };
    yield { type: 'gcEnd', atUs: atUs + 2_000 };
  }
  if (round % 24_000 === 0) {
    const id = round / 24_000;
    const name = 2 + (id % SCREENS.length);
    if (id > 0) yield { type: 'screen', atUs, id, name: 2 + ((id - 1) % SCREENS.length), kind: 1, shown: 0 };
    yield { type: 'screen', atUs, id: id + 1, name, kind: 1, shown: 1 };
  }
}

function nodeMessage(id: number, parent: number): Message<'node'> {
  return { type: 'node', id, parent, method: 1 + ((id * 7919) % METHODS), line: 10 + (id % 300), pc: id % 200 };
}

function* tables(atUs: number): Generator<Message> {
  yield helloMessage(atUs);
  yield { type: 'settings', intervalUs: INTERVAL_US, threads: 1, depth: 512, walkAlways: 0 };
  for (let id = 1; id <= THREADS; id++) {
    const [name, flags] = id === 1 ? ['main', 1] : [`pool-${id % 5}-thread-${id}`, 0];
    yield { type: 'thread', thread: id, tid: 4_241 + id, name, group: 'main', flags, atUs };
  }
  for (const [index, text] of ['com.example.shop.Cache', ...SCREENS].entries()) yield { type: 'string', id: index + 1, text };
  for (let id = 1; id <= METHODS; id++) {
    const name = `Lcom/example/shop/part${id % 40}/Class${id % 600};`;
    yield { type: 'method', id, class: name, name: `method${id}`, signature: '(I)V', sourceFile: `Class${id % 600}.java`, modifiers: 1 };
  }
  for (const [index, frame] of looper.entries()) {
    const method = METHODS + 1 + index;
    yield { type: 'method', id: method, class: frame.class, name: frame.name, signature: '()V', sourceFile: '', modifiers: 1 };
    const parent = frame.below === 0 ? 0 : LOOPER_NODE + frame.below;
    yield { type: 'node', id: LOOPER_NODE + 1 + index, parent, method, line: 0, pc: -1 };
  }
}
