import type { Message } from '../wire/schema.ts';

/** A seeded generator of numbers from 0 to 1: mulberry32 by Tommy Ettinger (public domain), enough for tests and benches. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A hello with plausible values, for tests and benches. */
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

/** A record that begins a run, for tests and benches. */
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
    ...changes,
  };
}

/** What a stream for tests and benches shall be like. */
export interface SampleStreamShape {
  readonly seed: number;
  readonly samples: number;
  readonly threads: number;
  /** Usual depth of a stack. */
  readonly depth: number;
  readonly methods: number;
}

/**
 * A whole agent stream: hello, tables, then samples of all threads in rounds of 10 ms, merged runs, ticks, looper messages on
 * thread 1. Stacks change as a program's do: some innermost frames return, others are called.
 */
export function* sampleStream(shape: SampleStreamShape): Generator<Message> {
  const random = seededRandom(shape.seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const nodeIds = new Map<number, number>();
  let atUs = 1_000_000_000;
  yield helloMessage(atUs);
  yield { type: 'settings', intervalUs: 10_000, threads: 1, depth: 512, walkAlways: 0 };
  for (let id = 1; id <= shape.threads; id++) {
    yield {
      type: 'thread',
      thread: id,
      tid: 4241 + id,
      name: id === 1 ? 'main' : `pool-${id}`,
      group: 'main',
      flags: id === 1 ? 1 : 0,
      atUs,
    };
  }
  for (let id = 1; id <= shape.methods; id++) {
    const name = `Lcom/example/shop/part${id % 40}/Class${id % 400};`;
    yield { type: 'method', id, class: name, name: `method${id}`, signature: '(I)V', sourceFile: `Class${id % 400}.java`, modifiers: 1 };
  }
  const stacks = Array.from({ length: shape.threads }, () => [0]);
  let inMessage = false;
  for (let sent = 0; sent < shape.samples; ) {
    atUs += 10_000 + below(200);
    if (random() < 0.2) {
      inMessage = !inMessage;
      if (inMessage) yield { type: 'messageBegin', thread: 1, atUs: atUs - below(5_000), target: 0, callback: 0, what: below(100) };
      else yield { type: 'messageEnd', thread: 1, atUs: atUs - below(5_000), target: 0, callback: 0, what: 0 };
    }
    for (let thread = 1; thread <= shape.threads && sent < shape.samples; thread++) {
      const stack = stacks[thread - 1] ?? [];
      if (random() < 0.1) {
        yield { type: 'run', thread, atUs: atUs + thread * 40, samples: 1, cpuUs: 9_000 };
        continue;
      }
      const kept = Math.max(1, stack.length - 1 - below(4));
      const wanted = Math.max(2, shape.depth - 4 + below(9));
      stack.length = Math.min(kept, wanted);
      while (stack.length < Math.min(wanted, kept + 4)) {
        const parent = stack.at(-1) ?? 0;
        const method = 1 + ((parent * 7 + below(3)) % shape.methods);
        const line = 10 + below(2);
        const key = (parent * shape.methods + method) * 2 + line;
        let node = nodeIds.get(key);
        if (node === undefined) {
          node = nodeIds.size + 1;
          nodeIds.set(key, node);
          yield { type: 'node', id: node, parent, method, line, pc: below(200) };
        }
        stack.push(node);
      }
      sent++;
      yield {
        type: 'sample',
        thread,
        atUs: atUs + thread * 40,
        node: stack.at(-1) ?? 0,
        state: below(8) === 0 ? 1 : 0,
        cpuUs: random() < 0.9 ? 9_500 : undefined,
      };
    }
    if (random() < 0.5) yield { type: 'tick', atUs: atUs + 1_000, rounds: 2 };
  }
}
