import { MOST_AGENT_ID } from './limits.ts';

/** From the ids of one process's agent, which count from 1, to rows of the session's tables. */
export class AgentIds {
  #rows: Uint32Array = new Uint32Array(0);

  /** False when the id is beyond what an agent may give. */
  set(id: number, row: number): boolean {
    if (id < 1 || id > MOST_AGENT_ID) return false;
    if (id >= this.#rows.length) this.#grow(id + 1);
    this.#rows[id] = row;
    return true;
  }

  /** The row; 0 for an id that was never announced (the empty stack, the unknown method, the empty text). */
  row(id: number): number {
    return this.#rows[id] ?? 0;
  }

  /** At once to what is needed, at least twice as large as before. */
  #grow(length: number): void {
    const larger = new Uint32Array(Math.max(64, length, this.#rows.length * 2));
    larger.set(this.#rows);
    this.#rows = larger;
  }
}
