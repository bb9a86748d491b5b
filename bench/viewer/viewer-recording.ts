import { joinBytes } from '../../core/join-bytes.ts';
import { SessionStream } from '../../core/session/file/session-stream.ts';
import { SessionModel } from '../../core/session/model/model.ts';
import { Encoder } from '../../core/wire/encoder.ts';
import type { Message } from '../../core/wire/schema.ts';
import { helloMessage, processMessage, seededRandom } from '../../tests/core/sample-stream.ts';
import { chunksOf } from '../support/bench-session.ts';
import { StackWalk } from './stack-walk.ts';

/** As the viewers' profile for comparison: 40 frames, 100,000 distinct stack nodes, some three changes each time. */
const shape = { depth: 36, nodes: 99_995, changes: 2.6 };
/** Functions of the app, unless others are asked for. */
const METHODS = 5_000;
const INTERVAL_US = 1_000;

/** Frames around all messages; with the walk's 36 frames a stack has 40. */
const looper = [
  { class: 'Lcom/android/internal/os/ZygoteInit;', name: 'main', below: 0 },
  { class: 'Landroid/app/ActivityThread;', name: 'main', below: 1 },
  { class: 'Landroid/os/Looper;', name: 'loop', below: 2 },
  { class: 'Landroid/os/Handler;', name: 'dispatchMessage', below: 3 },
  { class: 'Landroid/os/MessageQueue;', name: 'nativePollOnce', below: 3 },
] as const;
const DISPATCH = shape.nodes + 4;
const POLL = shape.nodes + 5;

/** A recording of main, from which the peers' profiles are made. */
export interface ViewerRecording {
  /** As in the file, unpacked. */
  readonly chunks: readonly Uint8Array[];
  readonly samples: number;
  readonly model: SessionModel;
}

/** Messages sent at once. */
const BATCH = 8_000;

/** Records samples a millisecond apart; the same each time. */
export async function recordForViewers(samples: number, methods = METHODS): Promise<ViewerRecording> {
  const model = new SessionModel();
  const stream = new SessionStream();
  const encoder = new Encoder();
  const parts: Uint8Array[] = [];
  let batch: Uint8Array[] = [];
  const send = (): void => {
    parts.push(stream.agentBytes(joinBytes(batch)).bytes);
    batch = [];
  };
  const process = processMessage(0);
  model.apply(process);
  parts.push(stream.record(process).bytes);
  for (const message of messages(samples, methods)) {
    model.apply(message);
    batch.push(encoder.encode(message));
    if (batch.length >= BATCH) send();
  }
  send();
  const main = model.threads[0];
  if (main?.samples.length !== samples) throw new Error(`The recording has ${main?.samples.length} samples instead of ${samples}.`);
  return { chunks: await chunksOf(parts), samples, model };
}

function* messages(samples: number, methods: number): Generator<Message> {
  const random = seededRandom(1);
  const walk = new StackWalk(shape, random);
  let atUs = 1_000_000_000;
  yield* tables(atUs, methods);
  let announced = 0;
  for (let sent = 0; sent < samples; ) {
    const rounds = Math.min(samples - sent - 1, messageRounds(random));
    yield { type: 'messageBegin', thread: 1, atUs: atUs + INTERVAL_US / 2, target: 0, callback: 0, what: 1 };
    for (let round = 0; round < rounds; round++, sent++) {
      atUs += INTERVAL_US;
      const node = walk.next();
      for (; announced < node; announced++) {
        yield nodeMessage(announced + 1, walk.parent[announced + 1] || DISPATCH, methods);
      }
      yield { type: 'sample', thread: 1, atUs, node, state: random() < 0.1 ? 1 : 0, cpuUs: 950 };
    }
    yield { type: 'messageEnd', thread: 1, atUs: atUs + INTERVAL_US / 2, target: 0, callback: 0, what: 1 };
    atUs += INTERVAL_US;
    yield { type: 'sample', thread: 1, atUs, node: POLL, state: 5, cpuUs: 0 };
    sent++;
    // Main waits for the next message.
    atUs += Math.floor(random() * 30) * INTERVAL_US;
    yield { type: 'run', thread: 1, atUs, samples: 1, cpuUs: 0 };
    yield { type: 'tick', atUs, rounds };
  }
}

function nodeMessage(id: number, parent: number, methods: number): Message<'node'> {
  return { type: 'node', id, parent, method: 1 + ((id * 7919) % methods), line: 10 + (id % 300), pc: -1 };
}

/** A message's rounds: most are short, one in sixty is a lag. */
function messageRounds(random: () => number): number {
  return random() < 1 / 60 ? 120 + Math.floor(random() * 700) : 5 + Math.floor(random() * 80);
}

function* tables(atUs: number, methods: number): Generator<Message> {
  yield helloMessage(atUs);
  yield { type: 'settings', intervalUs: INTERVAL_US, threads: 1, depth: 512, walkAlways: 0 };
  yield { type: 'thread', thread: 1, tid: 4242, name: 'main', group: 'main', flags: 1, atUs };
  for (let id = 1; id <= methods; id++) {
    const name = `Lcom/example/shop/part${id % 40}/Class${id % 400};`;
    yield { type: 'method', id, class: name, name: `method${id}`, signature: '(I)V', sourceFile: `Class${id % 400}.java`, modifiers: 1 };
  }
  for (const [index, frame] of looper.entries()) {
    const method = methods + 1 + index;
    yield { type: 'method', id: method, class: frame.class, name: frame.name, signature: '()V', sourceFile: '', modifiers: 1 };
    const parent = frame.below === 0 ? 0 : shape.nodes + frame.below;
    yield { type: 'node', id: shape.nodes + 1 + index, parent, method, line: 0, pc: -1 };
  }
}
