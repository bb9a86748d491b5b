import { deflateRawSync } from 'node:zlib';
import { joinBytes } from '../../core/join-bytes.ts';
import { SessionStream } from '../../core/session/file/session-stream.ts';
import { SessionWriter } from '../../core/session/file/writer.ts';
import { Encoder } from '../../core/wire/encoder.ts';
import type { Message } from '../../core/wire/schema.ts';
import { helloMessage, processMessage, seededRandom } from '../core/sample-stream.ts';

const START_US = 1_000_000_000;
const ROUND_US = 10_000;
const NATIVE = 0x100;
const MAIN = 1;
const DB = 2;
const POOL = 3;

/** Functions by colour; the first two of main's stacks are the looper's. */
const methods = [
  ['Landroid/os/Looper;', 'loop'],
  ['Landroid/os/Handler;', 'dispatchMessage'],
  ['Landroid/os/MessageQueue;', 'nativePollOnce'],
  ['Lcom/example/shop/Cart;', 'total'],
  ['Lcom/example/shop/Cart;', 'itemCount'],
  ['Lcom/example/shop/PriceHistory;', 'load'],
  ['Lcom/example/shop/Checkout;', 'onClick'],
  ['Lcom/example/shop/ui/ProductRow;', 'bind'],
  ['Lokhttp3/internal/Http2;', 'readHeaders'],
  ['Lio/coil/Decoder;', 'decode'],
  ['Lio/realm/internal/OsResults;', 'nativeSize', NATIVE],
  ['Landroid/view/View;', 'draw'],
  ['Landroid/database/sqlite/SQLiteQuery;', 'fillWindow'],
  ['Ljava/util/HashMap;', 'get'],
  ['Lkotlin/collections/CollectionsKt;', 'sortedWith'],
] as const;
const LOOP = 1;
const DISPATCH = 2;
const POLL = 3;
const FIRST_CALLED = 4;
/** Unnamed native frames, as one more method. */
const NAMELESS = methods.length + 1;

/** Main's activities by rounds. The third is a lag of 400 ms, the fifth of 300 ms. */
const phases = [
  [6, 'idle'],
  [4, 'busy'],
  [40, 'busy'],
  [9, 'idle'],
  [30, 'blocked'],
  [3, 'busy'],
  [12, 'idle'],
  [16, 'busy'],
  [8, 'idle'],
] as const;

/** A file of 1.3 seconds with everything drawable; always the same bytes. */
export async function screenshotSession(): Promise<Uint8Array> {
  const stream = new SessionStream();
  const encoder = new Encoder();
  const file: Uint8Array[] = [];
  const writer = new SessionWriter({ deflate: (bytes) => deflateRawSync(bytes), write: (bytes) => void file.push(bytes.slice()) });
  writer.append(stream.record(processMessage(0)).bytes);
  for (const message of agentMessages()) writer.append(stream.agentBytes(encoder.encode(message)).bytes);
  if (stream.failure !== undefined) throw new Error('The session of the pictures is not what an agent sends.');
  writer.append(stream.record({ type: 'mark', atUs: START_US + 620_000, name: 'Checkout' }).bytes);
  await writer.finish();
  return joinBytes(file);
}

