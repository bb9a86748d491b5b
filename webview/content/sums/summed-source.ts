import { sameData, sameKey } from '../../../core/memo.ts';
import type { SessionModel } from '../../../core/session/model/model.ts';
import { InvertedTree } from '../../../core/trees/inverted-tree.ts';
import { LiveWeights, type ThreadRange } from '../../../core/trees/live-weights.ts';
import type { MethodFacts } from '../../../core/trees/method-facts.ts';
import type { StackChange } from '../../../core/trees/transform.ts';
import { ViewStacks } from '../../../core/trees/view-stacks.ts';
import { type ViewTree, viewTree } from '../../../core/trees/view-tree.ts';
import type { SelfWeights } from '../../../core/trees/weights.ts';

/** The selection as one tree for all aggregated views, and its stacks. */
export class Summed {
  readonly stacks: ViewStacks;
  readonly tree: ViewTree;
  /** The same stacks with the weights of the compared range. */
  readonly compared: ViewTree | undefined;
  #inverted: InvertedTree | undefined;

  constructor(stacks: ViewStacks, tree: ViewTree, compared: ViewTree | undefined) {
    this.stacks = stacks;
    this.tree = tree;
    this.compared = compared;
  }

  /** Inverted at first use. */
  get inverted(): InvertedTree {
    this.#inverted ??= new InvertedTree(this.tree, () => true, this.compared);
    return this.#inverted;
  }
}

interface StackStep {
  readonly transform: StackChange;
  readonly stacks: ViewStacks;
}

/** Chains of transforms that begin differently: a lag's own frames, and the user's. */
const MOST_CHAINS = 2;

/** Stacks after each transform. Removed transforms stay cached until others replace them. */
export class StacksSource {
  #model: SessionModel | undefined;
  #facts: MethodFacts | undefined;
  #own: ViewStacks | undefined;
  /** Latest first. */
  #chains: readonly StackStep[][] = [];

  /** The model's stacks, up to date. */
  own(model: SessionModel): ViewStacks {
    const known = this.#model === model ? this.#own : undefined;
    known?.update();
    return known ?? ViewStacks.of(model.nodes);
  }

  /** Stacks after all transforms, up to date. */
  of(model: SessionModel, facts: MethodFacts, transforms: readonly StackChange[]): ViewStacks {
    if (this.#model !== model) this.#own = undefined;
    // Untransformed stacks do not depend on names.
    if (this.#model !== model || this.#facts !== facts) this.#chains = [];
    this.#model = model;
    this.#facts = facts;
    this.#own ??= ViewStacks.of(model.nodes);
    let stacks = this.#own;
    const chain = this.#chainFrom(transforms[0]);
    for (const [at, transform] of transforms.entries()) {
      if (!sameData(chain[at]?.transform, transform)) {
        chain.length = at;
        chain.push({ transform, stacks: stacks.transformed(transform, facts) });
      }
      stacks = chain[at]?.stacks ?? stacks;
    }
    stacks.update();
    return stacks;
  }

  #chainFrom(first: StackChange | undefined): StackStep[] {
    if (first === undefined) return [];
    const chain = this.#chains.find(([step]) => sameData(step?.transform, first)) ?? [];
    this.#chains = [chain, ...this.#chains.filter((each) => each !== chain)].slice(0, MOST_CHAINS);
    return chain;
  }
}

/** Samples per step. */
const PREFETCH_ROWS = 30_000;

export interface Compared {
  /** Changes with the weights. */
  readonly key: readonly unknown[];
  weights(): SelfWeights;
}

/** Weights that are known already. */
type KnownWeights = (model: SessionModel, ranges: readonly ThreadRange[]) => SelfWeights | undefined;

/** Aggregates the selection, again only after changes. */
export class SummedSource {
  readonly #weights = new LiveWeights();
  readonly #known: KnownWeights;
  #key: readonly unknown[] = [];
  #stacks: ViewStacks | undefined;
  #summed: Summed | undefined;

  constructor(known: KnownWeights = () => undefined) {
    this.#known = known;
  }

  invalidate(): void {
    this.#summed = undefined;
  }

  /** Weighs a long range ahead in steps; `of` continues from there. @param rows samples per step */
  *prefetch(model: SessionModel, ranges: readonly ThreadRange[], rows = PREFETCH_ROWS): Generator<void> {
    const [only] = ranges;
    if (only === undefined || ranges.length > 1 || this.#known(model, ranges) !== undefined) return;
    const { samples } = only.thread;
    for (let row = rows; row < samples.length; row += rows) {
      const sampleEndUs = samples.endUsAt(row);
      if (sampleEndUs >= only.endUs) return;
      if (sampleEndUs <= only.beginUs) continue;
      this.#weights.of(model, [{ ...only, endUs: sampleEndUs }]);
      yield;
    }
  }

  /**
   * @param compared undefined compares with nothing
   * @param stacksOf called when the weights are known: names may change the stacks
   */
  of(model: SessionModel, ranges: readonly ThreadRange[], compared: Compared | undefined, stacksOf: () => ViewStacks): Summed {
    const key = [model.version, model.namesVersion, rangesKey(ranges), ...(compared?.key ?? [])];
    if (sameKey(key, this.#key) && this.#summed !== undefined && stacksOf() === this.#stacks) return this.#summed;
    const weights = this.#known(model, ranges) ?? this.#weights.of(model, ranges);
    const others = compared?.weights();
    const stacks = stacksOf();
    this.#key = key;
    this.#stacks = stacks;
    this.#summed = new Summed(stacks, viewTree(model.nodes, stacks, weights), others && viewTree(model.nodes, stacks, others));
    return this.#summed;
  }
}

export function rangesKey(ranges: readonly ThreadRange[]): string {
  return ranges.map(({ thread, beginUs, endUs }) => `${thread.index} ${beginUs} ${endUs}`).join(', ');
}
