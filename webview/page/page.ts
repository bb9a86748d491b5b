import type { Stutter } from '../../core/analysis/display-frames/stutters.ts';
import { frameOf } from '../../core/analysis/frames/frame.ts';
import type { Baseline } from '../../core/analysis/lags/groups/baseline.ts';
import type { LagGroup } from '../../core/analysis/lags/groups/lag-groups.ts';
import type { Lag } from '../../core/analysis/lags/lag.ts';
import { worstMomentUs } from '../../core/analysis/moment/worst-moment.ts';
import type { RunChoice, ShareKind, ToPage } from '../../protocol/page-protocol.ts';
import { chosenMomentUs } from '../content/chosen-moment.ts';
import { PageSession } from '../content/page-session.ts';
import type { PageAction, ViewAction } from '../state/page-action.ts';
import { selectFunction, viewChange } from '../state/view-changes.ts';
import { text } from '../ui/page-text.ts';
import { onThemeChange, readTheme } from '../ui/theme.ts';
import { SampleGuide } from '../views/sample-guide.ts';
import type { Warning } from '../views/warnings.ts';
import { CaptureStatus, SILENCE_CHECK_MS } from './capture-status.ts';
import { globalKeys } from './global-keys.ts';
import { keepFocus } from './keep-focus.ts';
import { PageRenderer, type RenderFacts } from './page-renderer.ts';
import { type PageViews, pageViews } from './page-views.ts';
import { parseViewState } from './parse-view-state.ts';
import { postOpen } from './post-open.ts';
import { RenderScheduler } from './render-scheduler.ts';
import { sendBaseline } from './send-baseline.ts';
import { waitOwner } from './session-texts.ts';
import { sourceRequest } from './source-request.ts';
import { ViewStore } from './view-store.ts';
import { postToHost } from './vscode-api.ts';

