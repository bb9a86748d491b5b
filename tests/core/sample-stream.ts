import type { Message } from '../../core/wire/schema.ts';

/** Seeded numbers from 0 to 1: mulberry32 by Tommy Ettinger (public domain). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** With plausible values, for tests and benches. */
export function helloMessage(monoUs: number, changes: Partial<Message<'hello'>> = {}): Message<'hello'> {
  return {
    type: 'hello',
    protocol: 1,
    agentVersion: '0.1.0',
    buildHash: 'a1b2c3d4',
    pid: 4242,
    process: 'com.example.shop',
    abi: 'x86_64',
    os: 'jvm',
    apiLevel: 0,
    runtime: 'OpenJDK 17',
    monoUs,
    wallUs: 1_700_000_000_000_000 + monoUs,
    intervalUs: 10_000,
    capabilities: [{ name: 'monitors', enabled: 1, why: '' }],
    ...changes,
  };
}

/** Begins a run, for tests and benches. */
export function processMessage(run: number, changes: Partial<Message<'process'>> = {}): Message<'process'> {
  return {
    type: 'process',
    run,
    deviceKind: 'android',
    device: 'Pixel 4',
    serial: '9A231FFAZ',
    app: 'com.example.shop',
    pid: 4242,
    launched: 0,
    version: '',
    ...changes,
  };
}

export interface SampleStreamShape {
  readonly seed: number;
  readonly samples: number;
  readonly threads: number;
  /** Deepest stack, in frames. */
  readonly depth: number;
  readonly methods: number;
  /** Distinct stack nodes available. */
  readonly nodes: number;
}

/** A realistic tree of calls: long chains, some of which fork. `children[0]` are the outermost frames. */
interface CallTree {
  readonly parent: Uint32Array;
  readonly children: readonly (readonly number[])[];
}

function callTree(shape: SampleStreamShape, random: () => number): CallTree {
  const parent = new Uint32Array(shape.nodes + 1);
  const depth = new Uint32Array(shape.nodes + 1);
  const children: number[][] = Array.from({ length: shape.nodes + 1 }, () => []);
  for (let node = 1; node <= shape.nodes; node++) {
    const goesOn = random() < 0.96 && (depth[node - 1] ?? 0) < shape.depth;
    let caller = goesOn ? node - 1 : Math.floor(random() * node);
    while ((depth[caller] ?? 0) >= shape.depth) caller = parent[caller] ?? 0;
    parent[node] = caller;
    depth[node] = (depth[caller] ?? 0) + 1;
    children[caller]?.push(node);
  }
  return { parent, children };
}

/** Some frames return, others are called. */
function nextStack(tree: CallTree, node: number, random: () => number): number {
  let innermost = node;
  for (let returns = 1 + Math.floor(random() ** 4 * 30); returns > 0 && innermost !== 0; returns--) innermost = tree.parent[innermost] ?? 0;
  for (let calls = 1 + Math.floor(random() ** 2 * 50); calls > 0; calls--) {
    const callees = tree.children[innermost] ?? [];
    const callee = callees[Math.floor(random() * callees.length)];
    if (callee === undefined) break;
    innermost = callee;
  }
  return innermost;
}

/** Frames around the looper's messages, below the shape's own methods and nodes. */
const looperFrames = [
  { class: 'Landroid/app/ActivityThread;', name: 'main', below: -1 },
  { class: 'Landroid/os/Looper;', name: 'loop', below: 0 },
  { class: 'Landroid/os/MessageQueue;', name: 'next', below: 1 },
  { class: 'Landroid/os/MessageQueue;', name: 'nativePollOnce', below: 2 },
  { class: 'Landroid/os/Handler;', name: 'dispatchMessage', below: 1 },
] as const;
const POLL_FRAME = 3;
const DISPATCH_FRAME = 4;

