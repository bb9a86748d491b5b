import { missingBuilds, symbolRows } from '../../core/analysis/frames/symbol-rows.ts';
import { sessionFacts } from '../../core/analysis/report/session-facts.ts';
import { isUntimed } from '../../core/session/model/annotations.ts';
import type { SessionModel } from '../../core/session/model/model.ts';
import type { Selection } from '../../protocol/parse-from-page.ts';
import { MessageCostSource } from '../content/dialogs/message-cost-source.ts';
import { MomentSource } from '../content/dialogs/moment-source.ts';
import { LagListSource, lagsUpTo } from '../content/lags/lag-list-source.ts';
import { LegendSource } from '../content/legend/legend-source.ts';
import type { PageSession } from '../content/page-session.ts';
import { baselineScope, isCompared } from '../content/selection/baseline-scope.ts';
import { RecentRows } from '../content/selection/recent-rows.ts';
import { selectedRanges } from '../content/selection/selected-ranges.ts';
import { HeatSource } from '../content/timeline/heat-source.ts';
import { TimelineSource, timelineEvents } from '../content/timeline/timeline-source.ts';
import { TracksSource, threadsText } from '../content/timeline/tracks-source.ts';
import type { Comparison, ViewContent } from '../modes/mode/view-content.ts';
import { modeOf } from '../modes/modes.ts';
import { ViewContents } from '../modes/view-contents.ts';
import type { CaptureStatus } from '../rendering/capture-status.ts';
import { IdlePrefetch } from '../rendering/idle-prefetch.ts';
import { emptyListText } from '../rendering/list-text.ts';
import { prefetchKey } from '../rendering/prefetch-key.ts';
import {
  comparedBaseline,
  exampleOf,
  type Frame,
  type RenderFacts,
  rangeOf,
  secondRange,
  selectedStutter,
} from '../rendering/render-frame.ts';
import { rulerRange } from '../rendering/ruler-range.ts';
import { emptyText, flameThread, groupText, rangeText, threadChoices, unmeasuredText, whereTexts } from '../rendering/session-texts.ts';
import { bandOfKey, type LegendKey } from '../state/legend-key.ts';
import type { ViewChange } from '../state/page-action.ts';
import { canSwapRanges, withoutLost, withoutTime } from '../state/view-changes.ts';
import { foldRange, isFollowing, overviewPart, sessionBounds, shownView, summedRange, type ViewState } from '../state/view-state.ts';
import type { TracksData } from '../timeline/tracks-painter.ts';
import { fileNameWithApp, sessionName } from '../ui/session-name.ts';
import { resultSentence, type StoppedFacts } from '../views/stop-summary.ts';
import { anrTraceWarnings } from '../views/warnings/anr-trace-warnings.ts';
import { barrierWarnings } from '../views/warnings/barrier-warnings.ts';
import { deadlockWarnings } from '../views/warnings/deadlock-warnings.ts';
import { endWarnings, importWarnings, limitWarnings, warningsOf } from '../views/warnings/warnings.ts';
import type { PageViews } from './page-views.ts';
import { SelectionReporter } from './selection-reporter.ts';

/** Renders a session in all views; recomputes only changes. */
export class PageRenderer {
  readonly #root: HTMLElement;
  readonly #views: PageViews;
  #contents = new ViewContents();
  readonly #listSource = new LagListSource();
  #timeline = new TimelineSource();
  #tracks = new TracksSource();
  #legend = new LegendSource();
  #heat = new HeatSource();
  /** `model.drops` of the current sources. */
  #drops = 0;
  readonly #recentRows = new RecentRows();
  readonly #moment = new MomentSource();
  readonly #messages = new MessageCostSource();
  readonly #selection: SelectionReporter;
  readonly #idlePrefetch = new IdlePrefetch();
  #withoutLost: ViewChange | undefined;

