import { uint32At } from '../../columns/at.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { FunctionList } from './function-list.ts';

/** Open calls of one thread: a call goes on while its function stays on the stack. Costs what changes, not the stack's depth. */
export class OpenCalls {
  /** Functions of calls that the last change ended and began, outermost first. Reused. */
  readonly ended: number[] = [];
  readonly begun: number[] = [];
  readonly #model: SessionModel;
  readonly #functions: FunctionList;
  /** By depth. */
  readonly #open: number[] = [];
  readonly #nodes: number[] = [];
  readonly #way: number[] = [];
  /** Depth from 1 by row of `model.nodes`, 0 for those that are not open. */
  readonly #depths: Uint32Array;

  constructor(model: SessionModel, functions: FunctionList) {
    this.#model = model;
    this.#functions = functions;
    this.#depths = new Uint32Array(model.nodes.length);
  }

  /**
   * Fills `ended` and `begun`.
   * @param node row of `model.nodes`, 0 for no stack
   * @returns number of calls that go on
   */
  change(node: number): number {
    const { ended, begun } = this;
    const open = this.#open;
    ended.length = 0;
    begun.length = 0;
    let same = this.#moveTo(node);
    for (const each of this.#way) {
      const index = this.#functions.of(each);
      if (begun.length === 0 && open[same] === index) same++;
      else begun.push(index);
    }
    for (let depth = same; depth < open.length; depth++) ended.push(open[depth] ?? -1);
    open.length = same;
    for (const index of begun) open.push(index);
    return same;
  }

  /** Leaves new nodes in `#way`, outermost first. @returns depth of the nodes that stay */
  #moveTo(node: number): number {
    const { parent } = this.#model.nodes;
    const depths = this.#depths;
    const way = this.#way;
    const nodes = this.#nodes;
    way.length = 0;
    let at = node;
    while (at !== 0 && depths[at] === 0) {
      way.push(at);
      at = uint32At(parent, at);
    }
    way.reverse();
    const same = at === 0 ? 0 : uint32At(depths, at);
    for (let depth = same; depth < nodes.length; depth++) depths[nodes[depth] ?? -1] = 0;
    nodes.length = same;
    for (const each of way) depths[each] = nodes.push(each);
    return same;
  }
}
