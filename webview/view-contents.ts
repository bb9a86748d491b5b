import type { LagGroup } from '../core/analysis/lag-groups.ts';
import type { Thread } from '../core/session/thread.ts';
import type { WeighedStretch } from '../core/views/live-weights.ts';
import type { ViewStacks } from '../core/views/view-stacks.ts';
import type { FlameContent } from './flame/content.ts';
import type { Viewport } from './flame/viewport.ts';
import { FlameSource } from './flame-source.ts';
import { type FoundNames, type MatchedTime, matchedTime, NameSearch } from './name-search.ts';
import type { PageSession } from './page-session.ts';
import { type SandwichContent, sandwichContent } from './sandwich-source.ts';
import { selectedStretches } from './selected-stretches.ts';
import { type Looks, SessionLooks } from './session-looks.ts';
import { expandVisible, summedContent } from './summed-content.ts';
import { StacksSource, type Summed, SummedSource } from './summed-source.ts';
import { columnsFor } from './table/table-cells.ts';
import { BottomUpTable, TopDownTable } from './table/table-tree.ts';
import type { TableContent } from './table/table-view.ts';
import type { Stretch, ViewState } from './view-state.ts';

/** What a view is made from. */
export interface ViewFacts {
  readonly session: PageSession;
  readonly state: ViewState;
  readonly thread: Thread;
  /** The selected group of lags. */
  readonly group: LagGroup | undefined;
  readonly bounds: Viewport;
  /** What is summed up when no group is selected. */
  readonly stretch: Stretch;
}

/** The one of the four views that is shown. */
export type ShownView =
  | { readonly mode: 'time' | 'aggregated'; readonly content: FlameContent }
  | { readonly mode: 'sandwich'; readonly sandwich: SandwichContent }
  | { readonly mode: 'table'; readonly table: TableContent };

/** A view, and what a search finds in what is selected. */
export interface ViewContent {
  readonly view: ShownView;
  readonly found: FoundNames;
  readonly matched: MatchedTime | undefined;
  readonly looks: Looks;
}

/** Makes the four views of one selection, and makes them again only when something changed. */
export class ViewContents {
  readonly #looks = new SessionLooks();
  readonly #stacks = new StacksSource();
  readonly #calls = new FlameSource();
  readonly #summed = new SummedSource();
  readonly #names = new NameSearch();
  #made: { readonly key: readonly unknown[]; readonly view: ShownView } | undefined;

  /** Names or categories have to be looked up anew. */
  forget(): void {
    this.#looks.forget();
    this.#summed.forget();
    this.#made = undefined;
  }

  content(facts: ViewFacts): ViewContent {
    const { session, state } = facts;
    const looks = this.#looks.of(session);
    const found = this.#names.of(session.model, state.search);
    const view = this.#view(facts, looks, found);
    const matched = found.matches && matchedTime(this.#summedUp(facts, looks).tree, state.weight, found.matches);
    return { view, found, matched, looks };
  }

  #view(facts: ViewFacts, looks: Looks, found: FoundNames): ShownView {
    const { session, state, thread, bounds, stretch } = facts;
    if (state.mode === 'time') {
      const stacks = state.transforms.every(({ type }) => type === 'invert') ? undefined : this.#stacksOf(facts, looks);
      const content = this.#calls.content(session, thread, stacks, looks, bounds, stretch.toUs - stretch.fromUs);
      return { mode: 'time', content };
    }
    const summed = this.#summedUp(facts, looks);
    const key = [summed, state.mode, state.weight, ...partsOf(state, found)];
    if (this.#made !== undefined && key.every((part, at) => part === this.#made?.key[at])) return this.#made.view;
    const view = this.#summedView(summed, state, looks, found);
    this.#made = { key, view };
    return view;
  }

  #summedView(summed: Summed, state: ViewState, looks: Looks, { matches }: FoundNames): ShownView {
    if (state.mode === 'table') return this.#table(summed, state, looks);
    if (state.mode === 'sandwich') return { mode: 'sandwich', sandwich: sandwichContent(summed, state, matches, looks) };
    return this.#aggregated(summed, state, looks);
  }

  #aggregated(summed: Summed, { weight, transforms }: ViewState, looks: Looks): ShownView {
    const layout = { weight, upwards: false } as const;
    const content = isInverted(transforms)
      ? summedContent(expandVisible(summed.inverted, weight, 'self'), looks, { ...layout, width: 'self', hasPaths: false })
      : summedContent(summed.tree, looks, { ...layout, width: 'total', hasPaths: true });
    return { mode: 'aggregated', content };
  }

  #table(summed: Summed, { weight, table }: ViewState, looks: Looks): ShownView {
    const tree = table.direction === 'topDown' ? new TopDownTable(summed.tree, weight) : new BottomUpTable(summed.inverted, weight);
    return {
      mode: 'table',
      table: {
        tree,
        weight,
        columns: columnsFor(weight),
        look: (node) => looks.frames.of(node),
        nameOf: (method) => looks.facts.key(method),
      },
    };
  }

  #stacksOf({ session, state }: ViewFacts, looks: Looks): ViewStacks {
    return this.#stacks.of(session.model, looks.facts, state.transforms);
  }

  #summedUp(facts: ViewFacts, looks: Looks): Summed {
    const { session, state, thread, group, stretch } = facts;
    const { model } = session;
    const stretches: WeighedStretch[] = [];
    for (const { thread: index, fromUs, toUs } of selectedStretches(state, group, thread.index, stretch)) {
      const selected = model.threads[index];
      if (selected !== undefined) stretches.push({ thread: selected, fromUs, toUs });
    }
    return this.#summed.of(model, stretches, undefined, () => this.#stacksOf(facts, looks));
  }
}

function isInverted(transforms: ViewState['transforms']): boolean {
  return transforms.some(({ type }) => type === 'invert');
}

/** What one of the summed views depends on besides what is selected and its weight. */
function partsOf({ mode, table, transforms, focus }: ViewState, { matches }: FoundNames): readonly unknown[] {
  if (mode === 'table') return [table.direction];
  return mode === 'sandwich' ? [focus, matches] : [isInverted(transforms)];
}