  /** @param reportSelection called when the selection changes */
  constructor(root: HTMLElement, views: PageViews, reportSelection: (selection: Selection | undefined) => void) {
    this.#root = root;
    this.#views = views;
    this.#selection = new SelectionReporter(reportSelection);
  }

  /** Another session, or the same again. */
  begin(): void {
    this.#selection.begin();
    this.invalidate();
  }

  /** Names or categories changed. */
  invalidate(): void {
    this.#contents.invalidate();
    this.#recentRows.invalidate();
    this.#moment.invalidate();
    this.#idlePrefetch.drop();
  }

  /** Dropped rows change all row numbers. */
  #restart(drops: number): void {
    this.#drops = drops;
    this.#contents = new ViewContents();
    this.#timeline = new TimelineSource();
    this.#tracks = new TracksSource();
    this.#legend = new LegendSource();
    this.#heat = new HeatSource();
    this.invalidate();
  }

  /** Renders the state; returns it with the range of an ongoing selected lag extended to now. */
  render(facts: RenderFacts): ViewState {
    const { session } = facts;
    if (session.judge()) this.invalidate();
    if (this.#drops !== session.model.drops) this.#restart(session.model.drops);
    const frame = this.#frame(facts);
    this.#renderSymbols(session);
    this.#renderHeader(facts);
    this.#renderMoment(session);
    this.#renderList(frame);
    this.#renderDetails(frame);
    const tracks = this.#tracksOf(frame);
    const content = this.#contentOf(frame);
    const keys = this.#legend.keys({ ...frame, model: session.model, content, tracks: tracks?.rows ?? [] });
    // A view of another session may have chosen what this one lacks.
    const lit = keys.find((key) => key === frame.state.lit);
    this.#views.list.setLit(bandOfKey(lit));
    this.#renderTimeline(frame, tracks, lit);
    this.#renderFlame(frame, content, keys, lit);
    this.#renderCompared(frame, content?.comparison);
    this.#renderMessages(frame);
    const { state, selected, list, lags, thread, isComplete } = frame;
    this.#withoutLost = withoutLost(state, selected !== undefined, list.group !== undefined);
    this.#selection.update(state, selected, list.group, isComplete ? session.model.nowUs : undefined);
    this.#root.classList.toggle('untimed', isUntimed(session.model));
    this.#root.classList.toggle('captured', session.about.live);
    // Tests and benches read these.
    this.#root.dataset.samples = String(thread?.samples.length ?? 0);
    this.#root.dataset.lags = String(lags.length);
    this.#root.dataset.groups = String(list.groups);
    this.#root.dataset.marks = String(session.model.marks.length);
    this.#root.dataset.phase = facts.status.phase;
    return state;
  }

  /** Ends a selection that the last rendering did not find. */
  get withoutLost(): ViewChange | undefined {
    return this.#withoutLost;
  }

  #frame({ session, state: chosen, status, isComplete, baseline }: RenderFacts): Frame {
    const live = status.isLive;
    const { pausedUs } = chosen;
    const bounds = sessionBounds(pausedUs ?? session.model.nowUs, live);
    const lags = pausedUs === undefined ? session.lags : lagsUpTo(session.lags, pausedUs);
    const stutters = pausedUs === undefined ? session.stutters : lagsUpTo(session.stutters, pausedUs);
    const selected = chosen.lag === undefined ? undefined : lags.find((lag) => lag.id === chosen.lag);
    const stutter = selectedStutter(stutters, chosen);
    const isOngoing = selected?.open === true && chosen.range !== undefined;
    const ranged = isOngoing ? { ...chosen, range: rangeOf(selected) } : chosen;
    const state = isUntimed(session.model) ? withoutTime(ranged) : ranged;
    // One side B at a time: a range of this session comes before the baseline.
    const scope = state.range2 === undefined ? baseline && baselineScope(session, baseline, state.acrossApps) : undefined;
    const list = this.#listSource.contents(
      session,
      lags,
      state,
      isCompared(scope) ? baseline : undefined,
      isCompared(scope) ? scope.fromUs : 0,
      stutters,
      live,
    );
    const example = exampleOf(state, list.group);
    const shownState = example === undefined ? state : { ...state, range: rangeOf(example) };
    return {
      session,
      state,
      status,
      live,
      isComplete,
      baseline,
      scope,
      lags,
      stutters,
      selected,
      stutter,
      list,
      example,
      thread: flameThread(session, state.thread, selected ?? example),
      bounds,
      part: overviewPart(state, bounds),
      shown: shownView(shownState, bounds, live),
      range: summedRange(shownState, bounds, live),
      foldRange: foldRange(shownState, bounds, live),
    };
  }

  #renderSymbols({ model, about }: PageSession): void {
    this.#views.banner.show(missingBuilds(model));
    if (this.#views.symbols.isOpen) this.#views.symbols.show(symbolRows(model), about.keepsNames);
  }

  #renderMoment(session: PageSession): void {
    const { moment } = this.#views;
    if (moment.atUs !== undefined) moment.show(this.#moment.of(session, moment.atUs));
  }

  #renderMessages(frame: Frame): void {
    const { session, state, live, list, range, bounds } = frame;
    const { messages } = this.#views;
    if (!messages.isOpen) return;
    const ranges = selectedRanges({ ...state, thread: undefined }, list.group, -1, range);
    const about = list.group === undefined ? rangeText(state, range, bounds, live) : groupText(list.group);
    messages.show(this.#messages.of(session.model, ranges), about);
  }

  #renderList(frame: Frame): void {
    const { session, state, status, live, isComplete, selected, list } = frame;
    this.#views.listBar.show({ ...list, ...list.counted, ...state, thresholdUs: session.thresholdUs });
    this.#views.hiddenGroups.show(list.hidden);
    this.#views.rangeBar.show(state.within, list);
    this.#views.busyBar.show(list.inRange, list.lackedCore, state.hidesLackedCore);
    const arrangement = [
      state.order,
      state.grouped,
      state.change,
      state.screen,
      state.ran,
      state.within?.fromUs,
      state.within?.toUs,
      state.hidesLackedCore,
      session.thresholdUs,
      ...state.hiddenGroups,
    ].join();
    const inRange = state.within && list.inRange;
    const result = status.phase === 'stopped' ? resultSentence(stoppedFacts(session, status), inRange) : '';
    const selection = { lag: selected?.id, group: state.group, range: state.range };
    this.#views.list.show(list.items, selection, arrangement, emptyListText(frame), { isLive: live, isComplete, result });
    this.#views.screenBar.show(state.screen, list);
    this.#views.functionBar.show(state.ran, list.ran, list.lags);
  }

  #renderDetails({ session, state, selected, stutter, list }: Frame): void {
    const isSelected = selected !== undefined || stutter !== undefined || list.group !== undefined;
    this.#views.details.show(isSelected);
    this.#views.panes.show(isSelected || modeOf(state).hasSelection?.(state) === true);
    this.#views.groupSummary.show(list.group, list.frequency, list.before);
    this.#views.summary.show(selected);
    this.#views.stutterSummary.show(stutter, stutter && session.stutterFacts(stutter));
    this.#views.counters.show(selected);
    this.#views.recent.show(this.#recentRows.of(session.model, selected));
  }

  /** Undefined while closed. */
  #tracksOf({ session, state, bounds, shown, thread, lags, selected }: Frame): TracksData | undefined {
    if (!state.tracks) return undefined;
    return this.#tracks.data(session.model, bounds, shown, secondRange(state), thread, lags, selected && session.arrowsOf(selected));
  }

  #renderTimeline(frame: Frame, tracks: TracksData | undefined, lit: LegendKey | undefined): void {
    const { session, state, live, lags, stutters, selected, list, bounds, part, shown } = frame;
    const { model } = session;
    const second = secondRange(state);
    const marked = new Set(list.group?.lags ?? (selected && [selected]));
    const overTime = this.#timeline.data(session, { whole: bounds, bounds: part }, shown, second, { lags, stutters }, marked);
    // The strip of a capture does not open by itself: that would move the list.
    const heat = this.#heat.data(model, bounds, shown, second, lags, state.heat ?? (session.about.live ? false : undefined));
    this.#views.timeline.show(overTime, {
      tracks,
      lit,
      tracksPx: state.tracksPx,
      threads: threadsText(model, live),
      heat: heat && { ...heat, bounds: part },
      canFollow: live && state.pausedUs === undefined && !(isFollowing(state, live) && state.overview === undefined),
      range: rulerRange(frame),
      events: () => timelineEvents(overTime, lags),
    });
  }

  /** Undefined without a thread. */
  #contentOf(frame: Frame): ViewContent | undefined {
    const { session, state, live, isComplete, selected, list, thread, bounds, range, foldRange } = frame;
    const baseline = comparedBaseline(frame);
    const viewFacts = thread && { session, state, thread, lag: selected, group: list.group, baseline, bounds, range, foldRange };
    const content = viewFacts && this.#contents.content(viewFacts);
    const key = viewFacts === undefined || live || !isComplete ? undefined : prefetchKey(viewFacts);
    if (viewFacts === undefined || key === undefined) this.#idlePrefetch.drop();
    else this.#idlePrefetch.begin(key, () => this.#contents.prefetch(viewFacts));
    return content;
  }

  #renderFlame(frame: Frame, content: ViewContent | undefined, keys: readonly LegendKey[], lit: LegendKey | undefined): void {
    const { session, state, live, isComplete, thread, shown } = frame;
    this.#views.flame.showThreads(threadChoices(session.model, thread), thread?.index ?? -1);
    const nothing = modeOf(state).isOverTime
      ? emptyText('flame', session, live, isComplete)
      : unmeasuredText(state.weight, session, live, isComplete);
    this.#views.flame.show(content, state, shown, nothing, keys, lit);
  }

  #renderCompared({ baseline, scope, list, state, range }: Frame, comparison: Comparison | undefined): void {
    this.#views.compareBar.show({ baseline, scope, list, state, range, comparison, canSwapRanges: canSwapRanges(state) });
  }

  /** Updates only the header, which says what came since a pause. */
  renderHeader(facts: RenderFacts): void {
    if (facts.session.judge()) this.invalidate();
    this.#renderHeader(facts);
  }

  #renderHeader({ session, state, status, hostWarnings }: RenderFacts): void {
    const { model, lags, about } = session;
    const { pausedUs } = state;
    const name = sessionName(about.title);
    this.#views.header.show({
      title: about.live ? name : fileNameWithApp(name, appOf(model)),
      ...whereTexts(session),
      phase: status.phase,
      phaseDetail: status.detail,
      nowUs: isUntimed(model) ? 0 : status.recordedS === undefined ? model.nowUs : status.recordedS * 1e6,
      stopped: status.phase === 'stopped' ? stoppedFacts(session, status) : undefined,
      banner: this.#views.banner.sentence,
      isCapture: about.live,
      newLags: pausedUs === undefined ? undefined : lags.length - lagsUpTo(lags, pausedUs).length,
      warnings: [
        ...deadlockWarnings(model),
        ...barrierWarnings(model),
        ...anrTraceWarnings(model),
        ...importWarnings(model),
        ...limitWarnings(model, session.lagsLeftOut),
        ...warningsOf(model.runs.at(-1), status.silentUs),
        ...endWarnings(model.runs.at(-1)),
        ...hostWarnings,
      ],
    });
  }
}

function stoppedFacts({ model, lags, frames }: PageSession, { keptSessions }: CaptureStatus): StoppedFacts {
  return { ...sessionFacts(model, lags, frames), keptSessions };
}

function appOf({ runs }: SessionModel): string {
  const run = runs.at(-1);
  return run?.process?.app || run?.hello?.process || '';
}
