import { frameOf } from '../../core/analysis/frames/frame.ts';
import type { Baseline } from '../../core/analysis/lags/groups/baseline.ts';
import type { Lag } from '../../core/analysis/lags/lag.ts';
import type { SessionPhase, ShareKind, ToPage } from '../../protocol/page-protocol.ts';
import { PageSession } from '../content/page-session.ts';
import { selectFunction, selectGroup, selectLag, selectMoment, type ViewChange, WHOLE } from '../state/view-changes.ts';
import { clearOneSelection, INITIAL_VIEW, sessionBounds, shownView, type ViewState } from '../state/view-state.ts';
import { text } from '../ui/page-text.ts';
import { onThemeChange, readTheme } from '../ui/theme.ts';
import type { Warning } from '../views/warnings.ts';
import { globalKeys } from './global-keys.ts';
import { PageRenderer, type RenderFacts } from './page-renderer.ts';
import { type PageViews, pageViews } from './page-views.ts';
import { parseViewState } from './parse-view-state.ts';
import { PendingRequests } from './pending-requests.ts';
import { RenderScheduler } from './render-scheduler.ts';
import { sendBaseline } from './send-baseline.ts';
import { sourceRequest } from './source-request.ts';
import { postToHost, storedState, storeState } from './vscode-api.ts';

/** On a silent link the header counts on. */
const SILENCE_CHECK_MS = 1000;

