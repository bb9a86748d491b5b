import { AppMethods } from '../../core/analysis/frames/app-methods.ts';
import type { LagGroup } from '../../core/analysis/lags/groups/lag-groups.ts';
import type { Lag } from '../../core/analysis/lags/lag.ts';
import { anyReadyTimes } from '../../core/analysis/threads/ready-time.ts';
import { float64At, uint32At } from '../../core/columns/at.ts';
import { Memo } from '../../core/memo.ts';
import type { Thread } from '../../core/session/model/thread.ts';
import { invertedDifference, treeDifference } from '../../core/trees/difference.ts';
import type { ThreadRange } from '../../core/trees/live-weights.ts';
import type { FrameKey, StackChange, Transform } from '../../core/trees/transform.ts';
import type { ViewStacks } from '../../core/trees/view-stacks.ts';
import { knownWeights, unknownWeight, type WeightName, weightColumn, weightNames, weightOf } from '../../core/trees/weights.ts';
import { FlameSource } from '../content/calls/flame-source.ts';
import { type FoundNames, NameSearch } from '../content/name-search.ts';
import type { PageSession } from '../content/page-session.ts';
import { AppFrames, type FramesChoice, shownTransforms } from '../content/selection/app-frames.ts';
import type { ComparedBaseline } from '../content/selection/baseline-scope.ts';
import { type BlamedFrame, blamedFrame } from '../content/selection/blamed-frame.ts';
import { selectedRanges } from '../content/selection/selected-ranges.ts';
import { ComparedSource } from '../content/sums/compared-source.ts';
import { type MatchedTime, matchedInStacks, matchedTime } from '../content/sums/matched-time.ts';
import { differenceWidths, expandVisible, summedContent } from '../content/sums/summed-content.ts';
import { StacksSource, type Summed, SummedSource } from '../content/sums/summed-source.ts';
import { type ViewContext, ViewContextCache } from '../content/view-context.ts';
import type { FlameContent } from '../flame/content.ts';
import { RootFolds } from '../flame/root-fold.ts';
import type { ViewRange, ViewState } from '../state/view-state.ts';
import { columnsFor } from '../table/table-cells.ts';
import { BottomUpTable, TopDownTable } from '../table/table-tree.ts';
import type { TableContent } from '../table/table-view.ts';
import type { Viewport } from '../ui/viewport.ts';
import { countedView } from './counted-view.ts';
import { type SandwichContent, sandwichContent } from './sandwich/sandwich-source.ts';

export interface ViewFacts {
  readonly session: PageSession;
  readonly state: ViewState;
  readonly thread: Thread;
  /** The selected lag or group. */
  readonly lag: Lag | undefined;
  readonly group: LagGroup | undefined;
  /** What the selection can be compared with. */
  readonly baseline: ComparedBaseline | undefined;
  readonly bounds: Viewport;
  /** Aggregated range without a group. */
  readonly range: ViewRange;
  /** Range over time whose common callers are folded; undefined folds nothing. */
  readonly foldRange?: Viewport;
}

/** The visible view. */
export type ShownView =
  | { readonly mode: 'time' | 'aggregated'; readonly content: FlameContent }
  | { readonly mode: 'sandwich'; readonly sandwich: SandwichContent }
  | { readonly mode: 'table'; readonly table: TableContent };

/** The view, and the search's matches in the selection. */
export interface ViewContent {
  readonly view: ShownView;
  readonly found: FoundNames;
  readonly matched: MatchedTime | undefined;
  readonly context: ViewContext;
  /** The available comparison. */
  readonly comparison: Comparison | undefined;
  readonly blamed: BlamedFrame | undefined;
  readonly frames: FramesChoice;
  /** Weights available in this session. */
  readonly weights: readonly WeightName[];
}

export interface Comparison {
  /** For people. */
  readonly name: string;
  readonly isOn: boolean;
}

/** Computes the views of one selection, again only after changes. */
export class ViewContents {
  readonly #contexts = new ViewContextCache();
  readonly #stacks = new StacksSource();
  readonly #calls = new FlameSource();
  readonly #summed = new SummedSource((model, ranges) => this.#calls.weights(model, ranges));
  readonly #compared = new ComparedSource();
  readonly #names = new NameSearch();
  readonly #appFrames = new AppFrames();
  readonly #folds = new RootFolds();
  readonly #shown = new Memo<ShownView>();
  readonly #counted = new Memo<ShownView>();

  /** Names or categories changed. */
  invalidate(): void {
    this.#contexts.invalidate();
    this.#summed.invalidate();
    this.#shown.clear();
  }

