import { uint32At } from '../../../../core/columns/at.ts';
import { withRow } from '../../../../core/columns/table.ts';
import type { SessionModel } from '../../../../core/session/model/model.ts';
import type { FunctionList } from './function-list.ts';

/**
 * Open calls of one thread: a call goes on while its function stays on the stack. Costs what changes, not the stack's depth. Lists of
 * JavaScript would be garbage: each shorter length frees them.
 */
export class OpenCalls {
  /** Functions by depth, outermost first, up to `length`. */
  open = new Uint32Array(64);
  length = 0;
  /** Functions of the calls that the last change ended, outermost first, up to `endedLength`. */
  ended = new Uint32Array(64);
  endedLength = 0;
  readonly #model: SessionModel;
  readonly #functions: FunctionList;
  /** Indexed by depth. */
  #nodes = new Uint32Array(64);
  /** Depth from 1 by row of `model.nodes`, 0 for those that are not open. Stacks with symbols add nodes. */
  #depths: Uint32Array;

  constructor(model: SessionModel, functions: FunctionList) {
    this.#model = model;
    this.#functions = functions;
    this.#depths = new Uint32Array(model.nodes.length);
  }

  /**
   * Changes `open` and fills `ended`.
   * @param node row of `model.nodes`, 0 for no stack
   * @returns number of calls that go on; those behind them in `open` begin
   */
  change(node: number): number {
    const before = this.length;
    let same = this.#moveTo(node);
    const { open, length } = this;
    const functions = this.#functions;
    const nodes = this.#nodes;
    const both = Math.min(before, length);
    while (same < both && uint32At(open, same) === functions.of(uint32At(nodes, same))) same++;
    this.endedLength = before - same;
    for (let depth = same; depth < before; depth++) this.ended[depth - same] = uint32At(open, depth);
    for (let depth = same; depth < length; depth++) open[depth] = functions.of(uint32At(nodes, depth));
    return same;
  }

  /** Changes `#nodes` and `length`. @returns depth of the nodes that stay */
  #moveTo(node: number): number {
    const { parent, length: nodes } = this.#model.nodes;
    if (nodes > this.#depths.length) this.#depths = withRow(this.#depths, nodes - 1);
    const depths = this.#depths;
    let kept = node;
    let added = 0;
    for (; kept !== 0 && uint32At(depths, kept) === 0; kept = uint32At(parent, kept)) added++;
    const same = kept === 0 ? 0 : uint32At(depths, kept);
    for (let depth = same; depth < this.length; depth++) depths[uint32At(this.#nodes, depth)] = 0;
    this.length = same + added;
    if (this.length > this.#nodes.length) this.#grow();
    const open = this.#nodes;
    let at = node;
    for (let depth = this.length; depth > same; depth--) {
      open[depth - 1] = at;
      depths[at] = depth;
      at = uint32At(parent, at);
    }
    return same;
  }

  #grow(): void {
    const { open } = this;
    const nodes = this.#nodes;
    const length = this.length * 2;
    this.open = new Uint32Array(length);
    this.open.set(open);
    this.#nodes = new Uint32Array(length);
    this.#nodes.set(nodes);
    this.ended = new Uint32Array(length);
  }
}