/** The page: takes messages of the extension, holds what the reader looks at, and keeps all views in step. */
export class Page {
  readonly #root: HTMLElement;
  readonly #views: PageViews;
  readonly #renderer: PageRenderer;
  #session: PageSession | undefined;
  #state: ViewState = INITIAL_VIEW;
  #phase: SessionPhase = 'starting';
  #phaseDetail = '';
  #hostWarnings: readonly Warning[] = [];
  /** What sessions are compared with. */
  #baseline: Baseline | undefined;
  /** How far the session went when it was drawn last. */
  #drawnEndUs = 0;
  #lastBytesMs = performance.now();
  readonly #scheduler = new RenderScheduler(
    () => this.#isReading,
    () => this.#render(),
  );
  readonly #pendingRequests = new PendingRequests({
    selectLag: (lag) => this.#revealLag(lag),
    sendBaseline: (session, run) => sendBaseline(session, run),
    showFunction: (key, { model }) => this.#change(selectFunction(key, model.nowUs)),
  });

  constructor(root: HTMLElement) {
    this.#root = root;
    this.#views = pageViews(root, readTheme(document.body), {
      change: (change) => this.#change(change),
      selectLag: (lag) => this.#selectLag(lag),
      selectGroup: (group) => this.#change(selectGroup(group)),
      openLag: (lag, beside) => lag.culprit && this.#open(lag.culprit.node, beside),
      label: (node) => (this.#session ? frameOf(this.#session.model, node).label : ''),
      threadName: (row) => this.#session?.model.threads[row]?.name ?? '',
      open: (node, beside) => this.#open(node, beside),
      view: (view) => this.#change({ view }),
      moment: (atUs) => this.#selectMoment(atUs),
      reset: () => this.#changeIf(clearOneSelection(this.#state)),
      follow: () => this.#change(WHOLE),
      threshold: (thresholdUs) => this.#setThreshold(thresholdUs),
      pause: () => this.#togglePause(),
      symbols: () => this.#showSymbols(),
      share: () => this.#share('choose'),
    });
    this.#renderer = new PageRenderer(root, this.#views, (selection) => postToHost({ type: 'selection', selection }));
    globalKeys(document, {
      lag: (by) => this.#views.list.move(by),
      openLag: (beside) => this.#views.list.openSelected(beside),
      groups: () => this.#change({ grouped: !this.#state.grouped }),
      mode: (mode) => this.#change({ mode }),
      search: () => this.#views.flame.focusSearch(),
      match: (by) => this.#views.flame.nextMatch(by),
      pause: () => this.#togglePause(),
      tracks: () => this.#views.timeline.toggle(),
      mark: () => postToHost({ type: 'mark' }),
      help: () => this.#views.keys.showModal(),
      frame: (event) => this.#views.flame.key(event),
      clearOneSelection: () => this.#changeIf(clearOneSelection(this.#state)),
    });
    onThemeChange(() => this.#views.setTheme(readTheme(document.body)));
    setInterval(() => this.#isLive && this.#silentUs > 0 && this.#scheduler.requestNow(), SILENCE_CHECK_MS);
  }

  /** Takes a message of the extension. */
  receive(message: ToPage): void {
    switch (message.type) {
      case 'begin':
        this.#begin(new PageSession(message));
        return;
      case 'bytes':
        this.#session?.push(message.data, message.chunk);
        this.#lastBytesMs = performance.now();
        this.#root.toggleAttribute('aria-busy', message.catchingUp);
        // A page that was hidden reads everything again, up to where it was paused.
        if (this.#state.pausedUs === undefined || this.#drawnEndUs < this.#state.pausedUs) this.#scheduler.requestSoon();
        else this.#renderHeader(this.#session);
        return;
      case 'phase':
        this.#phase = message.phase;
        this.#phaseDetail = message.detail;
        // What has ended has nothing more to hold back.
        if (!this.#isLive && this.#state.pausedUs !== undefined) this.#change({ pausedUs: undefined });
        break;
      case 'threshold':
        if (this.#session) this.#session.thresholdUs = message.thresholdUs;
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
        this.#pendingRequests.baseline(message.run);
        break;
      case 'showSymbols':
        this.#showSymbols();
        return;
      case 'showLag':
        this.#pendingRequests.lag(message.lag);
        break;
      case 'showView':
        this.#change(parseViewState(message.view));
        return;
      case 'showFunction':
        this.#pendingRequests.function(message.function);
        break;
      case 'share':
        this.#share(message.kind);
        return;
      case 'symbolsLookedUp':
        this.#views.symbols.lookedUp();
        return;
      case 'failed':
        this.#views.fail(message.text, message.next, message.code);
        // Nothing more comes.
        this.#root.toggleAttribute('aria-busy', false);
        return;
    }
    this.#scheduler.requestSoon();
  }

  #begin(session: PageSession): void {
    const stored = Object(storedState());
    const isOther = session.about.session !== this.#session?.about.session;
    this.#session = session;
    this.#state = stored.session === session.about.session ? parseViewState(stored.view) : INITIAL_VIEW;
    this.#hostWarnings = [];
    this.#drawnEndUs = 0;
    // Of the session before more may have been on its way.
    this.#root.removeAttribute('aria-busy');
    if (isOther) this.#pendingRequests.drop();
    else this.#pendingRequests.dropLag();
    this.#renderer.begin();
    this.#views.begin();
    // Also what was never touched is brought back after a reload of the window.
    this.#store();
    this.#scheduler.requestNow();
  }

  /** More of the session is there than has come to the page. */
  get #isReading(): boolean {
    return this.#root.hasAttribute('aria-busy');
  }

  /** All of the session that is there has come. */
  #isComplete({ isRead }: PageSession): boolean {
    return isRead && !this.#isReading;
  }

  get #isLive(): boolean {
    return this.#phase !== 'recorded' && this.#phase !== 'stopped';
  }

  /** How long nothing has come although something should. */
  get #silentUs(): number {
    const silentMs = performance.now() - this.#lastBytesMs;
    const isExpected = this.#phase === 'recording' || this.#phase === 'silent';
    return isExpected && silentMs > SILENCE_CHECK_MS ? silentMs * 1000 : 0;
  }

  #change(change: ViewChange): void {
    this.#state = { ...this.#state, ...change };
    this.#store();
    this.#scheduler.requestNow();
  }

  #changeIf(change: ViewChange | undefined): void {
    if (change !== undefined) this.#change(change);
  }

  #store(): void {
    if (this.#session) storeState({ session: this.#session.about.session, view: this.#state });
  }

  #selectLag(lag: Lag | undefined): void {
    this.#pendingRequests.dropLag();
    this.#change(lag === undefined ? WHOLE : selectLag(lag));
  }

  /** A click on the timeline: the lag that is there, else the moment in the middle of what is shown. */
  #selectMoment(atUs: number): void {
    const session = this.#session;
    if (session === undefined) return;
    const lag = session.lags.findLast((candidate) => candidate.beginUs <= atUs && atUs <= candidate.endUs);
    if (lag) {
      this.#selectLag(lag);
      return;
    }
    const bounds = sessionBounds(this.#state.pausedUs ?? session.model.nowUs, this.#isLive);
    this.#changeIf(selectMoment(atUs, shownView(this.#state, bounds, this.#isLive), bounds));
  }

  #setThreshold(thresholdUs: number): void {
    if (this.#session === undefined) return;
    this.#session.thresholdUs = thresholdUs;
    postToHost({ type: 'threshold', thresholdUs });
    this.#scheduler.requestNow();
  }

  #togglePause(): void {
    if (!this.#isLive || this.#session === undefined) return;
    this.#change({ pausedUs: this.#state.pausedUs === undefined ? this.#session.model.nowUs : undefined });
  }

  #open(node: number, beside: boolean): void {
    if (this.#session) postToHost({ type: 'open', source: sourceRequest(this.#session.model, node), beside });
  }

  #share(kind: ShareKind): void {
    const lag = this.#session?.lags.find(({ id }) => id === this.#state.lag);
    const chosen = lag && { id: lag.id, run: lag.run, beginUs: lag.beginUs, endUs: lag.endUs };
    postToHost({ type: 'share', kind, at: { lag: chosen, view: this.#state } });
  }

  #showSymbols(): void {
    this.#views.symbols.open();
    this.#scheduler.requestNow();
  }

  #render(): void {
    const session = this.#session;
    if (session === undefined) return;
    this.#state = this.#renderer.render(this.#facts(session));
    this.#scheduler.rendered();
    this.#drawnEndUs = session.model.nowUs;
    if (this.#isComplete(session)) this.#pendingRequests.flush(session);
  }

  /** While the picture is paused, now and then what came since. */
  #renderHeader(session: PageSession | undefined): void {
    if (session === undefined || !this.#scheduler.isDue) return;
    this.#renderer.renderHeader(this.#facts(session));
    this.#scheduler.rendered();
  }

  #facts(session: PageSession): RenderFacts {
    return {
      session,
      state: this.#state,
      phase: this.#phase,
      phaseDetail: this.#phaseDetail,
      live: this.#isLive,
      isComplete: this.#isComplete(session),
      silentUs: this.#silentUs,
      hostWarnings: this.#hostWarnings,
      baseline: this.#baseline,
    };
  }

  #revealLag(lag: Lag): void {
    const { pausedUs } = this.#state;
    if (pausedUs !== undefined && pausedUs < lag.endUs) this.#change({ pausedUs: undefined });
    this.#selectLag(lag);
    this.#views.list.reveal(lag.id);
  }

  /** Says that the page failed, to the reader and to the log. */
  fail(error: unknown): void {
    const sentence = error instanceof Error ? error.message : String(error);
    postToHost({ type: 'failed', text: error instanceof Error ? (error.stack ?? sentence) : sentence });
    this.#views.fail(text('pageFailed', sentence), '', 'page');
  }
}
