import type { Door } from './door.ts';

const broken = (name: string, run: Door['run']): Door => ({ name, seeds: async () => [new Uint8Array(8)], run, refuses: () => true });

/** For fuzz.test.ts: the first input never ends, or fills the heap. */
export const doors: readonly Door[] = [
  broken('hangs', () => {
    for (;;);
  }),
  broken('fills', () => {
    const held: number[][] = [];
    for (;;) held.push(Array.from({ length: 10_000 }, (_, i) => i + 0.5));
  }),
];