function* agentMessages(): Generator<Message> {
  const random = seededRandom(7);
  const stacks = new Stacks();
  yield helloMessage(START_US, { os: 'android', apiLevel: 34, runtime: 'ART' });
  yield { type: 'settings', intervalUs: ROUND_US, threads: 1, depth: 512, walkAlways: 0 };
  for (const [thread, name] of [[MAIN, 'main'] as const, [DB, 'db'] as const, [POOL, 'pool-1'] as const]) {
    yield { type: 'thread', thread, tid: 4_000 + thread, name, group: 'main', flags: thread === MAIN ? 1 : 0, atUs: START_US };
  }
  yield { type: 'string', id: 1, text: 'com.example.shop.Cart' };
  for (const [index, [className, name, modifiers = 1]] of methods.entries()) {
    const sourceFile = `${className.slice(1, -1).split('/').at(-1)}.java`;
    yield { type: 'method', id: index + 1, class: className, name, signature: '()V', sourceFile, modifiers };
  }
  let atUs = START_US;
  for (const [rounds, kind] of phases) {
    const beginUs = atUs + 1_000;
    if (kind !== 'idle') yield { type: 'messageBegin', thread: MAIN, atUs: beginUs, target: 1, callback: 0, what: rounds };
    if (kind === 'blocked') yield { type: 'waitBegin', thread: MAIN, atUs: beginUs, kind: 1, object: 1 };
    let called: readonly number[] = [];
    for (let round = 0; round < rounds; round++) {
      atUs += ROUND_US;
      called = kind === 'busy' ? changed(called, random) : [4, 5];
      yield* stacks.sample(MAIN, atUs, kind === 'idle' ? [LOOP, POLL] : [LOOP, DISPATCH, ...called], states[kind]);
      yield* stacks.sample(DB, atUs + 40, [6, 13], kind === 'blocked' ? 0 : 3);
      yield* stacks.sample(POOL, atUs + 80, [9, 14], round % 8 < 3 ? 0 : round % 8 < 5 ? 8 : 2);
      if (kind === 'blocked' && round === 2) {
        yield { type: 'waitOwner', thread: MAIN, atUs: atUs + 90, owner: DB, ownerNode: stacks.node([6, 13]), waiters: 1, object: 1 };
      }
      yield { type: 'tick', atUs: atUs + 100, rounds: 1 };
    }
    if (kind === 'blocked') yield { type: 'waitEnd', thread: MAIN, atUs: atUs + 2_000 };
    if (kind !== 'idle') yield { type: 'messageEnd', thread: MAIN, atUs: atUs + 3_000, target: 1, callback: 0, what: rounds };
    yield* processFacts(rounds, atUs + 4_000);
  }
}

const states = { idle: 5, busy: 0, blocked: 1 } as const;

function* processFacts(rounds: number, atUs: number): Generator<Message> {
  yield { type: 'gcBegin', atUs };
  yield { type: 'gcEnd', atUs: atUs + 4_000 };
  yield { type: 'frame', atUs: atUs + 4_500, lateUs: rounds > 10 ? rounds * ROUND_US : 0, periodUs: 16_667, inTime: rounds, first: 0 };
  const footprintBytes = (40 + rounds) * 1_000_000;
  const counters = { cores: 4, footprintBytes, threads: 3, thermal: 0, allocations: 1_000, allocatedBytes: footprintBytes / 2 };
  yield { type: 'counters', atUs: atUs + 4_600, cpuUs: rounds * 5_000, ...counters };
}

/** Some frames return, others are called. */
function changed(called: readonly number[], random: () => number): readonly number[] {
  const kept = called.slice(0, Math.floor(random() * (called.length + 1)));
  const calls = Array.from(
    { length: 1 + Math.floor(random() * 5) },
    () => FIRST_CALLED + Math.floor(random() * (NAMELESS - FIRST_CALLED + 1)),
  );
  return [...kept, ...calls].slice(0, 9);
}

/** Announces stacks as an agent does: each node once. */
class Stacks {
  readonly #nodes = new Map<string, number>();
  readonly #last = new Map<number, string>();

  node(stack: readonly number[]): number {
    return this.#nodes.get(stack.join()) ?? 0;
  }

  *sample(thread: number, atUs: number, stack: readonly number[], state: number): Generator<Message> {
    for (const [index, method] of stack.entries()) {
      const path = stack.slice(0, index + 1).join();
      if (this.#nodes.has(path)) continue;
      const id = this.#nodes.size + 1;
      const parent = this.node(stack.slice(0, index));
      this.#nodes.set(path, id);
      if (method === NAMELESS) yield { type: 'nativeNode', id, parent, image: 0, offset: 0x7f00_0000 + id };
      else yield { type: 'node', id, parent, method, line: 10 + method, pc: -1 };
    }
    const cpuUs = state === 0 ? 9_000 : 0;
    const key = `${stack.join()} ${state}`;
    if (this.#last.get(thread) === key) yield { type: 'run', thread, atUs, samples: 1, cpuUs };
    else yield { type: 'sample', thread, atUs, node: this.node(stack), state, cpuUs };
    this.#last.set(thread, key);
  }
}