  content(selected: ViewFacts): ViewContent {
    const { session, state, lag, group } = selected;
    const context = this.#contexts.of(session);
    const frames = this.#appFrames.choice(selected, context);
    const facts = withFrames(selected, frames);
    const blamed = blamedFrame(session.model, context.facts, lag, group);
    const found = this.#names.of(session.model, state.search);
    const view = this.#viewAbout(facts, blamed?.function, context, found);
    const matched = found.matches && this.#matched(searchedFacts(facts), context, found.matches);
    return {
      view: this.#withFold(this.#withArrivals(view, facts, context), facts, context),
      found,
      matched,
      context,
      comparison: comparisonOf(facts),
      blamed,
      frames,
      weights: weightsOf(session),
    };
  }

  /** Precomputes names for a search, and the first switch to an aggregated view, in steps of some milliseconds. */
  *prefetch(facts: ViewFacts): Generator<void> {
    const { session, state } = facts;
    yield* this.#names.prepare(session.model);
    if (state.mode !== 'time' || state.search.text !== '') return;
    yield* this.#prefetchAggregated(withFrames(facts, this.#appFrames.choice(facts, this.#contexts.of(session))));
  }

  *#prefetchAggregated({ state, ...others }: ViewFacts): Generator<void> {
    const facts: ViewFacts = { ...others, state: { ...state, mode: 'aggregated' } };
    const { session } = facts;
    // Names may arrive between steps: cached results must not use old ones.
    const context = (): ViewContext => this.#contexts.of(session);
    this.#stacksOf(facts, context());
    yield;
    yield* this.#summed.prefetch(session.model, rangesOf(facts));
    this.#summedUp(facts, context());
    yield;
    this.#view(facts, context(), this.#names.of(session.model, state.search));
    // The most likely next key, as most phone stacks have many system frames, and the first selected lag.
    if (state.transforms.length > 0) return;
    for (const type of ['hideSystem', 'flattenToApp'] as const) {
      yield;
      const changes = stackChanges(context(), [{ type }]);
      yield* this.#calls.ahead(session.model, this.#stacks.of(session.model, context().facts, changes));
    }
  }

  /** Over time the calls know their weights: a first key need not wait for a tree. */
  #matched(facts: ViewFacts, context: ViewContext, matches: NonNullable<FoundNames['matches']>): MatchedTime {
    const { session, state } = facts;
    const isPlain = state.mode === 'time' && this.#isPlain(facts, context);
    const weights = isPlain ? this.#calls.weights(session.model, rangesOf(facts)) : undefined;
    if (weights !== undefined) return matchedInStacks(session.model.nodes, weights, state.weight, matches);
    return matchedTime(this.#summedUp(facts, context).tree, state.weight, matches);
  }

  /** Stacks are shown as the agent sent them. */
  #isPlain({ state }: ViewFacts, context: ViewContext): boolean {
    return state.transforms.every(({ type }) => type === 'invert') && !context.facts.hasUnnamed;
  }

  /** The sandwich begins with the function to blame, and goes on with it where the selected lag lacks the chosen one. */
  #viewAbout(facts: ViewFacts, blamed: FrameKey | undefined, context: ViewContext, found: FoundNames): ShownView {
    const { focus } = facts.state;
    const chosen = this.#view(focus === undefined ? withFocus(facts, blamed) : facts, context, found);
    const isMissing = chosen.mode === 'sandwich' && chosen.sandwich.middle === undefined && focus !== undefined;
    return isMissing && blamed !== undefined ? this.#view(withFocus(facts, blamed), context, found) : chosen;
  }

  #withArrivals(view: ShownView, { session, thread, lag }: ViewFacts, context: ViewContext): ShownView {
    if (lag === undefined || lag.thread !== thread.index || view.mode === 'sandwich') return view;
    const arrivals = this.#calls.arrivals(session.model, thread, context, lag);
    return this.#counted.get([view, arrivals], () => countedView(view, arrivals));
  }

  #withFold(view: ShownView, { session, state, thread, foldRange }: ViewFacts, context: ViewContext): ShownView {
    if (foldRange === undefined || view.mode === 'table' || view.mode === 'sandwich' || isInverted(state.transforms)) return view;
    const range = view.mode === 'time' ? foldRange : view.content.flame;
    const content = this.#folds.content(view.content, {
      names: context,
      ...rootFacts(session, thread, context),
      range,
      isOpen: state.rootsOpen,
    });
    return content === view.content ? view : { ...view, content };
  }

  #view(facts: ViewFacts, context: ViewContext, found: FoundNames): ShownView {
    const { session, state, thread, bounds, range } = facts;
    if (state.mode === 'time') {
      const stacks = this.#isPlain(facts, context) ? undefined : this.#stacksOf(facts, context);
      const content = this.#calls.content(session, thread, stacks, context, bounds, range);
      return { mode: 'time', content };
    }
    const summed = this.#summedUp(facts, context);
    const key = [summed, state.mode, state.weight, ...partsOf(state, found)];
    return this.#shown.get(key, () => this.#summedView(summed, state, context, found));
  }

  #summedView(summed: Summed, state: ViewState, context: ViewContext, { matches }: FoundNames): ShownView {
    if (state.mode === 'table') return this.#table(summed, state, context);
    if (state.mode === 'sandwich') return { mode: 'sandwich', sandwich: sandwichContent(summed, state, matches, context) };
    return this.#aggregated(summed, state, context);
  }

  #aggregated(summed: Summed, { weight, transforms }: ViewState, context: ViewContext): ShownView {
    return {
      mode: 'aggregated',
      content: isInverted(transforms) ? invertedContent(summed, weight, context) : treeContent(summed, weight, context),
    };
  }

  #table(summed: Summed, { weight, table }: ViewState, context: ViewContext): ShownView {
    const { tree, compared } = summed;
    const rows = table.direction === 'topDown' ? new TopDownTable(tree, weight, compared) : bottomUpTable(summed, weight);
    return {
      mode: 'table',
      table: {
        tree: rows,
        weight,
        columns: columnsFor(
          weight,
          compared !== undefined,
          knownWeights(tree.total),
          unknownWeight(tree.total, 0) >= 0.01 * float64At(tree.total.wall, 0),
        ),
        styleOf: (node) => context.frames.of(node),
      },
    };
  }

  #stacksOf({ session, state }: ViewFacts, context: ViewContext): ViewStacks {
    return this.#stacks.of(session.model, context.facts, stackChanges(context, state.transforms));
  }

  #summedUp(facts: ViewFacts, context: ViewContext): Summed {
    const { session, state, thread } = facts;
    const { model } = session;
    const own = (): ViewStacks => this.#stacks.own(model);
    const compared = this.#compared.of(model, thread, state, facts.baseline?.baseline, own);
    return this.#summed.of(model, rangesOf(facts), compared, () => this.#stacksOf(facts, context));
  }
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

