import type { StackTime } from '../chrome/slices.ts';
import type { SessionBuilder } from '../import/session-builder.ts';

interface LockWait {
  readonly thread: number;
  readonly beginUs: number;
  endUs: number;
  readonly owner: number;
}

/** Waits for locks by the runtime's slices, which name the owner's thread id. */
export class LockWaits {
  readonly #builder: SessionBuilder;
  readonly #owners: ReadonlyMap<number, number>;
  /** The builder's threads by thread id. */
  readonly #threads = new Map<number, number>();
  readonly #waits: LockWait[] = [];

  /** @param owners thread ids by the slice's frame */
  constructor(builder: SessionBuilder, owners: ReadonlyMap<number, number>) {
    this.#builder = builder;
    this.#owners = owners;
  }

  thread(tid: number, thread: number): void {
    this.#threads.set(tid, thread);
  }

  /** Times of one thread after the other, in order. */
  add(thread: number, { beginUs, endUs, stack }: StackTime): void {
    if (this.#owners.size === 0) return;
    const owner = this.#ownerIn(stack);
    if (owner === undefined) return;
    const last = this.#waits.at(-1);
    // Sleep and its end in one slice are one wait.
    if (last?.thread === thread && last.owner === owner && last.endUs === beginUs) last.endUs = endUs;
    else this.#waits.push({ thread, beginUs, endUs, owner });
  }

  /** After the last thread: owners may come late. */
  finish(): void {
    for (const { thread, beginUs, endUs, owner } of this.#waits) {
      const holder = this.#threads.get(owner);
      this.#builder.wait(thread, beginUs, endUs, 'monitor', '', holder === undefined ? undefined : { thread: holder, stack: 0 });
    }
    this.#builder.report.read('waits for locks', this.#waits.length);
  }

  /** The runtime's own lock may be inside the app's. */
  #ownerIn(stack: number): number | undefined {
    const { frames, parents } = this.#builder.stacks;
    const inner = this.#owners.get(frames[stack] ?? -1);
    const parent = parents[stack];
    return (parent === undefined ? undefined : this.#owners.get(frames[parent] ?? -1)) ?? inner;
  }
}
