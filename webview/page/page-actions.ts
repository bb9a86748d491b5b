import type { Lag } from '../../core/analysis/lags/lag.ts';
import { worstMomentUs } from '../../core/analysis/moment/worst-moment.ts';
import type { ShareKind } from '../../protocol/page-protocol.ts';
import { chosenMomentUs } from '../content/dialogs/chosen-moment.ts';
import { baselineScope } from '../content/selection/baseline-scope.ts';
import { waitOwner } from '../rendering/session-texts.ts';
import type { PageAction, ViewAction } from '../state/page-action.ts';
import { viewChange } from '../state/view-changes.ts';
import type { SampleGuide } from '../views/sample-guide.ts';
import type { PageFacts } from './page-facts.ts';
import type { PageViews } from './page-views.ts';
import { postOpen } from './post-open.ts';
import { sendBaseline, sendRangeBaseline } from './send-baseline.ts';
import { sourceRequest } from './source-request.ts';
import { postToHost } from './vscode-api.ts';

/** Executes what the user did; the only place that does. */
export class PageActions {
  readonly #facts: PageFacts;
  readonly #views: PageViews;
  readonly #guide: SampleGuide;

  constructor(facts: PageFacts, views: PageViews, guide: SampleGuide) {
    this.#facts = facts;
    this.#views = views;
    this.#guide = guide;
  }

  dispatch(action: PageAction): void {
    if (this.#guide.take(action)) return;
    switch (action.type) {
      case 'openSource':
        this.#openSource(action.node, action.beside);
        return;
      case 'setThreshold':
        this.#setThreshold(action.thresholdUs);
        return;
      case 'share':
        this.#share(action.kind);
        return;
      case 'showSymbols':
        this.#views.symbols.open();
        this.#facts.scheduler.requestNow();
        return;
      case 'swap':
        this.#swap();
        return;
      case 'endComparison':
        this.#endComparison();
        return;
      case 'keepAsB':
        this.#keepAsB();
        return;
      case 'openMenu':
        this.#openMenu(action);
        return;
      case 'showMessages':
        this.#views.messages.open();
        this.#facts.scheduler.requestNow();
        return;
      case 'showKeys':
        this.#views.keys.showModal();
        return;
      case 'showThreads':
        this.#showThreads(action.atUs, action.threads);
        return;
      case 'focusSearch':
        this.#views.flame.focusSearch();
        return;
      case 'nextMatch':
        this.#views.flame.nextMatch(action.by);
        return;
      case 'moveLag':
        this.#views.list.move(action.by);
        return;
      case 'mark':
      case 'stop':
      case 'save':
      case 'repeat':
      case 'compare':
      case 'retrySymbols':
      case 'locateSymbols':
      case 'copyText':
      case 'openSetting':
        postToHost(action);
        return;
      default:
        this.#changeView(action);
    }
  }

  #swap(): void {
    const { session, view, baseline } = this.#facts;
    const { range2, acrossApps } = view.state;
    if (range2 !== undefined) this.#changeView({ type: 'swapRanges' });
    else if (session && baseline && baselineScope(session, baseline, acrossApps).kind === 'other') postToHost({ type: 'swap' });
  }

  #endComparison(): void {
    if (this.#facts.view.state.range2 === undefined) postToHost({ type: 'clearBaseline' });
    else this.#changeView({ type: 'change', change: { range2: undefined } });
  }

  #keepAsB(): void {
    const { session, view } = this.#facts;
    const range = view.state.range ?? view.state.within;
    if (session === undefined) return;
    if (range === undefined) sendBaseline(session, undefined);
    else sendRangeBaseline(session, { beginUs: Math.max(0, range.fromUs), endUs: Math.min(range.toUs, session.model.nowUs) });
  }

  /** Selects it and scrolls to its row. */
  revealLag(lag: Lag): void {
    const { view } = this.#facts;
    const { pausedUs } = view.state;
    if (pausedUs !== undefined && pausedUs < lag.endUs) view.change({ pausedUs: undefined });
    this.#changeView({ type: 'selectLag', lag });
    this.#views.list.reveal(lag.id);
  }

  #changeView(action: ViewAction): void {
    const { session, status, view } = this.#facts;
    const facts = session && { nowUs: session.model.nowUs, live: status.isLive, lags: session.lags, stutters: session.stutters };
    const change = viewChange(view.state, action, facts);
    // The user's choice replaces a lag that the extension asked for.
    if (action.type === 'selectLag' || change?.lag !== undefined) this.#facts.requestedLag = undefined;
    if (change !== undefined) view.change(change);
  }

  #setThreshold(thresholdUs: number): void {
    const { session, scheduler } = this.#facts;
    if (session === undefined) return;
    session.thresholdUs = thresholdUs;
    postToHost({ type: 'threshold', thresholdUs });
    scheduler.requestNow();
  }

  #openSource(node: number, beside: boolean): void {
    const { session } = this.#facts;
    if (session) postOpen(sourceRequest(session.model, node), beside);
  }

  #openMenu({ subject, clientX, clientY }: Extract<PageAction, { readonly type: 'openMenu' }>): void {
    const { session, view } = this.#facts;
    if (session === undefined) return;
    const facts = {
      lags: session.lags,
      hasRange: view.state.within !== undefined,
      ownerOf: (lag: Lag) => waitOwner(session, lag),
      worstMomentOf: (lag: Lag) => worstMomentUs(session.model, lag),
    };
    this.#views.menu.open(subject, facts, clientX, clientY);
  }

  #showThreads(atUs: number | undefined, threads: readonly number[] | undefined): void {
    const { session, view, status, scheduler } = this.#facts;
    if (session === undefined) return;
    const chosenUs = atUs ?? this.#views.timeline.momentUs ?? chosenMomentUs(session, view.state, status.isLive);
    this.#views.moment.open(Math.min(Math.max(chosenUs, 0), session.model.nowUs), threads);
    scheduler.requestNow();
  }

  #share(kind: ShareKind): void {
    const { session, view } = this.#facts;
    const lag = session?.lags.find(({ id }) => id === view.state.lag);
    const chosen = lag && { id: lag.id, run: lag.run, beginUs: lag.beginUs, endUs: lag.endUs };
    postToHost({ type: 'share', kind, at: { lag: chosen, view: view.state } });
  }
}
