import { missingBuilds, symbolRows } from '../../core/analysis/frames/symbol-rows.ts';
import type { Baseline } from '../../core/analysis/lags/groups/baseline.ts';
import type { LagGroup } from '../../core/analysis/lags/groups/lag-groups.ts';
import type { Lag } from '../../core/analysis/lags/lag.ts';
import type { Selection, SessionPhase } from '../../protocol/page-protocol.ts';
import { HeatSource } from '../content/heat-source.ts';
import { LagListSource } from '../content/lag-list-source.ts';
import type { PageSession } from '../content/page-session.ts';
import { RecentRows } from '../content/recent-rows.ts';
import { TimelineSource, timelineEvents } from '../content/timeline-source.ts';
import { shownThreads, TracksSource } from '../content/tracks-source.ts';
import { ViewContents, type ViewFacts } from '../content/view-contents.ts';
import { isFollowing, sessionBounds, shownView, summedRange, type ViewState } from '../state/view-state.ts';
import { text } from '../ui/page-text.ts';
import { limitWarnings, type Warning, warningsOf } from '../views/warnings.ts';
import { IdlePrefetch } from './idle-prefetch.ts';
import type { PageViews } from './page-views.ts';
import { lagsUpTo } from './paused-lags.ts';
import { SelectionReporter } from './selection-reporter.ts';
import { emptyText, flameThread, groupText, rangeText, threadChoices, unmeasuredText, waitOwner, whereText } from './session-texts.ts';

/** All that a picture is made from. */
export interface RenderFacts {
  readonly session: PageSession;
  readonly state: ViewState;
  readonly phase: SessionPhase;
  readonly phaseDetail: string;
  /** The session may still grow. */
  readonly live: boolean;
  /** All of the session that is there has come. */
  readonly isComplete: boolean;
  /** How long nothing has come although something should. */
  readonly silentUs: number;
  readonly hostWarnings: readonly Warning[];
  /** What the session is compared with. */
  readonly baseline: Baseline | undefined;
}

/** Shows a session in all views; makes anew only what changed. */
export class PageRenderer {
  readonly #root: HTMLElement;
  readonly #views: PageViews;
  #contents = new ViewContents();
  readonly #listSource = new LagListSource();
  #timeline = new TimelineSource();
  #tracks = new TracksSource();
  #heat = new HeatSource();
  /** Of the model, when these began. */
  #drops = 0;
  readonly #recentRows = new RecentRows();
  readonly #selection: SelectionReporter;
  readonly #idlePrefetch = new IdlePrefetch();

  /** @param reportSelection is told what is selected, when that is something else */
  constructor(root: HTMLElement, views: PageViews, reportSelection: (selection: Selection | undefined) => void) {
    this.#root = root;
    this.#views = views;
    this.#selection = new SelectionReporter(reportSelection);
  }

  /** Another session, or the same anew. */
  begin(): void {
    this.#selection.begin();
    this.invalidate();
  }

  /** Names or categories have to be looked up anew. */
  invalidate(): void {
    this.#contents.invalidate();
    this.#recentRows.invalidate();
    this.#idlePrefetch.drop();
  }