function* tables(shape: SampleStreamShape, atUs: number): Generator<Message> {
  yield helloMessage(atUs);
  yield { type: 'settings', intervalUs: 10_000, threads: 1, depth: 512, walkAlways: 0 };
  for (let id = 1; id <= shape.threads; id++) {
    const [name, flags] = id === 1 ? ['main', 1] : [`pool-${id}`, 0];
    yield { type: 'thread', thread: id, tid: 4241 + id, name, group: 'main', flags, atUs };
  }
  for (let id = 1; id <= shape.methods; id++) {
    const name = `Lcom/example/shop/part${id % 40}/Class${id % 400};`;
    yield { type: 'method', id, class: name, name: `method${id}`, signature: '(I)V', sourceFile: `Class${id % 400}.java`, modifiers: 1 };
  }
  for (const [index, frame] of looperFrames.entries()) {
    const method = shape.methods + 1 + index;
    const parent = frame.below < 0 ? 0 : shape.nodes + 1 + frame.below;
    yield { type: 'method', id: method, class: frame.class, name: frame.name, signature: '()V', sourceFile: '', modifiers: 1 };
    yield { type: 'node', id: shape.nodes + 1 + index, parent, method, line: 0, pc: 0 };
  }
}

/** Announces a stack's nodes as an agent does: before their first use, once each, callers first. */
function* announceStack(tree: CallTree, node: number, known: Uint8Array, shape: SampleStreamShape): Generator<Message> {
  const fresh: number[] = [];
  for (let at = node; at !== 0 && known[at] === 0; at = tree.parent[at] ?? 0) {
    known[at] = 1;
    fresh.push(at);
  }
  for (const id of fresh.reverse()) {
    const parent = tree.parent[id] || shape.nodes + 1 + DISPATCH_FRAME;
    yield { type: 'node', id, parent, method: 1 + ((id * 7919) % shape.methods), line: 10 + (id % 300), pc: id % 200 };
  }
}

/** Rounds of a message: most are short, one in fifty is a lag. */
function messageRounds(random: () => number): number {
  const kind = random();
  if (kind < 0.02) return 12 + Math.floor(random() * 70);
  return kind < 0.1 ? 4 + Math.floor(random() * 5) : 1 + Math.floor(random() * 3);
}

/**
 * A whole agent stream: hello, tables, then samples of all threads in rounds of 10 ms, merged runs, ticks. Thread 1 is main, idle between
 * messages. The same shape gives the same stream.
 */
export function* sampleStream(shape: SampleStreamShape): Generator<Message> {
  const random = seededRandom(shape.seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const tree = callTree(shape, random);
  const known = new Uint8Array(shape.nodes + 1);
  const stacks = new Uint32Array(shape.threads + 1);
  let roundUs = 1_000_000_000;
  yield* tables(shape, roundUs);
  let isIdle = true;
  let roundsLeft = 1;
  for (let sent = 0; sent < shape.samples; ) {
    roundUs += 10_000 + below(200);
    if (--roundsLeft === 0) {
      isIdle = !isIdle;
      roundsLeft = isIdle ? 1 + below(4) : messageRounds(random);
      const type = isIdle ? 'messageEnd' : 'messageBegin';
      yield { type, thread: 1, atUs: roundUs - below(5_000), target: 0, callback: 0, what: below(100) };
      stacks[1] = 0;
    }
    for (let thread = 1; thread <= shape.threads && sent < shape.samples; thread++) {
      const atUs = roundUs + thread * 40;
      const isPolling = thread === 1 && isIdle;
      if (stacks[thread] !== 0 && (isPolling || random() < 0.1)) {
        yield { type: 'run', thread, atUs, samples: 1, cpuUs: isPolling ? 0 : 9_000 };
        continue;
      }
      const node = isPolling
        ? shape.nodes + 1 + POLL_FRAME
        : nextStack(tree, stacks[thread] ?? 0, random) || shape.nodes + 1 + DISPATCH_FRAME;
      if (node <= shape.nodes) yield* announceStack(tree, node, known, shape);
      stacks[thread] = node <= shape.nodes || isPolling ? node : 0;
      const state = isPolling ? 5 : below(8) === 0 ? 1 : 0;
      yield { type: 'sample', thread, atUs, node, state, cpuUs: random() < 0.9 ? 9_500 : undefined };
      sent++;
    }
    if (random() < 0.5) yield { type: 'tick', atUs: roundUs + 1_000, rounds: 2 };
  }
}
