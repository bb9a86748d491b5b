import { AppMethods } from '../../core/analysis/frames/app-methods.ts';
import { anyReadyTimes } from '../../core/analysis/threads/ready-time.ts';
import { Memo } from '../../core/memo.ts';
import type { Thread } from '../../core/session/model/thread.ts';
import { type WeightName, weightNames } from '../../core/trees/weights.ts';
import { NameSearch } from '../content/name-search.ts';
import type { PageSession } from '../content/page-session.ts';
import { AppFrames, type FramesChoice, shownTransforms } from '../content/selection/app-frames.ts';
import { blamedFrame } from '../content/selection/blamed-frame.ts';
import { type ViewContext, ViewContextCache } from '../content/view-context.ts';
import { isOverTime } from '../flame/content.ts';
import { RootFolds } from '../flame/root-fold.ts';
import { isInverted, SUMMED } from '../state/view-state.ts';
import { ShownGraph } from './mode/graph.ts';
import type { Comparison, ContentFacts, ShownView, ViewContent, ViewFacts } from './mode/view-content.ts';
import { ViewSources } from './mode/view-sources.ts';
import { modeOf } from './modes.ts';

/** Computes the views of one selection, again only after changes. */
export class ViewContents {
  readonly #contexts = new ViewContextCache();
  readonly #sources = new ViewSources();
  readonly #names = new NameSearch();
  readonly #appFrames = new AppFrames();
  readonly #folds = new RootFolds();
  readonly #counted = new Memo<ShownView>();

  /** Names or categories changed. */
  invalidate(): void {
    this.#contexts.invalidate();
    this.#sources.invalidate();
  }

  contextOf(session: PageSession): ViewContext {
    return this.#contexts.of(session);
  }

  content(selected: ViewFacts): ViewContent {
    const { session, state, lag, group } = selected;
    const context = this.#contexts.of(session);
    const frames = this.#appFrames.choice(selected, context);
    const blamed = blamedFrame(session.model, context.facts, lag, group);
    const found = this.#names.of(session.model, state.search);
    const facts = { ...withFrames(selected, frames), context, found, blamed: blamed?.function };
    const mode = modeOf(state);
    const view = mode.content(facts, this.#sources);
    const comparison = comparisonOf(facts);
    return {
      view: this.#withFold(this.#withArrivals(view, facts), facts),
      found,
      matched: found.matches && this.#sources.matched(searchedFacts(facts, mode.isOverTime), found.matches, mode.isOverTime),
      context,
      comparison,
      isDifference: mode.colorsDifference && comparison?.isOn === true,
      blamed,
      frames,
      weights: weightsOf(session),
    };
  }

  /** Precomputes names for a search, and the first switch to an aggregated view, in steps of some milliseconds. */
  *prefetch(facts: ViewFacts): Generator<void> {
    const { session, state } = facts;
    yield* this.#names.prepare(session.model);
    if (!modeOf(state).isOverTime || state.search.text !== '') return;
    yield* this.#prefetchSummed(withFrames(facts, this.#appFrames.choice(facts, this.#contexts.of(session))));
  }

  *#prefetchSummed({ state, ...others }: ViewFacts): Generator<void> {
    const facts: ViewFacts = { ...others, state: { ...state, mode: SUMMED } };
    const { model } = facts.session;
    // Names may arrive between steps: cached results must not use old ones.
    const named = (): ViewFacts & { readonly context: ViewContext } => ({ ...facts, context: this.#contexts.of(facts.session) });
    this.#sources.stacks(named());
    yield;
    yield* this.#sources.prefetchSums(facts);
    this.#sources.summed(named());
    yield;
    modeOf(facts.state).content({ ...named(), found: this.#names.of(model, state.search), blamed: undefined }, this.#sources);
    // The most likely next key, as most phone stacks have many system frames, and the first selected lag.
    if (state.transforms.length > 0) return;
    for (const type of ['hideSystem', 'flattenToApp'] as const) {
      yield;
      yield* this.#sources.prefetchCalls(named(), { type });
    }
  }

  #withArrivals(view: ShownView, facts: ContentFacts): ShownView {
    const { thread, lag } = facts;
    if (lag === undefined || lag.thread !== thread.index || view.withArrivals === undefined) return view;
    const arrivals = this.#sources.arrivals(facts, lag);
    return this.#counted.get([view, arrivals], () => view.withArrivals?.(arrivals) ?? view);
  }

  #withFold(view: ShownView, { session, state, thread, context, foldRange }: ContentFacts): ShownView {
    if (foldRange === undefined || !(view instanceof ShownGraph) || isInverted(state)) return view;
    const content = this.#folds.content(view.content, {
      names: context,
      ...rootFacts(session, thread, context),
      range: isOverTime(view.content) ? foldRange : view.content.flame,
      isOpen: state.rootsOpen,
    });
    return content === view.content ? view : new ShownGraph(view.mode, content);
  }
}

function weightsOf({ model }: PageSession): readonly WeightName[] {
  const unmeasured = new Set<WeightName>([
    ...(model.hasAllocations ? [] : ['allocated' as const]),
    ...(anyReadyTimes(model) ? [] : ['ready' as const]),
  ]);
  return weightNames.filter((name) => !unmeasured.has(name));
}

function comparisonOf({ state, thread, baseline }: ViewFacts): Comparison | undefined {
  const { range2 } = state;
  // The timeline's bar says the times of A and B.
  if (range2 !== undefined) return { name: 'B', isOn: true };
  const isKnown =
    baseline?.baseline.threads.some(({ name }) => name === thread.name) === true &&
    state.weight !== 'allocated' &&
    state.weight !== 'ready';
  return isKnown ? { name: baseline.name, isOn: state.difference } : undefined;
}

function withFrames(facts: ViewFacts, frames: FramesChoice): ViewFacts {
  const { state } = facts;
  return { ...facts, state: { ...state, transforms: shownTransforms(state, frames) } };
}

/** Callers of the looper, or on iOS of the run loop, are roots, also the app's own. */
function rootFacts(session: PageSession, thread: Thread, { facts }: ViewContext) {
  const app = new AppMethods(session.model, (name) => session.isAppClass(name));
  const isApple = thread.isMain && session.model.runs[thread.run]?.isApple === true;
  return {
    isLoop: (method: number) => app.isLoop(method) || (isApple && app.isRunLoopCode(method)),
    // Others may be the app's own without their names.
    isSystem: (method: number) => /^(?:framework|runtime)$/.test(facts.category(method)),
  };
}

/** Panning does not change the search's selection. */
function searchedFacts(facts: ContentFacts, isTime: boolean): ContentFacts {
  const { state, bounds } = facts;
  if (!isTime || state.range !== undefined) return facts;
  return { ...facts, range: { fromUs: bounds.fromX, toUs: bounds.toX } };
}
