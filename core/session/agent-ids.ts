import { noUint32 } from './grow.ts';
import { MOST_AGENT_ID } from './limits.ts';

const PAGE_BITS = 10;
const PAGE_IDS = 1 << PAGE_BITS;

/**
 * From the ids of one process's agent, which count from 1, to rows of the session's tables. In pages, so that no id is a long step, and a
 * large one costs no more than a small one.
 */
export class AgentIds {
  readonly #pages: Uint32Array[] = [];

  /** False when the id is beyond what an agent may give. */
  set(id: number, row: number): boolean {
    if (id < 1 || id > MOST_AGENT_ID) return false;
    const number = id >>> PAGE_BITS;
    while (this.#pages.length <= number) this.#pages.push(noUint32);
    let page = this.#pages[number] ?? noUint32;
    if (page.length === 0) {
      page = new Uint32Array(PAGE_IDS);
      this.#pages[number] = page;
    }
    page[id & (PAGE_IDS - 1)] = row;
    return true;
  }

  /** The row; 0 for an id that was never announced (the empty stack, the unknown method, the empty text). */
  row(id: number): number {
    return id > MOST_AGENT_ID ? 0 : (this.#pages[id >>> PAGE_BITS]?.[id & (PAGE_IDS - 1)] ?? 0);
  }
}
