import { limits } from '../../core/session/limits/model-limits.ts';
import { Encoder } from '../../core/wire/encoder.ts';
import type { Message } from '../../core/wire/schema.ts';
import { helloMessage } from '../core/sample-stream.ts';
import { beginning, CHUNK_BYTES, packedBytes } from './packed-session.ts';

const THREADS = limits.threads + 10;
const noFrame = { class: '', name: '', short: '', signature: '', file: '', line: 0, column: 0 };
const thread = { type: 'thread', tid: 0, name: '', group: '', flags: 0, atUs: 5_000 } as const;
const main = { ...thread, thread: 1, flags: 1 } as const;
const gap = { type: 'gap', atUs: 5_000, why: '' } as const;

/** A chunk: messages, then others repeated to fill it. Repeated bytes stay valid, as times and nodes are differences. */
interface Repeated {
  readonly first: readonly Message[];
  readonly again: readonly Message[];
}

function chunkOf(made: Repeated | Uint8Array): Uint8Array {
  if (made instanceof Uint8Array) return made;
  const { first, again } = made;
  const encoder = new Encoder();
  const head = first.map((message) => encoder.encode(message));
  const timeUs = encoder.timeUs;
  const body = Buffer.concat(
    again.map((message) => encoder.encode('atUs' in message ? { ...message, atUs: timeUs + message.atUs } : message)),
  );
  const room = CHUNK_BYTES - head.reduce((sum, { length }) => sum + length, 0);
  return Buffer.concat([...head, ...Array.from({ length: Math.max(0, Math.floor(room / body.length)) }, () => body)]);
}

/** Names of 4,096 frames for each of ever other lines. Patched copies, since encoding each would take longest. */
function namedLines(from: number): Uint8Array {
  const frames = Array.from({ length: 4_096 }, () => noFrame);
  const about = { type: 'frameNames', run: 0, class: 'La;', name: 'b', signature: '()V', sourceFile: '', isPc: 0 } as const;
  const template = Buffer.from(new Encoder().encode({ ...about, line: 0x1fffff, confidence: 2, others: 0, frames }));
  const at = template.indexOf(Uint8Array.of(0xff, 0xff, 0x7f));
  const lines = Array.from({ length: Math.floor(CHUNK_BYTES / template.length) - 1 }, (_, index) => {
    const copy = Buffer.from(template);
    const line = 0x4000 + from + index;
    copy.set([(line & 0x7f) | 0x80, ((line >> 7) & 0x7f) | 0x80, line >> 14], at);
    return copy;
  });
  return Buffer.concat(lines);
}

function process(run: number): Message {
  return { type: 'process', run, deviceKind: '', device: '', serial: '', app: '', pid: 0, launched: 0, version: '' };
}

/** As many threads as are kept, and their facts; announced once, in the first chunk. */
function manyThreads(chunk: number, reported: readonly Message[]): readonly Message[] {
  if (chunk > 0) return [];
  return [...beginning, ...Array.from({ length: THREADS }, (_, index): Message => ({ ...thread, thread: index + 1 })), ...reported];
}

/** Sessions that demand too much of model and detector; `chunk` from 0. Repeated times count from the repetition before. */
const sessions = {
  /** 4,096 frames for each of ever other lines. */
  namedFrames: (chunk) => {
    const method: Message = { type: 'method', id: 1, class: 'La;', name: 'b', signature: '()V', sourceFile: '', modifiers: 0 };
    const encoder = new Encoder();
    return Buffer.concat([...[...beginning, method].map((message) => encoder.encode(message)), namedLines(chunk * 300)]);
  },
  /** 4,096 in the hello of each of two alternating processes. */
  capabilities: () => {
    const capabilities = Array.from({ length: 4_096 }, () => ({ name: '', enabled: 0, why: '' }));
    const hello = helloMessage(5_000, { capabilities });
    return { first: [], again: [process(0), hello, process(1), hello] };
  },
  /** With open activities in each of a process' thousands of threads. */
  ticks: (chunk) => ({
    first: manyThreads(chunk, [
      ...Array.from(
        { length: THREADS },
        (_, index): Message => ({
          type: 'messageBegin',
          thread: index + 1,
          atUs: 5_000,
          target: 0,
          callback: 0,
          what: 0,
        }),
      ),
    ]),
    again: [{ type: 'tick', atUs: 0, rounds: 0 }],
  }),
  /** Link ends and begins with as many threads. */
  byes: (chunk) => ({
    first: manyThreads(chunk, []),
    again: [{ type: 'bye', atUs: 0, why: '' }],
  }),
  /** 60,000 letters that differ at their ends. */
  longNames: (chunk) => ({
    first: [
      ...beginning,
      ...Array.from({ length: 120 }, (_, index): Message => {
        const id = 1 + chunk * 120 + index;
        return { type: 'string', id, text: `${'a'.repeat(60_000)}${id}` };
      }),
    ],
    again: [gap],
  }),
  /** The last of thousands of images, repeated. */
  images: () => ({
    first: [
      ...beginning,
      ...Array.from({ length: 4_096 }, (_, id): Message => ({ type: 'image', id, base: 0, size: 0, buildId: new Uint8Array(0), path: '' })),
    ],
    again: [{ type: 'image', id: 4_095, base: 0, size: 0, buildId: new Uint8Array(0), path: '' }],
  }),
  /** Samples, each a row. */
  samples: () => ({ first: [...beginning, main], again: [{ type: 'sample', thread: 1, atUs: 100, node: 0, state: 0, cpuUs: 0 }] }),
  /** Rows of ten columns, all at one time. */
  counters: () => ({
    first: beginning,
    again: [
      {
        type: 'counters',
        atUs: 0,
        cpuUs: 0,
        cores: 0,
        footprintBytes: undefined,
        threads: 0,
        thermal: undefined,
        allocations: undefined,
        allocatedBytes: undefined,
      },
    ],
  }),
  /** Each message is a lag. */
  lags: () => ({
    first: [...beginning, main],
    again: [
      { type: 'messageBegin', thread: 1, atUs: 10, target: 0, callback: 0, what: 0 },
      { type: 'messageEnd', thread: 1, atUs: 110_000, target: 0, callback: 0, what: 0 },
    ],
  }),
  /** Endless messages of main, and thousands of gaps that each may belong to. */
  cutMessages: () => ({
    first: [
      ...beginning,
      main,
      ...Array.from({ length: 10_000 }, (_, index): readonly Message[] => [gap, { type: 'tick', atUs: 6_000 + index, rounds: 0 }]).flat(),
    ],
    again: [
      { type: 'messageBegin', thread: 1, atUs: 10, target: 0, callback: 0, what: 0 },
      { type: 'sample', thread: 1, atUs: 20, node: 0, state: 5, cpuUs: 0 },
    ],
  }),
} as const satisfies Readonly<Record<string, (chunk: number) => Repeated | Uint8Array>>;

export type ModelSession = keyof typeof sessions;
export const modelSessions = Object.keys(sessions).filter((kind): kind is ModelSession => kind in sessions);

export function modelSession(kind: ModelSession, chunks: number): Uint8Array {
  return packedBytes(Array.from({ length: chunks }, (_, chunk) => chunkOf(sessions[kind](chunk))));
}
