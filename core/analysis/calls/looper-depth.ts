import { uint32At } from '../../columns/at.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Thread } from '../../session/model/thread.ts';
import type { StackTree } from './stack-map.ts';

const role = { unknown: 0, none: 1, loops: 2, runsLoop: 3 } as const;

/** Frames shared by all messages of a thread. */
export class LooperDepth {
  readonly #model: SessionModel;
  readonly #tree: StackTree;
  readonly #isRunLoop: boolean;
  #roles: Uint8Array = new Uint8Array(0);

  constructor(model: SessionModel, thread: Thread, tree: StackTree) {
    this.#model = model;
    this.#tree = tree;
    this.#isRunLoop = thread.isMain && model.runs[thread.run]?.isApple === true;
  }

  /**
   * Frames down to the looper's own, or all without a looper. On iOS down to CoreFoundation's first, `CFRunLoopRunSpecific`, whose callees
   * differ per turn.
   * @param stack rows of the tree by depth, outermost first
   * @param open number of frames
   */
  of(stack: Uint32Array, open: number): number {
    for (let depth = open; depth > 0; depth--) {
      if (this.#roleAt(stack, depth - 1) === role.loops) return depth;
    }
    if (!this.#isRunLoop) return open;
    for (let depth = 0; depth < open; depth++) {
      if (this.#roleAt(stack, depth) === role.runsLoop) return depth + 1;
    }
    return Math.min(1, open);
  }

  #roleAt(stack: Uint32Array, depth: number): number {
    const method = uint32At(this.#tree.method, uint32At(stack, depth));
    if (method >= this.#roles.length) {
      const larger = new Uint8Array(Math.max(this.#model.methods.length, method + 1));
      larger.set(this.#roles);
      this.#roles = larger;
    }
    const known = this.#roles[method] ?? role.unknown;
    if (known !== role.unknown) return known;
    const found = this.#roleOf(method);
    this.#roles[method] = found;
    return found;
  }

  #roleOf(row: number): number {
    const method = this.#model.methods[row];
    if (method?.class === 'Landroid/os/Looper;' && method.name.startsWith('loop')) return role.loops;
    const path = this.#model.images[method?.image ?? 0]?.path ?? '';
    return path.endsWith('/CoreFoundation') ? role.runsLoop : role.none;
  }
}
