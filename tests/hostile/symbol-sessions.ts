import type { Message } from '../../core/wire/schema.ts';
import { beginning } from './packed-session.ts';

type Messages = Generator<Message, void>;

const classA = { type: 'method', id: 1, class: 'La;', name: 'b', signature: '()V', sourceFile: '', modifiers: 0 } as const;
const noFrame = { class: '', name: '', short: '', signature: '', file: '', line: 0, column: 0 };

/** Sessions with more names than memory, by what they repeat; `chunk` from 0. */
export const symbolSessions = {
  /** Two alternating processes: each record begins a run. */
  *runs(): Messages {
    yield* beginning;
    const process = { type: 'process', deviceKind: '', device: '', serial: '', app: '', pid: 0, launched: 0, version: '' } as const;
    for (let i = 0; ; i++) yield { ...process, run: i % 2 };
  },

  /** 4,096 unrequested frames each. */
  *frameNames(chunk: number): Messages {
    yield* beginning;
    const frames = Array.from({ length: 4_096 }, () => noFrame);
    const named = { type: 'frameNames', run: 0, class: 'La;', name: 'b', signature: '()V', sourceFile: '', isPc: 0 } as const;
    for (let i = 0; ; i++) yield { ...named, line: chunk * 1_000 + i, confidence: 2, others: 0, frames };
  },

  /** Short records, of other lines each. */
  *addressNames(chunk: number): Messages {
    yield* beginning;
    yield { type: 'image', id: 1, base: 0, size: 0, buildId: new Uint8Array(20), path: 'libx.so' };
    for (let i = 0; ; i++)
      yield { type: 'addressNames', run: 0, image: 1, offset: chunk * 1_000_000 + i, confidence: 2, others: 0, frames: [] };
  },

  /** A method name of 60,000 letters, and stack nodes at ever other lines. */
  *longNames(chunk: number): Messages {
    yield* beginning;
    yield { ...classA, name: 'b'.repeat(60_000) };
    for (let i = 0; ; i++) yield { type: 'node', id: 1, parent: 0, method: 1, line: chunk * 1_000_000 + i, pc: -1 };
  },

  /** Ever other lines of one method, with ids as far apart as possible. */
  *nodes(chunk: number): Messages {
    yield* beginning;
    yield classA;
    for (let i = 0; ; i++)
      yield { type: 'node', id: 1 + ((i * 1_049) % (1 << 22)), parent: 0, method: 1, line: chunk * 1_000_000 + i, pc: -1 };
  },

  /** A run per pair of messages, with a large node id. */
  *farNodes(): Messages {
    yield* beginning;
    const process = { type: 'process', deviceKind: '', device: '', serial: '', app: '', pid: 0, launched: 0, version: '' } as const;
    for (let i = 0; ; i++) {
      yield { ...process, run: i % 2 };
      yield { type: 'node', id: 1 << 22, parent: 0, method: 1, line: 1, pc: -1 };
    }
  },

  /** Methods of ever other names. */
  *methods(chunk: number): Messages {
    yield* beginning;
    for (let i = 0; ; i++) {
      const name = `b${chunk * 1_000_000 + i}`;
      yield { ...classA, id: 1 + (i % (1 << 22)), class: `L${name};`, name };
    }
  },

  /** Build ids for ever other runs and images. */
  *symbols(): Messages {
    yield* beginning;
    const facts = { foundId: '', foundBy: '', file: '', why: '', bytes: 0, builtMs: 0, tookUs: 0, confidence: 2 } as const;
    for (let i = 0; ; i++) yield { type: 'symbols', run: i >> 3, image: i, neededId: `${i}`, ...facts };
  },

  /** At ever other places of images. */
  *addresses(chunk: number): Messages {
    yield* beginning;
    for (let id = 1; id <= 100; id++) yield { type: 'image', id, base: 0, size: 0, buildId: new Uint8Array(20), path: 'libx.so' };
    for (let i = 0; ; i++) yield { type: 'nativeNode', id: 1, parent: 0, image: 1 + (i % 100), offset: chunk * 1_000_000 + i };
  },

  /** Texts that look like class names. */
  *classes(chunk: number): Messages {
    yield* beginning;
    for (let i = 0; ; i++) yield { type: 'string', id: 1 + (i % (1 << 20)), text: `c.x${chunk * 1_000_000 + i}` };
  },
} as const satisfies Readonly<Record<string, (chunk: number) => Messages>>;

export type SymbolSession = keyof typeof symbolSessions;
