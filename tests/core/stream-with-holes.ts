import type { Message } from '../../core/wire/schema.ts';
import { sampleStream, seededRandom } from './sample-stream.ts';

const shape = { samples: 2_500, threads: 2, depth: 20, methods: 60, nodes: 500 };

/** Nodes of `sampleStream`: its outermost frame, the looper's below it, and the looper's wait. */
const [outermost, loops, polls] = [shape.nodes + 1, shape.nodes + 2, shape.nodes + 4];

/**
 * A stream with holes. Many samples between two messages are missing, and others show the looper alone, also within messages: the same
 * stack continues in the next.
 */
export function* streamWithHoles(seed: number, os: string): Generator<Message> {
  const random = seededRandom(seed);
  let laterUs = 0;
  for (const message of sampleStream({ seed, ...shape })) {
    if (random() < 0.004) laterUs += random() < 0.5 ? 120_000 : 400_000;
    const place = random();
    if (message.type === 'hello') yield { ...message, os };
    else if (message.type === 'sample' && message.thread === 1) {
      if (message.node === polls && place < 0.5) continue;
      const node = place > 0.9 ? outermost : place > 0.7 ? loops : message.node;
      yield { ...message, node, atUs: message.atUs + laterUs };
    } else yield 'atUs' in message ? { ...message, atUs: message.atUs + laterUs } : message;
  }
}
