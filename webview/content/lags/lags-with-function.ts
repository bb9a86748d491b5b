import type { Lag } from '../../../core/analysis/lags/lag.ts';
import { type LagStacks, lagStacks, settledAlike } from '../../../core/analysis/lags/lag-stacks.ts';
import { uint8At, uint32At } from '../../../core/columns/at.ts';
import { withRow } from '../../../core/columns/table.ts';
import { LastSeen, sameKey } from '../../../core/memo.ts';
import type { SessionModel } from '../../../core/session/model/model.ts';
import { isFunction, ModelMethodFacts } from '../../../core/trees/method-facts.ts';
import type { FrameKey } from '../../../core/trees/transform.ts';

/** Finds the lags that ran a function, by the stacks that line costs count. Settled lags are read once. */
export class LagsWithFunction {
  readonly #data = new LastSeen(sameKey);
  readonly #question = new LastSeen(sameKey);
  readonly #state = new LastSeen(sameKey);
  #stacks: LagStacks[] = [];
  #isWithin: (node: number) => boolean = () => false;
  #found: ReadonlySet<Lag> = new Set();

  /** @returns the same set until something changes */
  of(model: SessionModel, lags: readonly Lag[], key: FrameKey): ReadonlySet<Lag> {
    // Dropped rows change all row numbers.
    if (this.#data.isNew([model, model.drops])) this.#stacks = [];
    const isNewQuestion = this.#question.isNew([model, model.drops, model.namesVersion, key]);
    if (isNewQuestion) this.#isWithin = within(model, isFunction(new ModelMethodFacts(model, () => ''), key));
    if (!this.#state.isNew([lags, model.version]) && !isNewQuestion) return this.#found;
    this.#stacks.length = settledAlike(this.#stacks, lags);
    for (const lag of lags.slice(this.#stacks.length)) this.#stacks.push(lagStacks(model, lag));
    const found = lags.filter(({ run }, at) => this.#stacks[at]?.nodes.some((node) => this.#isWithin(model.shownNode(run, node))));
    // Readers sort and filter again for another set only.
    if (found.length !== this.#found.size || !found.every((lag) => this.#found.has(lag))) this.#found = new Set(found);
    return this.#found;
  }
}

const UNKNOWN = 0;
const IN = 1;
const OUT = 2;

/** True for nodes whose stack has the function. */
function within({ nodes }: SessionModel, isWanted: (method: number) => boolean): (node: number) => boolean {
  let known: Uint8Array = new Uint8Array(0);
  return (node) => {
    known = withRow(known, node);
    const passed: number[] = [];
    let at = node;
    // Parents have lower rows.
    while (at !== 0 && uint8At(known, at) === UNKNOWN && !isWanted(uint32At(nodes.method, at))) {
      passed.push(at);
      at = uint32At(nodes.parent, at);
    }
    const isIn = at !== 0 && uint8At(known, at) !== OUT;
    for (const row of passed) known[row] = isIn ? IN : OUT;
    return isIn;
  };
}
