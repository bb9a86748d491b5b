import type { Lag } from '../../core/analysis/lags/lag.ts';
import { type LagStacks, lagStacks, settledAlike } from '../../core/analysis/lags/lag-stacks.ts';
import { uint32At } from '../../core/columns/at.ts';
import { LastSeen, sameKey } from '../../core/memo.ts';
import type { SessionModel } from '../../core/session/model/model.ts';
import { isFunction, ModelMethodFacts } from '../../core/trees/method-facts.ts';
import type { FrameKey } from '../../core/trees/transform.ts';

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
    this.#found = new Set(lags.filter(({ run }, at) => this.#stacks[at]?.nodes.some((node) => this.#isWithin(model.shownNode(run, node)))));
    return this.#found;
  }
}

/** True for nodes whose stack has the function. */
function within({ nodes }: SessionModel, isWanted: (method: number) => boolean): (node: number) => boolean {
  const known: (boolean | undefined)[] = [];
  return (node) => {
    const passed: number[] = [];
    let at = node;
    while (at !== 0 && known[at] === undefined && !isWanted(uint32At(nodes.method, at))) {
      passed.push(at);
      at = uint32At(nodes.parent, at);
    }
    const isIn = at !== 0 && (known[at] ?? true);
    for (const row of passed) known[row] = isIn;
    return isIn;
  };
}
