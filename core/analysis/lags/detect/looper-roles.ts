import { uint8At, uint32At } from '../../../columns/at.ts';
import type { SessionModel } from '../../../session/model/model.ts';

export const looperRole = {
  /** No looper on the stack. */
  outside: 0,
  /** Code of the looper or the queue. */
  looper: 1,
  /** Below Handler.dispatchMessage: inside a message. */
  dispatch: 2,
  /** `MessageQueue.nativePollOnce` is the top frame: idle, or native work. */
  poll: 3,
  /** Called by nativePollOnce: input, vsync. */
  inPoll: 4,
  /** Below `queueIdle` called by the queue. */
  idleHandler: 5,
} as const;

const marker = { none: 0, poll: 1, dispatch: 2, handler: 3, looper: 4, queue: 5, queueIdle: 6 } as const;

/**
 * AOSP frameworks/base/core/java/android/os: `Looper.loop` (from 12 on also `loopOnce`), `Handler.dispatchMessage` (apps may
 * override it), `MessageQueue.next` (from 16 on also `nextLegacy`, `nextConcurrent`, ...).
 */
function markerOf(className: string, name: string): number {
  if (name === 'dispatchMessage') return marker.dispatch;
  if (className === 'Landroid/os/MessageQueue;') return name === 'nativePollOnce' ? marker.poll : marker.queue;
  if (className === 'Landroid/os/Looper;') return name === 'loop' || name === 'loopOnce' ? marker.looper : marker.none;
  if (className === 'Landroid/os/Handler;') return marker.handler;
  return name === 'queueIdle' ? marker.queueIdle : marker.none;
}

export class LooperRoles {
  readonly #model: SessionModel;
  #roles = new Uint8Array(1024);
  #entries = new Uint32Array(1024);
  #nodes = 1;
  #markers = new Uint8Array(256);
  #methods = 0;

  constructor(model: SessionModel) {
    this.#model = model;
  }

  update(): void {
    this.#updateMarkers();
    const { nodes } = this.#model;
    if (nodes.length > this.#roles.length) {
      this.#roles = grown(new Uint8Array(nodes.parent.length), this.#roles);
      this.#entries = grown(new Uint32Array(nodes.parent.length), this.#entries);
    }
    for (; this.#nodes < nodes.length; this.#nodes++) {
      const node = this.#nodes;
      // Raw, as every node passes here: parents and methods precede nodes, so their rows are there.
      const parent = nodes.parent[node] ?? 0;
      const mark = this.#markers[nodes.method[node] ?? 0] ?? 0;
      const above = this.#markers[nodes.method[parent] ?? 0] ?? 0;
      const role = roleBelow(this.#roles[parent] ?? 0, above, mark);
      this.#roles[node] = role;
      this.#entries[node] = role === looperRole.dispatch ? this.#entryOf(node, parent, above, mark) : 0;
    }
  }

  role(node: number): number {
    return uint8At(this.#roles, node);
  }

  depth(node: number): number {
    return uint32At(this.#model.nodes.depth, node);
  }

  /** Method called by the handler (row of `model.methods`); 0 outside a message. */
  entry(node: number): number {
    return uint32At(this.#entries, node);
  }

  #entryOf(node: number, parent: number, above: number, mark: number): number {
    if (mark === marker.dispatch || mark === marker.handler) return uint32At(this.#entries, parent);
    const isFirst = above === marker.dispatch || above === marker.handler;
    return isFirst && this.#entries[parent] === 0 ? uint32At(this.#model.nodes.method, node) : uint32At(this.#entries, parent);
  }

  #updateMarkers(): void {
    const { methods } = this.#model;
    if (methods.length > this.#markers.length) this.#markers = grown(new Uint8Array(methods.length * 2), this.#markers);
    for (; this.#methods < methods.length; this.#methods++) {
      const method = methods[this.#methods];
      if (method !== undefined) this.#markers[this.#methods] = markerOf(method.class, method.name);
    }
  }
}

function grown<T extends Uint8Array | Uint32Array>(larger: T, column: T): T {
  larger.set(column);
  return larger;
}

/** Role of a frame by its caller's role and mark. A nested loop starts over. */
function roleBelow(role: number, above: number, mark: number): number {
  if (mark === marker.looper) return looperRole.looper;
  if (mark === marker.poll) return looperRole.poll;
  if (role === looperRole.poll || role === looperRole.inPoll) return looperRole.inPoll;
  if (role !== looperRole.looper) return role;
  if (mark === marker.dispatch) return looperRole.dispatch;
  return mark === marker.queueIdle && above === marker.queue ? looperRole.idleHandler : looperRole.looper;
}
