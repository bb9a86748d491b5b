import { isUntimed } from '../../core/session/model/annotations.ts';
import { MessageCostSource } from '../content/dialogs/message-cost-source.ts';
import { MomentSource } from '../content/dialogs/moment-source.ts';
import { LagListSource, lagsUpTo } from '../content/lags/lag-list-source.ts';
import { LegendSource } from '../content/legend/legend-source.ts';
import { baselineScope, isCompared } from '../content/selection/baseline-scope.ts';
import { RecentRows } from '../content/selection/recent-rows.ts';
import { selectedRanges } from '../content/selection/selected-ranges.ts';
import { HeatSource } from '../content/timeline/heat-source.ts';
import { TimelineSource } from '../content/timeline/timeline-source.ts';
import { TracksSource } from '../content/timeline/tracks-source.ts';
import type { ViewContent, ViewFacts } from '../modes/mode/view-content.ts';
import { ViewContents } from '../modes/view-contents.ts';
import { withoutTime } from '../state/view-changes.ts';
import { foldRange, overviewPart, sessionBounds, shownView, summedRange } from '../state/view-state.ts';
import { IdlePrefetch } from './idle-prefetch.ts';
import { prefetchKey } from './prefetch-key.ts';
import {
  comparedBaseline,
  exampleOf,
  type Frame,
  type RenderFacts,
  rangeOf,
  type SelectedFrame,
  secondRange,
  selectedStutter,
} from './render-frame.ts';
import { flameThread } from './session-texts.ts';

/** Sources whose rows have numbers, which dropped rows change. */
class RowSources {
  readonly contents = new ViewContents();
  readonly timeline = new TimelineSource();
  readonly tracks = new TracksSource();
  readonly legend = new LegendSource();
  readonly heat = new HeatSource();
}

/** Computes the facts of a rendering, only changes again. */
export class FrameSource {
  #rows = new RowSources();
  readonly #list = new LagListSource();
  readonly #recent = new RecentRows();
  readonly #moment = new MomentSource();
  readonly #messages = new MessageCostSource();
  readonly #idlePrefetch = new IdlePrefetch();
  readonly #showNews: () => void;
  /** `model.drops` of the current sources. */
  #drops = 0;

  /** @param showNews called when idle work found what the last rendering lacks */
  constructor(showNews: () => void) {
    this.#showNews = showNews;
  }

  /** Names or categories changed. */
  invalidate(): void {
    this.#rows.contents.invalidate();
    this.#recent.invalidate();
    this.#moment.invalidate();
    this.#idlePrefetch.drop();
  }

  /** Judges what came since the last call. */
  judge({ session }: RenderFacts): void {
    if (session.judge()) this.invalidate();
  }

  frame(facts: RenderFacts): Frame {
    const { session } = facts;
    this.judge(facts);
    if (this.#drops !== session.model.drops) this.#restart(session.model.drops);
    const selected = this.#selected(facts);
    const tracks = this.#tracksOf(selected);
    const content = this.#contentOf(selected);
    const legend = this.#rows.legend.keys({ ...selected, model: session.model, content, tracks: tracks?.rows ?? [] });
    return {
      ...selected,
      ...this.#timelineOf(selected),
      tracks,
      content,
      legend,
      // A view of another session may have chosen what this one lacks.
      lit: legend.find((key) => key === selected.state.lit),
      recent: this.#recent.of(session.model, selected.selected),
      momentAt: (atUs) => this.#moment.of(session, atUs),
      messageCosts: () => this.#messageCosts(selected),
    };
  }

  #restart(drops: number): void {
    this.#drops = drops;
    this.#rows = new RowSources();
    this.invalidate();
  }

  #selected(facts: RenderFacts): SelectedFrame {
    const { session, state: chosen, status, baseline } = facts;
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
    const list = this.#list.contents(
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
      ...facts,
      state,
      live,
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

  /** Undefined while closed. */
  #tracksOf({ session, state, bounds, shown, thread, lags, selected }: SelectedFrame): Frame['tracks'] {
    if (!state.tracks) return undefined;
    const arrows = selected && session.arrowsOf(selected);
    return this.#rows.tracks.data(session.model, bounds, shown, secondRange(state), thread, lags, arrows);
  }

  #timelineOf(selection: SelectedFrame): Pick<Frame, 'timeline' | 'heat'> {
    const { session, state, lags, stutters, selected, list, bounds, part, shown } = selection;
    const second = secondRange(state);
    const marked = new Set(list.group?.lags ?? (selected && [selected]));
    // The strip of a capture does not open by itself: that would move the list.
    const isHeatWanted = state.heat ?? (session.about.live ? false : undefined);
    const heat = this.#rows.heat.data(session.model, bounds, shown, second, lags, isHeatWanted);
    return {
      timeline: this.#rows.timeline.data(session, { whole: bounds, bounds: part }, shown, second, { lags, stutters }, marked),
      heat: heat && { ...heat, bounds: part },
    };
  }

  /** Undefined without a thread. */
  #contentOf(selection: SelectedFrame): ViewContent | undefined {
    const { session, state, live, isComplete, selected, list, thread, bounds, range, foldRange } = selection;
    const baseline = comparedBaseline(selection);
    const facts = thread && { session, state, thread, lag: selected, group: list.group, baseline, bounds, range, foldRange };
    const content = facts && this.#rows.contents.content(facts);
    const key = facts === undefined || live || !isComplete ? undefined : prefetchKey(facts);
    if (facts === undefined || key === undefined) this.#idlePrefetch.drop();
    else this.#idlePrefetch.begin(key, () => this.#ahead(facts));
    return content;
  }

  /** Work for the user's next actions comes before the legend of a session with very many methods. */
  *#ahead(facts: ViewFacts): Generator<void> {
    const { contents, legend } = this.#rows;
    yield* contents.prefetch(facts);
    const isNews = yield* legend.ahead(facts.session.model, contents.contextOf(facts.session));
    if (isNews) this.#showNews();
  }

  #messageCosts({ session, state, list, range }: SelectedFrame): ReturnType<Frame['messageCosts']> {
    return this.#messages.of(session.model, selectedRanges({ ...state, thread: undefined }, list.group, -1, range));
  }
}
