import { AgentIds } from './agent-ids.ts';

/** Values of nodes; 0 for the app's. */
const own = {
  /** A native hook, which calls what the app called. */
  passage: 1,
  /** A hook of the runtime with all that it calls. */
  hook: 2,
  /** The agent's own message with all that it calls. */
  message: 3,
} as const;

/** The agent's use of the app's threads. Its frames are in no stack. */
export class OwnUse {
  /** Samples of main inside the agent's code. */
  samples = 0;
  /** Nodes by the agent's ids. */
  #nodes = new AgentIds();
  #hasNodes = false;

  add(id: number, parent: number, isNative: boolean, isMessage: boolean): void {
    this.#hasNodes = true;
    const value = isMessage ? own.message : isNative ? own.passage : own.hook;
    this.#nodes.set(id, Math.max(value, this.callsAll(parent) ? this.#nodes.row(parent) : 0));
  }

  has(node: number): boolean {
    return this.#hasNodes && this.#nodes.row(node) > 0;
  }

  /** True when all that the node calls is the agent's doing, too. */
  callsAll(node: number): boolean {
    return this.#hasNodes && this.#nodes.row(node) >= own.hook;
  }

  isMessage(node: number): boolean {
    return this.#nodes.row(node) === own.message;
  }

  forgetIds(): void {
    this.#nodes = new AgentIds();
    this.#hasNodes = false;
  }
}
