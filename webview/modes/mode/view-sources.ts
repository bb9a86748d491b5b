import type { Lag } from '../../../core/analysis/lags/lag.ts';
import { type Key, Memo } from '../../../core/memo.ts';
import type { ThreadRange } from '../../../core/trees/live-weights.ts';
import type { StackChange, Transform } from '../../../core/trees/transform.ts';
import type { ViewStacks } from '../../../core/trees/view-stacks.ts';
import { FlameSource } from '../../content/calls/flame-source.ts';
import type { FoundNames } from '../../content/name-search.ts';
import { selectedRanges } from '../../content/selection/selected-ranges.ts';
import { ComparedSource } from '../../content/sums/compared-source.ts';
import { type MatchedTime, matchedInStacks, matchedTime } from '../../content/sums/matched-time.ts';
import { StacksSource, type Summed, SummedSource } from '../../content/sums/summed-source.ts';
import type { ViewContext } from '../../content/view-context.ts';
import type { FlameContent } from '../../flame/content.ts';
import type { ShownView, ViewFacts } from './view-content.ts';

/** Facts with the names of the moment. */
type NamedFacts = ViewFacts & { readonly context: ViewContext };

/** Calls and sums of the selection, which all modes share. */
export class ViewSources {
  readonly #stacks = new StacksSource();
  readonly #calls = new FlameSource();
  readonly #summed = new SummedSource((model, ranges) => this.#calls.weights(model, ranges));
  readonly #compared = new ComparedSource();
  readonly #shown = new Memo<ShownView>();

  /** Names or categories changed. */
  invalidate(): void {
    this.#summed.invalidate();
    this.#shown.clear();
  }

  /** Calls at their times. */
  calls(facts: NamedFacts): FlameContent {
    const { session, thread, context, bounds, range } = facts;
    return this.#calls.content(session, thread, isPlain(facts) ? undefined : this.stacks(facts), context, bounds, range);
  }

  /** Calls of each function in the lag, by row of `model.methods`. */
  arrivals({ session, thread, context }: NamedFacts, lag: Lag): ReadonlyMap<number, number> {
    return this.#calls.arrivals(session.model, thread, context, lag);
  }

  /** Sums of the selected stacks, and of those compared with. */
  summed(facts: NamedFacts): Summed {
    const { session, state, thread } = facts;
    const { model } = session;
    const own = (): ViewStacks => this.#stacks.own(model);
    const compared = this.#compared.of(model, thread, state, facts.baseline?.baseline, own);
    return this.#summed.of(model, rangesOf(facts), compared, () => this.stacks(facts));
  }

  /** Transformed stacks. */
  stacks({ session, state, context }: NamedFacts): ViewStacks {
    return this.#stacks.of(session.model, context.facts, stackChanges(context, state.transforms));
  }

  /** Keeps the latest content of sums until its inputs change. @param key begins with the mode's id */
  kept(key: Key, make: () => ShownView): ShownView {
    return this.#shown.get(key, make);
  }

  /** Over time the calls know their weights: a first key need not wait for a tree. */
  matched(facts: NamedFacts, matches: NonNullable<FoundNames['matches']>, isOverTime: boolean): MatchedTime {
    const { session, state } = facts;
    const weights = isOverTime && isPlain(facts) ? this.#calls.weights(session.model, rangesOf(facts)) : undefined;
    if (weights !== undefined) return matchedInStacks(session.model.nodes, weights, state.weight, matches);
    return matchedTime(this.summed(facts).tree, state.weight, matches);
  }

  /** Weighs a long range in steps. */
  *prefetchSums(facts: ViewFacts): Generator<void> {
    yield* this.#summed.prefetch(facts.session.model, rangesOf(facts));
  }

  /** Computes the calls after a transform in steps. */
  *prefetchCalls({ session, context }: NamedFacts, transform: Transform): Generator<void> {
    const stacks = this.#stacks.of(session.model, context.facts, stackChanges(context, [transform]));
    yield* this.#calls.ahead(session.model, stacks);
  }
}

/** Stacks are shown as the agent sent them. */
function isPlain({ state, context }: NamedFacts): boolean {
  return state.transforms.every(({ type }) => type === 'invert') && !context.facts.hasUnnamed;
}

/** Runs of frames without names are one in all views. */
function stackChanges({ facts }: ViewContext, transforms: readonly Transform[]): readonly StackChange[] {
  return facts.hasUnnamed ? [{ type: 'collapseUnnamed' }, ...transforms] : transforms;
}

function rangesOf({ session, state, thread, group, range }: ViewFacts): readonly ThreadRange[] {
  const ranges: ThreadRange[] = [];
  for (const { thread: index, beginUs, endUs } of selectedRanges(state, group, thread.index, range)) {
    const selected = session.model.threads[index];
    if (selected !== undefined) ranges.push({ thread: selected, beginUs, endUs });
  }
  return ranges;
}
