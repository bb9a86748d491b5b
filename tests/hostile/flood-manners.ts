import { type AgentScript, hello } from '../host/fake-agent.ts';
import { flooded } from './flood-kinds.ts';

const capabilities = Array.from({ length: 4_000 }, () => ({ name: 'x', enabled: 0, why: '' }));

/** Floods by the way of sending. */
export const manners = {
  /** Each byte on its own. */
  bytes: (talk) => void talk.flood(bytesOf(flooded('samples'))),
  /** A whole megabyte's message in single bytes, again and again. */
  longMessages: (talk) => {
    talk.say(hello(1_000_000));
    void talk.flood(endless(Buffer.concat([Uint8Array.of(0x80, 0x80, 0x3f), Buffer.alloc(0x3f << 14, 0x7f)])));
  },
  /** A list that claims more items than there are bytes. */
  counts: (talk) => {
    talk.say(hello(1_000_000));
    talk.raw(Uint8Array.of(9, 1, 1, 0, 0, 0xff, 0xff, 0xff, 0xff, 0x0f));
  },
  /** It leaves after each hello. */
  hangups: (talk) => {
    talk.say({ ...hello(1_000_000), capabilities });
    setImmediate(() => talk.hangUp());
  },
  byes: (talk) => {
    talk.say(hello(1_000_000), { type: 'bye', atUs: 1_000_001, why: 'x'.repeat(60_000) });
    setImmediate(() => talk.hangUp());
  },
} as const satisfies Readonly<Record<string, AgentScript>>;

export type FloodManner = keyof typeof manners;

export function isFloodManner(name: string): name is FloodManner {
  return name in manners;
}

function* endless(bytes: Uint8Array): Generator<Uint8Array> {
  for (;;) yield bytes;
}

function* bytesOf(pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
  for (const piece of pieces) for (let at = 0; at < piece.length; at++) yield piece.subarray(at, at + 1);
}
