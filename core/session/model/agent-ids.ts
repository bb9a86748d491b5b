import { noUint32 } from '../../columns/table.ts';
import { MOST_AGENT_ID } from '../limits/model-limits.ts';

const PAGE_BITS = 10;
const PAGE_IDS = 1 << PAGE_BITS;
/** Pages of a group. With 64 groups that is `MOST_AGENT_ID`. */
const GROUP_BITS = 6;
const GROUP_PAGES = 1 << GROUP_BITS;

/**
 * Maps an agent's ids, which count from 1, to rows of the session. Groups of pages bound the cost: an id takes at most a 4 KB page and two
 * short lists.
 */
export class AgentIds {
  readonly #groups: Uint32Array[][] = [];

  /** False for an id out of bounds. */
  set(id: number, row: number): boolean {
    if (id < 1 || id > MOST_AGENT_ID) return false;
    const number = id >>> PAGE_BITS;
    const pages = this.#pagesOf(number >>> GROUP_BITS);
    const at = number & (GROUP_PAGES - 1);
    while (pages.length <= at) pages.push(noUint32);
    let page = pages[at] ?? noUint32;
    if (page.length === 0) {
      page = new Uint32Array(PAGE_IDS);
      pages[at] = page;
    }
    page[id & (PAGE_IDS - 1)] = row;
    return true;
  }

  /** 0 for an id that was never announced. */
  row(id: number): number {
    if (id > MOST_AGENT_ID) return 0;
    const number = id >>> PAGE_BITS;
    return this.#groups[number >>> GROUP_BITS]?.[number & (GROUP_PAGES - 1)]?.[id & (PAGE_IDS - 1)] ?? 0;
  }

  /** Places of all lists and pages, as a measure of memory. */
  get places(): number {
    let places = this.#groups.length;
    for (const pages of this.#groups) places += pages.reduce((sum, { length }) => sum + length, pages.length);
    return places;
  }

  #pagesOf(group: number): Uint32Array[] {
    while (this.#groups.length <= group) this.#groups.push([]);
    const pages = this.#groups[group] ?? [];
    this.#groups[group] = pages;
    return pages;
  }
}
