import type { Baseline } from '../../../core/analysis/lags/groups/baseline.ts';
import { Memo } from '../../../core/memo.ts';
import type { SessionModel } from '../../../core/session/model/model.ts';
import type { Thread } from '../../../core/session/model/thread.ts';
import { baselineWeights } from '../../../core/trees/baseline-weights.ts';
import { LiveWeights } from '../../../core/trees/live-weights.ts';
import type { ViewStacks } from '../../../core/trees/view-stacks.ts';
import type { SelfWeights } from '../../../core/trees/weights.ts';
import type { ViewState } from '../../state/view-state.ts';
import { type Compared, rangesKey } from './summed-source.ts';

/** The compared weights: range B, or the baseline's thread of the same name. */
export class ComparedSource {
  readonly #second = new LiveWeights();
  readonly #baseline = new Memo<SelfWeights>();

  /** @param own untransformed stacks */
  of(
    model: SessionModel,
    thread: Thread,
    { range2, difference, weight }: Pick<ViewState, 'range2' | 'difference' | 'weight'>,
    baseline: Baseline | undefined,
    own: () => ViewStacks,
  ): Compared | undefined {
    if (range2 !== undefined) {
      const ranges = [{ thread, beginUs: range2.fromUs, endUs: range2.toUs }];
      return { key: [rangesKey(ranges)], weights: () => this.#second.of(model, ranges) };
    }
    // Baselines have only times.
    if (!difference || weight === 'allocated') return undefined;
    const tree = baseline?.threads.find(({ name }) => name === thread.name)?.tree;
    if (tree === undefined) return undefined;
    const key = [tree, model.nodes.length, model.namesVersion];
    return { key, weights: () => this.#baseline.get(key, () => baselineWeights(model, own(), tree)) };
  }
}