  /** Old rows of the session went, so rows have other numbers. */
  #restart(drops: number): void {
    this.#drops = drops;
    this.#contents = new ViewContents();
    this.#timeline = new TimelineSource();
    this.#tracks = new TracksSource();
    this.#heat = new HeatSource();
    this.invalidate();
  }

  /** Draws what the reader looks at, and gives it back: with a selected lag that lasts it goes up to where that lasts by now. */
  render(facts: RenderFacts): ViewState {
    const { session, state: chosen, phase, live, baseline } = facts;
    if (session.judge()) this.invalidate();
    const { model } = session;
    if (this.#drops !== model.drops) this.#restart(model.drops);
    const { pausedUs } = chosen;
    const bounds = sessionBounds(pausedUs ?? model.nowUs, live);
    const lags = pausedUs === undefined ? session.lags : lagsUpTo(session.lags, pausedUs);
    const selected = lags.find((lag) => lag.id === chosen.lag);
    const lasts = selected?.open === true && chosen.range !== undefined;
    const state = lasts ? { ...chosen, range: { fromUs: selected.beginUs, toUs: selected.endUs } } : chosen;
    const list = this.#listSource.contents(session, lags, state, baseline);
    const example = exampleOf(state, list.group);
    const shownState = example === undefined ? state : { ...state, range: { fromUs: example.beginUs, toUs: example.endUs } };
    const shown = shownView(shownState, bounds, live);
    const thread = flameThread(session, state.thread, selected ?? example);

    this.#showHeader(facts);
    this.#views.banner.show(missingBuilds(model));
    if (this.#views.symbols.isOpen) this.#views.symbols.show(symbolRows(model), session.about.keepsNames);
    this.#views.listBar.show({ ...list, ...state, thresholdUs: session.thresholdUs });
    const nothing = list.isFiltered ? text('noChange') : emptyText('lags', session, live);
    this.#views.list.show(list.items, { lag: selected?.id, group: state.group }, nothing);
    this.#views.baselineBar.show(baseline, list.compared, state.change, baseline?.session === session.about.session);
    this.#views.groupSummary.show(list.group, list.frequency, list.before);
    this.#views.summary.show(selected, selected && waitOwner(session, selected));
    this.#views.counters.show(selected);
    this.#views.recent.show(this.#recentRows.of(model, selected));
    const second = state.range2 && { fromX: state.range2.fromUs, toX: state.range2.toUs };
    const overTime = this.#timeline.data(session, bounds, shown, second, lags, new Set(list.group?.lags ?? (selected && [selected])));
    this.#views.timeline.show(overTime, {
      tracks: state.tracks ? this.#tracks.data(model, bounds, shown, second, thread, lags) : undefined,
      threads: shownThreads(model),
      heat: this.#heat.data(model, bounds, shown, second, lags, state.heat),
      canFollow: live && pausedUs === undefined && !isFollowing(state, live),
      events: () => timelineEvents(overTime, lags),
    });
    this.#views.flame.showThreads(threadChoices(model, thread), thread?.index ?? -1);
    this.#views.flame.showFollow(live, isFollowing(state, live));
    const range = summedRange(shownState, bounds, live);
    const { group } = list;
    const viewFacts = thread && { session, state, thread, lag: selected, group, baseline, bounds, range };
    const content = viewFacts && this.#contents.content(viewFacts);
    if (viewFacts !== undefined && !live && facts.isComplete) this.#prefetch(viewFacts);
    else this.#idlePrefetch.drop();
    const about = list.group && (state.mode !== 'time' || example) ? groupText(list.group, example) : rangeText(state, range, bounds, live);
    this.#views.flame.show(
      content,
      state,
      shown,
      about,
      state.mode === 'time' ? emptyText('flame', session, live) : unmeasuredText(state.weight, session, live),
    );
    this.#selection.update(state, selected, list.group, facts.isComplete ? model.nowUs : undefined);
    // For tests and benches: what is on the screen.
    this.#root.dataset.samples = String(thread?.samples.length ?? 0);
    this.#root.dataset.lags = String(lags.length);
    this.#root.dataset.groups = String(list.groups);
    this.#root.dataset.marks = String(model.marks.length);
    this.#root.dataset.phase = phase;
    return state;
  }

  /** Says of a picture that is paused what came since; nothing else is drawn. */
  renderHeader(facts: RenderFacts): void {
    if (facts.session.judge()) this.invalidate();
    this.#showHeader(facts);
  }

  /** A search or a comparison has what it needs, which is other sums. */
  #prefetch(facts: ViewFacts): void {
    const { session, state, thread, lag, group, range } = facts;
    const { mode, search, baseline, range2, weight, transforms } = state;
    if (mode !== 'time' || search.text !== '' || baseline || range2 !== undefined) {
      this.#idlePrefetch.drop();
      return;
    }
    const { model } = session;
    const key = [model, model.version, model.namesVersion, thread, lag, group, weight, transforms, range.fromUs, range.toUs];
    this.#idlePrefetch.begin(key, () => this.#contents.prefetch(facts));
  }

  #showHeader({ session, state, phase, phaseDetail, silentUs, hostWarnings }: RenderFacts): void {
    const { model, lags, about } = session;
    const { pausedUs } = state;
    this.#views.header.show({
      title: about.title,
      where: whereText(session),
      phase,
      phaseDetail,
      nowUs: model.nowUs,
      newLags: pausedUs === undefined ? undefined : lags.length - lagsUpTo(lags, pausedUs).length,
      warnings: [...limitWarnings(model, session.lagsLeftOut), ...warningsOf(model.runs.at(-1), silentUs), ...hostWarnings],
    });
  }
}

/** Calls of several lags do not follow each other: over time the group's latest lag is shown, until the reader looks elsewhere. */
function exampleOf({ mode, lag, range, view }: ViewState, group: LagGroup | undefined): Lag | undefined {
  return mode === 'time' && lag === undefined && range === undefined && view === undefined ? group?.latest : undefined;
}
