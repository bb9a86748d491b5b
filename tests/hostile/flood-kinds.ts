import { Encoder } from '../../core/wire/encoder.ts';
import { FieldWriter } from '../../core/wire/field-writer.ts';
import type { Message } from '../../core/wire/schema.ts';
import { seededRandom } from '../core/sample-stream.ts';
import { hello } from '../host/fake-agent.ts';

const THREADS = 1_000_000;
const NOISES = 64;
const noises: string[] = [];
const thread = { type: 'thread', tid: 0, name: '', group: '', flags: 0, atUs: 1_000_000 } as const;
const main = { ...thread, thread: 1, flags: 1 } as const;
const method = { type: 'method', class: 'La;', name: 'b', signature: '()V', sourceFile: '', modifiers: 0 } as const;
const message = { thread: 1, target: 0, callback: 0, what: 0 } as const;

/** Endless messages; each gets the number of those before it. */
type Kind = (index: number) => Message;

/** By their messages, sent after a hello and main's thread. */
export const kinds = {
  threads: (index) => ({ ...thread, thread: index + 2, tid: index, name: `thread ${index}` }),
  sampledThreads: (index) =>
    index < THREADS
      ? { ...thread, thread: index + 2, name: `${index}` }
      : { type: 'sample', thread: 2 + (index % THREADS), atUs: 1_000_000 + index, node: 0, state: 0, cpuUs: 1 },
  strings: (index) => ({ type: 'string', id: index + 1, text: `text ${index}` }),
  longStrings: (index) => ({ type: 'string', id: index + 1, text: `${index} `.repeat(6_000) }),
  methods: (index) => ({ ...method, id: index + 1, name: `m${index}` }),
  stacks: (index) => (index === 0 ? { ...method, id: 1 } : { type: 'node', id: index, parent: index - 1, method: 1, line: 0, pc: 0 }),
  samples: (index) => ({ type: 'sample', thread: 1, atUs: 1_000_000 + index * 10, node: 0, state: index % 6, cpuUs: 1 }),
  lags: (index) => ({ ...message, type: index % 2 === 0 ? 'messageBegin' : 'messageEnd', atUs: 1_000_000 + index * 200_000 }),
  openLag: (index) =>
    index === 0 ? { ...message, type: 'messageBegin', atUs: 1_000_000 } : { type: 'tick', atUs: 1_000_000 + index * 50_000, rounds: 5 },
  openThreads: (index) => {
    if (index < 32_000) return { ...thread, thread: index + 2 };
    if (index < 64_000) return { ...message, type: 'messageBegin', thread: index - 32_000 + 2, atUs: 1_000_000 };
    return { type: 'tick', atUs: 1_000_000 + index, rounds: 1 };
  },
  waits: (index) =>
    index % 2 === 0
      ? { type: 'waitBegin', thread: 1, atUs: 1_000_000 + index, kind: 1, object: 0 }
      : { type: 'waitOwner', thread: 1, atUs: 1_000_000 + index, owner: 1, ownerNode: 0, waiters: 1, object: 0 },
  calls: (index) => ({
    ...({ type: 'blockingCall', thread: 1, node: 0, function: 0, object: 0, owner: 0 } as const),
    beginUs: 1_000_000 + index,
    atUs: 1_002_000 + index,
  }),
  screens: (index) => ({ type: 'screen', atUs: 1_000_000 + index, id: index, name: 0, kind: 1, shown: 1 }),
  frames: (index) => ({ type: 'frame', atUs: 1_000_000 + index, lateUs: 50_000, periodUs: 16_000, inTime: 0, first: 0 }),
  phases: (index) => ({ type: 'lifecycle', atUs: 1_000_000 + index, phase: 5 + (index % 3) }),
  drops: (index) => ({ type: 'dropped', atUs: 1_000_000 + index, messages: 1, samples: 1, why: `${index}` }),
  images: (index) => ({ type: 'image', id: index, base: index * 4_096, size: 4_096, buildId: Buffer.alloc(16), path: `/lib/${index}.so` }),
  classes: (index) => ({ type: 'classDebug', class: `Lc${index};`, smap: `SMAP ${index}`.repeat(100) }),
  logs: (index) => ({ type: 'log', level: 1, text: `line ${index}` }),
  hellos: (index) => ({
    ...hello(1_000_000 + index),
    capabilities: Array.from({ length: 4_000 }, () => ({ name: '', enabled: 0, why: '' })),
  }),
  tables: (index) => ({ type: 'clock', monoUs: 1_000_000 + index, wallUs: 0, node: 0, tables: index + 1 }),
  traces: (index) => ({
    ...({ type: 'exitTrace', wallUs: 5, reason: 6, rest: 1 } as const),
    atUs: 1_000_000 + index,
    pid: index % 5,
    from: Math.floor(index / 5) * 60_000,
    text: 'x'.repeat(60_000),
  }),
  noise: (index) => ({ type: 'string', id: index + 1, text: noise(index) }),
} as const satisfies Readonly<Record<string, Kind>>;

export type FloodKind = keyof typeof kinds;
export const floodKinds = Object.keys(kinds).filter((kind): kind is FloodKind => kind in kinds);

/** Pieces of about 64 KB, without end. */
export function* flooded(kind: FloodKind): Generator<Uint8Array> {
  const encoder = new Encoder();
  const out = new FieldWriter();
  out.raw(encoder.encode(hello(1_000_000)));
  out.raw(encoder.encode(main));
  const next: Kind = kinds[kind];
  for (let index = 0; ; index++) {
    out.raw(encoder.encode(next(index)));
    if (out.length < 1 << 16) continue;
    yield out.copy();
    out.clear();
  }
}

/** Deflate shrinks it little: equal texts are farther apart than its window of 32 KB. */
function noise(index: number): string {
  const random = seededRandom(index % NOISES);
  noises[index % NOISES] ??= Array.from({ length: 8_000 }, () => String.fromCharCode(33 + random() * 90)).join('');
  return `${index} ${noises[index % NOISES]}`;
}

export function isFloodKind(name: string): name is FloodKind {
  return name in kinds;
}