function treeContent({ tree, compared }: Summed, weight: WeightName, context: ViewContext): FlameContent {
  const layout = { weight, upwards: false, hasPaths: true, insideOut: false } as const;
  if (compared === undefined) return summedContent(tree, context, { ...layout, widths: weightColumn(tree.total, weight, tree.length) });
  const difference = treeDifference(tree, compared, weight);
  const node = tree.node.map((known, row) => (known === 0 ? uint32At(compared.node, row) : known));
  return summedContent({ ...tree, node }, context, { ...layout, widths: differenceWidths(difference, tree.length), difference });
}

function invertedContent({ inverted, compared }: Summed, weight: WeightName, context: ViewContext): FlameContent {
  const layout = { weight, upwards: false, hasPaths: false, insideOut: true } as const;
  if (compared === undefined) {
    expandVisible(inverted, (row) => weightOf(inverted.self, weight, row));
    return summedContent(inverted, context, { ...layout, widths: weightColumn(inverted.self, weight, inverted.length) });
  }
  const difference = invertedDifference(inverted, weight, 'self');
  expandVisible(inverted, (row) => difference.here(row) + difference.there(row));
  return summedContent(inverted, context, { ...layout, widths: differenceWidths(difference, inverted.length), difference });
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

function withFocus(facts: ViewFacts, focus: FrameKey | undefined): ViewFacts {
  return { ...facts, state: { ...facts.state, focus } };
}

/** Panning does not change the search's selection. */
function searchedFacts(facts: ViewFacts): ViewFacts {
  const { state, bounds } = facts;
  if (state.mode !== 'time' || state.range !== undefined) return facts;
  return { ...facts, range: { fromUs: bounds.fromX, toUs: bounds.toX } };
}

function bottomUpTable({ inverted, compared }: Summed, weight: WeightName): BottomUpTable {
  return new BottomUpTable(inverted, weight, compared && invertedDifference(inverted, weight, 'total'));
}

function isInverted(transforms: ViewState['transforms']): boolean {
  return transforms.some(({ type }) => type === 'invert');
}

/** Further inputs of an aggregated view. */
function partsOf({ mode, table, transforms, focus }: ViewState, { matches }: FoundNames): readonly unknown[] {
  if (mode === 'table') return [table.direction];
  return mode === 'sandwich' ? [focus, matches] : [isInverted(transforms)];
}
