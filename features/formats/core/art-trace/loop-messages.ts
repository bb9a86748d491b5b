import type { SessionBuilder } from '../import/session-builder.ts';

const HANDLER = 'android.os.Handler';
const DISPATCH = 'dispatchMessage';
const QUEUE = 'android.os.MessageQueue';
/** Its calls of Java are input and vsync that the native loop delivers. */
const POLL = 'nativePollOnce';

interface OpenMessage {
  readonly beginUs: number;
  /** Depth of the message's own call. */
  readonly depth: number;
  target: string;
  callback: string;
}

/** Messages of one thread's looper, by its calls. */
export class LoopMessages {
  readonly #builder: SessionBuilder;
  readonly #thread: number;
  #message: OpenMessage | undefined;
  /** Depth of the loop's wait, while it is the innermost call. */
  #pollDepth = -1;
  #firstUs: number | undefined;
  #hadMessage = false;

  constructor(builder: SessionBuilder, thread: number) {
    this.#builder = builder;
    this.#thread = thread;
  }

  /** @param depth open calls, this one included */
  opened(owner: string, name: string, atUs: number, depth: number): void {
    this.#firstUs ??= atUs;
    if (this.#message !== undefined) {
      const { depth: base } = this.#message;
      if (depth === base + 1 && name === 'handleMessage') this.#message.target = owner;
      else if (depth === base + 2 && name === 'run') this.#message.callback = owner;
    } else if (owner === HANDLER && name === DISPATCH) {
      this.#message = { beginUs: atUs, depth, target: '', callback: '' };
    } else if (owner === QUEUE && name === POLL) {
      this.#pollDepth = depth;
    } else if (this.#pollDepth > 0 && depth === this.#pollDepth + 1) {
      this.#message = { beginUs: atUs, depth, target: owner, callback: '' };
    }
  }

  /** @param depths open calls before and after; equal ones: the trace has no begin of this call */
  closed(owner: string, name: string, atUs: number, depths: { readonly before: number; readonly after: number }): void {
    this.#firstUs ??= atUs;
    if (this.#message !== undefined && depths.after < this.#message.depth) this.end(atUs);
    if (depths.after < this.#pollDepth) this.#pollDepth = -1;
    const isOfBefore = depths.before === depths.after && owner === HANDLER && name === DISPATCH;
    // The trace began within this message.
    if (isOfBefore && !this.#hadMessage && this.#message === undefined) this.#add(this.#firstUs, atUs, '', '');
  }

  /** At the trace's end, too. */
  end(atUs: number): void {
    if (this.#message === undefined) return;
    const { beginUs, target, callback } = this.#message;
    this.#message = undefined;
    this.#add(beginUs, atUs, target, callback);
  }

  #add(beginUs: number, endUs: number, target: string, callback: string): void {
    this.#hadMessage = true;
    this.#builder.message(this.#thread, beginUs, endUs, { target, callback });
  }
}
