import { Encoder } from '../../../core/wire/encoder.ts';
import type { Message } from '../../../core/wire/schema.ts';
import { randomMessage } from '../../core/random-messages.ts';
import { helloMessage, processMessage, sampleStream } from '../../core/sample-stream.ts';
import { streamWithHoles } from '../../core/stream-with-holes.ts';
import { shopMessages } from '../../fixtures/shop-session/shop-stream.ts';

const session: Message = { type: 'session', version: 1, createdUs: 1_700_000_000_000_000, host: 'fuzz' };

/** Short sessions of Android and iOS, of several runs, with names; and part of a demo recording. */
export const messageSeeds: readonly (readonly Message[])[] = [
  [
    session,
    processMessage(0),
    helloMessage(5_000_000),
    ...sampleStream({ seed: 1, samples: 200, threads: 3, depth: 8, methods: 20, nodes: 60 }),
  ],
  [...streamWithHoles(1, 'android')].slice(0, 800),
  [...streamWithHoles(2, 'ios')].slice(0, 800),
  shopMessages().slice(0, 900),
];

const oddNumbers = [0, 1, 2, 5, 255, 4096, 65_535, 2 ** 22, 2 ** 31 - 1, 2 ** 32, 2 ** 52 - 1, 2 ** 52, Number.MAX_SAFE_INTEGER] as const;
const oddTexts = ['', '\0', '\u202e', 'a'.repeat(60_000), '](command:x)', 'Lcom/example/a;'.repeat(500), '../../../etc/passwd'] as const;
const below = (random: () => number, limit: number): number => Math.floor(random() * limit);

/** Makes 1 to 30 changes: drops, repeats and exchanges messages, and sets odd field values. */
export function alteredMessages(messages: readonly Message[], random: () => number): readonly Message[] {
  const from = random() < 0.8 ? 0 : below(random, messages.length);
  const result = messages.slice(from, from + 20 + below(random, messages.length));
  for (let changes = below(random, random() < 0.5 ? 4 : 30); changes >= 0; changes--) {
    const at = below(random, result.length);
    const message = result[at];
    const way = random();
    if (way < 0.1) result.splice(at, 1);
    else if (way < 0.3) result.splice(at, 0, randomMessage(random));
    else if (way < 0.4)
      result.splice(at, 0, ...copies(result[below(random, result.length)], 1 + below(random, random() < 0.05 ? 3_000 : 5)));
    else if (message !== undefined) result[at] = alteredFields(message, random);
  }
  return result;
}

function copies(message: Message | undefined, count: number): readonly Message[] {
  return message === undefined ? [] : Array.from({ length: count }, () => message);
}

function alteredFields<T extends object>(record: T, random: () => number): T {
  const entries = Object.entries(record);
  const chosen = below(random, entries.length);
  const changed = entries.map(([name, value], i) => [name, i === chosen && name !== 'type' ? altered(value, random) : value] as const);
  return { ...record, ...Object.fromEntries(changed) };
}

function altered(value: unknown, random: () => number): unknown {
  if (typeof value === 'string') return oddTexts[below(random, oddTexts.length)];
  if (typeof value === 'number' || value === undefined) {
    const near = Math.max(0, Number(value ?? 0) + below(random, 2_000_001) - 1_000_000);
    return random() < 0.5 ? oddNumbers[below(random, oddNumbers.length)] : near;
  }
  if (!Array.isArray(value)) return value;
  const list: readonly object[] = value;
  const [first] = list;
  if (first === undefined) return list;
  if (random() < 0.5) return list.map((item) => (random() < 0.5 ? alteredFields(item, random) : item));
  return Array.from({ length: below(random, 500) }, () => first);
}

/** The encodable messages, each as its bytes. */
export function encoded(messages: readonly Message[]): readonly Uint8Array[] {
  const encoder = new Encoder();
  return messages.flatMap((message) => {
    try {
      return [encoder.encode(message)];
    } catch (error) {
      // A number beyond all fields: this door excludes the encoder.
      if (error instanceof RangeError) return [];
      throw error;
    }
  });
}