/** The page: takes messages of the extension and actions of the user, and keeps all views up to date. */
export class Page {
  readonly #root: HTMLElement;
  readonly #views: PageViews;
  readonly #renderer: PageRenderer;
  #session: PageSession | undefined;
  readonly #view = new ViewStore(() => this.#scheduler.requestNow());
  readonly #status = new CaptureStatus();
  readonly #guide = new SampleGuide((hints) => postToHost({ type: 'followed', hints }));
  #hostWarnings: readonly Warning[] = [];
  #baseline: Baseline | undefined;
  /** End of the session when it was rendered last. */
  #drawnEndUs = 0;
  #drawnThresholdUs: number | undefined;
  readonly #scheduler = new RenderScheduler(
    () => this.#isReading,
    () => this.#render(),
  );
  /** Lag that the extension asked for, until its end has come. */
  #requestedLag: string | undefined;
  #isLoaded = false;
  /** The page shows the session again, with the user's view. */
  #isKnown = false;

  constructor(root: HTMLElement) {
    this.#root = root;
    const dispatch = (action: PageAction): void => this.#dispatch(action);
    const names = {
      label: (node: number) => (this.#session ? frameOf(this.#session.model, node).label : ''),
      thread: (row: number) => this.#session?.model.threads[row]?.name ?? '',
      cause: (lag: Lag) => this.#session?.causeOf(lag),
      groupCause: (group: LagGroup) => this.#session?.groupCauseOf(group),
      stutterCulprit: (stutter: Stutter) => this.#session?.stutterCulprit(stutter),
    };
    this.#views = pageViews(root, readTheme(document.body), { dispatch, names, guide: this.#guide });
    this.#renderer = new PageRenderer(root, this.#views, (selection) => postToHost({ type: 'selection', selection }));
    globalKeys(document, dispatch, {
      openLag: (beside) => this.#views.list.openSelected(beside),
      frameKey: (event) => this.#views.flame.key(event),
    });
    keepFocus(window, this.#views.list.node);
    onThemeChange(() => this.#views.setTheme(readTheme(document.body)));
    // The header shows how long a link has been silent.
    setInterval(() => this.#status.isLive && this.#status.silentUs > 0 && this.#scheduler.requestNow(), SILENCE_CHECK_MS);
  }

  receive(message: ToPage): void {
    switch (message.type) {
      case 'begin':
        this.#begin(new PageSession(message));
        return;
      case 'bytes':
        this.#session?.push(message.data, message.chunk);
        this.#status.bytesCame();
        this.#root.toggleAttribute('aria-busy', message.catchingUp);
        this.#sayLoaded();
        // A hidden page reads the session again, up to where it was paused.
        if (this.#view.state.pausedUs === undefined || this.#drawnEndUs < this.#view.state.pausedUs) this.#scheduler.requestSoon();
        else this.#renderHeader(this.#session);
        return;
      case 'phase':
        this.#status.setPhase(message);
        // An ended session has nothing more to hold back.
        if (!this.#status.isLive && this.#view.state.pausedUs !== undefined) this.#view.change({ pausedUs: undefined });
        break;
      case 'threshold':
        if (this.#session) this.#session.thresholdUs = message.thresholdUs;
        break;
      case 'limits':
        this.#session?.setLimits(message.limits);
        break;
      case 'appClasses':
        this.#session?.setAppClasses(message.appClasses);
        this.#renderer.invalidate();
        break;
      case 'warnings':
        this.#hostWarnings = message.warnings.map((warning) => ({ ...warning, serious: true }));
        break;
      case 'baseline':
        this.#baseline = message.baseline;
        break;
      case 'setBaseline':
        this.#sendBaseline(message.run);
        return;
      case 'showLag':
        this.#requestedLag = message.lag;
        break;
      case 'showView':
        this.#view.change(parseViewState(message.view));
        return;
      case 'showFunction':
        this.#showFunction(message.function);
        return;
      case 'guide':
        this.#showGuide(message.followed);
        return;
      case 'showSymbols':
      case 'share':
        this.#dispatch(message);
        return;
      case 'symbolsLookedUp':
        this.#views.symbols.lookedUp();
        return;
      case 'failed':
        this.#views.fail(message.text, message.next, message.code);
        this.#root.toggleAttribute('aria-busy', false);
        return;
    }
    this.#scheduler.requestSoon();
  }

  #begin(session: PageSession): void {
    this.#session = session;
    this.#isKnown = this.#view.begin(session.about.session);
    this.#guide.hide();
    this.#views.moment.node.close();
    this.#views.messages.node.close();
    this.#hostWarnings = [];
    this.#drawnEndUs = 0;
    this.#drawnThresholdUs = undefined;
    // The previous session may have been incomplete.
    this.#root.removeAttribute('aria-busy');
    this.#requestedLag = undefined;
    this.#isLoaded = false;
    this.#renderer.begin();
    this.#views.begin();
    this.#scheduler.requestNow();
  }

  get #isReading(): boolean {
    return this.#root.hasAttribute('aria-busy');
  }

  #isComplete({ isRead }: PageSession): boolean {
    return isRead && !this.#isReading;
  }

  /** Executes what the user did; the only place that does. */
  #dispatch(action: PageAction): void {
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
        this.#scheduler.requestNow();
        return;
      case 'openMenu':
        this.#openMenu(action);
        return;
      case 'showMessages':
        this.#views.messages.open();
        this.#scheduler.requestNow();
        return;
      case 'showKeys':
        this.#views.keys.showModal();
        return;
      case 'showThreads':
        this.#showThreads(action.atUs);
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
      case 'clearBaseline':
      case 'retrySymbols':
      case 'locateSymbols':
      case 'copyText':
        postToHost(action);
        return;
      default:
        this.#changeView(action);
    }
  }

  #changeView(action: ViewAction): void {
    const session = this.#session;
    const facts = session && { nowUs: session.model.nowUs, live: this.#status.isLive, lags: session.lags, stutters: session.stutters };
    const change = viewChange(this.#view.state, action, facts);
    // The user's choice replaces a lag that the extension asked for.
    if (action.type === 'selectLag' || change?.lag !== undefined) this.#requestedLag = undefined;
    if (change !== undefined) this.#view.change(change);
  }

  #setThreshold(thresholdUs: number): void {
    if (this.#session === undefined) return;
    this.#session.thresholdUs = thresholdUs;
    postToHost({ type: 'threshold', thresholdUs });
    this.#scheduler.requestNow();
  }

  #openSource(node: number, beside: boolean): void {
    if (this.#session) postOpen(sourceRequest(this.#session.model, node), beside);
  }

  #openMenu({ subject, clientX, clientY }: Extract<PageAction, { readonly type: 'openMenu' }>): void {
    const session = this.#session;
    if (session === undefined) return;
    const facts = {
      lags: session.lags,
      ownerOf: (lag: Lag) => waitOwner(session, lag),
      worstMomentOf: (lag: Lag) => worstMomentUs(session.model, lag),
    };
    this.#views.menu.open(subject, facts, clientX, clientY);
  }

  #showThreads(atUs: number | undefined): void {
    const session = this.#session;
    if (session === undefined) return;
    const chosenUs = atUs ?? this.#views.timeline.momentUs ?? chosenMomentUs(session, this.#view.state, this.#status.isLive);
    this.#views.moment.open(Math.min(Math.max(chosenUs, 0), session.model.nowUs));
    this.#scheduler.requestNow();
  }

  #share(kind: ShareKind): void {
    const lag = this.#session?.lags.find(({ id }) => id === this.#view.state.lag);
    const chosen = lag && { id: lag.id, run: lag.run, beginUs: lag.beginUs, endUs: lag.endUs };
    postToHost({ type: 'share', kind, at: { lag: chosen, view: this.#view.state } });
  }

  #render(): void {
    const session = this.#session;
    if (session === undefined) return;
    this.#view.rendered(this.#renderer.render(this.#facts(session)));
    this.#scheduler.rendered();
    this.#drawnEndUs = session.model.nowUs;
    this.#endLostSelection(session);
    // A lag has its whole length once everything has come.
    const requested = this.#isComplete(session) ? session.lags.find(({ id }) => id === this.#requestedLag) : undefined;
    if (requested !== undefined) this.#revealLag(requested);
  }

  #endLostSelection({ thresholdUs }: PageSession): void {
    const before = this.#drawnThresholdUs;
    this.#drawnThresholdUs = thresholdUs;
    const change = before === undefined || before === thresholdUs ? undefined : this.#renderer.withoutLost;
    if (change !== undefined) this.#view.change(change);
  }

  /** While paused, only the header changes. */
  #renderHeader(session: PageSession | undefined): void {
    if (session === undefined || !this.#scheduler.isDue) return;
    this.#renderer.renderHeader(this.#facts(session));
    this.#scheduler.rendered();
  }

  #facts(session: PageSession): RenderFacts {
    return {
      session,
      state: this.#view.state,
      status: this.#status,
      isComplete: this.#isComplete(session),
      hostWarnings: this.#hostWarnings,
      baseline: this.#baseline,
    };
  }

  /** Selects the sample's longest lag, unless the page shows the user's own view again. */
  #showGuide(followed: number): void {
    this.#render();
    const longest = this.#session?.lags.reduce((long, lag) => (lag.endUs - lag.beginUs > long.endUs - long.beginUs ? lag : long));
    this.#guide.show(followed);
    if (this.#isKnown || longest === undefined) return;
    this.#revealLag(longest);
    // The lag's details take room from the list.
    requestAnimationFrame(() => requestAnimationFrame(() => this.#views.list.reveal(longest.id)));
  }

  #revealLag(lag: Lag): void {
    const { pausedUs } = this.#view.state;
    if (pausedUs !== undefined && pausedUs < lag.endUs) this.#view.change({ pausedUs: undefined });
    this.#changeView({ type: 'selectLag', lag });
    this.#views.list.reveal(lag.id);
  }

  /** Requests that need the whole session wait in the extension for this. */
  #sayLoaded(): void {
    const session = this.#session;
    if (this.#isLoaded || session === undefined || !this.#isComplete(session)) return;
    this.#isLoaded = true;
    postToHost({ type: 'loaded', session: session.about.session });
  }

  #sendBaseline(run: RunChoice | undefined): void {
    // Lags are found when the session is rendered.
    this.#render();
    if (this.#session) sendBaseline(this.#session, run);
  }

  #showFunction(key: string): void {
    const session = this.#session;
    if (session !== undefined && session.model.nowUs > 0) this.#view.change(selectFunction(key, session.model.nowUs));
  }

  /** Shows and logs a failure of the page. */
  fail(error: unknown): void {
    const sentence = error instanceof Error ? error.message : String(error);
    postToHost({ type: 'failed', text: error instanceof Error ? (error.stack ?? sentence) : sentence });
    this.#views.fail(text('pageFailed', sentence), '', 'page');
  }
}
