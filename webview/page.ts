import { type Baseline, baselineOf } from '../core/analysis/baseline.ts';
import { frameOf } from '../core/analysis/frame.ts';
import type { Lag } from '../core/analysis/lag.ts';
import type { SessionPhase, ShareWish, ToPage } from '../extension/page-protocol.ts';
import type { Viewport } from './flame/viewport.ts';
import { showInFrame } from './frame.ts';
import { globalKeys } from './global-keys.ts';
import { PageSession } from './page-session.ts';
import { type PageViews, pageViews } from './page-views.ts';
import { Picture, type PictureFacts } from './picture.ts';
import { restoredView } from './restored-view.ts';
import { sourceRequest } from './source-request.ts';
import { text } from './text.ts';
import { onThemeChange, readTheme } from './theme.ts';
import { INITIAL_VIEW, peeled, sessionBounds, shownView, type ViewState } from './view-state.ts';
import type { Warning } from './views/warnings.ts';
import { storedState, storeState, tell } from './vscode-api.ts';

/** While a session is being read, the picture is brought up to date this often. */
const CATCH_UP_MS = 500;
/** On a silent link the header counts on. */
const SILENCE_CHECK_MS = 1000;
/** Nothing is selected. */
const WHOLE = { lag: undefined, group: undefined, range: undefined, view: undefined } as const;

/** The page: takes messages of the extension, holds what the reader looks at, and keeps all views in step. */
export class Page {
  readonly #root: HTMLElement;
  readonly #views: PageViews;
  readonly #picture: Picture;
  #session: PageSession | undefined;
  #state: ViewState = INITIAL_VIEW;
  #phase: SessionPhase = 'starting';
  #phaseDetail = '';
  #hostWarnings: readonly Warning[] = [];
  /** What sessions are compared with. */
  #baseline: Baseline | undefined;
  /** The session is to become that. */
  #wantsBaseline = false;
  /** How far the session went when it was drawn last. */
  #drawnToUs = 0;
  #lastBytesMs = performance.now();
  #drawnMs = 0;
  /** Id of the lag that a notice leads to, '' once it is selected. */
  #wantedLag = '';
  /** A function that was asked for, until the session is there in which it can be shown. */
  #wantedFunction: string | undefined;
  /** The reader asked for the next picture: it does not wait until one is due. */
  #isAsked = false;
  readonly #drawInFrame = (): void => {
    const isDue = this.#isAsked || !this.#isEarly;
    this.#isAsked = false;
    if (isDue) this.#draw();
  };

  constructor(root: HTMLElement) {
    this.#root = root;
    this.#views = pageViews(root, readTheme(document.body), {
      change: (change) => this.#change(change),
      selectLag: (lag) => this.#selectLag(lag),
      selectGroup: (group) => this.#change({ ...WHOLE, group, thread: undefined }),
      openLag: (lag, beside) => lag.culprit && this.#open(lag.culprit.node, beside),
      label: (node) => (this.#session ? frameOf(this.#session.model, node).label : ''),
      threadName: (row) => this.#session?.model.threads[row]?.name ?? '',
      open: (node, beside) => this.#open(node, beside),
      view: (view) => this.#moved(view),
      moment: (atUs) => this.#selectMoment(atUs),
      reset: () => this.#peel(),
      follow: () => this.#change(WHOLE),
      threshold: (thresholdUs) => this.#setThreshold(thresholdUs),
      pause: () => this.#togglePause(),
      symbols: () => this.#showSymbols(),
      share: () => this.#share('choose'),
    });
    this.#picture = new Picture(root, this.#views);
    globalKeys(document, {
      lag: (by) => this.#views.list.move(by),
      openLag: (beside) => this.#views.list.openSelected(beside),
      groups: () => this.#change({ grouped: !this.#state.grouped }),
      mode: (mode) => this.#change({ mode }),
      search: () => this.#views.flame.focusSearch(),
      match: (by) => this.#views.flame.nextMatch(by),
      pause: () => this.#togglePause(),
      tracks: () => this.#views.timeline.toggle(),
      mark: () => tell({ type: 'mark' }),
      help: () => this.#views.keys.showModal(),
      frame: (event) => this.#views.flame.key(event),
      peel: () => this.#peel(),
    });
    onThemeChange(() => this.#views.setTheme(readTheme(document.body)));
    setInterval(() => this.#isLive && this.#silentUs > 0 && this.#schedule(), SILENCE_CHECK_MS);
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
        if (this.#state.pausedUs === undefined || this.#drawnToUs < this.#state.pausedUs) this.#scheduleNews();
        else this.#drawNews(this.#session);
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
        this.#picture.forget();
        break;
      case 'warnings':
        this.#hostWarnings = message.warnings.map((warning) => ({ ...warning, serious: true }));
        break;
      case 'baseline':
        this.#baseline = message.baseline;
        break;
      case 'setBaseline':
        this.#wantsBaseline = true;
        break;
      case 'showSymbols':
        this.#showSymbols();
        return;
      case 'showLag':
        this.#wantedLag = message.lag;
        break;
      case 'showView':
        this.#change(restoredView(message.view));
        return;
      case 'showFunction':
        this.#wantedFunction = message.function;
        break;
      case 'share':
        this.#share(message.wish);
        return;
      case 'symbolsLookedUp':
        this.#views.symbols.lookedUp();
        return;
      case 'failed':
        this.#views.fail(message.text, message.next, message.code);
        return;
    }
    this.#scheduleNews();
  }

  #begin(session: PageSession): void {
    const stored = Object(storedState());
    this.#session = session;
    this.#state = stored.session === session.about.session ? restoredView(stored.view) : INITIAL_VIEW;
    this.#hostWarnings = [];
    this.#drawnToUs = 0;
    this.#wantedLag = '';
    this.#picture.forget();
    this.#views.begin();
    // Also what was never touched is brought back after a reload of the window.
    this.#store();
    this.#schedule();
  }

  get #isLive(): boolean {
    return this.#phase !== 'recorded' && this.#phase !== 'stopped';
  }

  /** How long nothing has come although something should. */
  get #silentUs(): number {
    const silentMs = performance.now() - this.#lastBytesMs;
    return this.#phase === 'recording' && silentMs > SILENCE_CHECK_MS ? silentMs * 1000 : 0;
  }

  #change(change: Partial<ViewState>): void {
    this.#state = { ...this.#state, ...change };
    this.#store();
    this.#schedule();
  }

  #store(): void {
    if (this.#session) storeState({ session: this.#session.about.session, view: this.#state });
  }

  #selectLag(lag: Lag | undefined): void {
    this.#wantedLag = '';
    if (lag === undefined) this.#change(WHOLE);
    else this.#change({ ...WHOLE, lag: lag.id, range: { fromUs: lag.beginUs, toUs: lag.endUs }, thread: undefined });
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
    const shown = shownView(this.#state, bounds, this.#isLive);
    const half = (shown.toX - shown.fromX) / 2;
    if (half * 2 < bounds.toX - bounds.fromX) {
      this.#change({ ...WHOLE, view: { fromX: atUs - half, toX: atUs + half } });
    }
  }

  #moved(view: Viewport): void {
    this.#state = { ...this.#state, view };
    this.#store();
    this.#schedule();
  }

  /** Escape: takes back one thing. */
  #peel(): void {
    const change = peeled(this.#state);
    if (change !== undefined) this.#change(change);
  }

  #setThreshold(thresholdUs: number): void {
    if (this.#session === undefined) return;
    this.#session.thresholdUs = thresholdUs;
    tell({ type: 'threshold', thresholdUs });
    this.#schedule();
  }

  #togglePause(): void {
    if (!this.#isLive || this.#session === undefined) return;
    this.#change({ pausedUs: this.#state.pausedUs === undefined ? this.#session.model.nowUs : undefined });
  }

  #open(node: number, beside: boolean): void {
    if (this.#session) tell({ type: 'open', source: sourceRequest(this.#session.model, node), beside });
  }

  #share(wish: ShareWish): void {
    const lag = this.#session?.lags.find(({ id }) => id === this.#state.lag);
    const chosen = lag && { id: lag.id, run: lag.run, beginUs: lag.beginUs, endUs: lag.endUs };
    tell({ type: 'share', wish, at: { lag: chosen, view: this.#state } });
  }

  /** Once all of the session that is there has come. */
  #tellBaseline({ model, lags, about, thresholdUs }: PageSession): void {
    if (!this.#wantsBaseline || this.#root.hasAttribute('aria-busy')) return;
    this.#wantsBaseline = false;
    const { title, session } = about;
    tell({ type: 'baseline', baseline: baselineOf(model, lags, { title, session, thresholdUs }) });
  }

  #showSymbols(): void {
    this.#views.symbols.open();
    this.#schedule();
  }

  /** The reader changed something. */
  #schedule(): void {
    this.#isAsked = true;
    showInFrame(this.#drawInFrame);
  }

  /** The extension told something. */
  #scheduleNews(): void {
    if (!this.#isEarly) showInFrame(this.#drawInFrame);
  }

  /** While a session is read, pictures in between would keep it from being read. */
  get #isEarly(): boolean {
    return this.#root.hasAttribute('aria-busy') && performance.now() - this.#drawnMs < CATCH_UP_MS;
  }

  #draw(): void {
    const session = this.#session;
    if (session === undefined) return;
    this.#state = this.#picture.draw(this.#facts(session));
    this.#drawnMs = performance.now();
    this.#drawnToUs = session.model.nowUs;
    this.#selectWanted(session);
    this.#tellBaseline(session);
    this.#showWantedFunction(session);
  }

  /** While the picture is paused, now and then what came since. */
  #drawNews(session: PageSession | undefined): void {
    if (session === undefined || performance.now() - this.#drawnMs < CATCH_UP_MS) return;
    this.#picture.drawNews(this.#facts(session));
    this.#drawnMs = performance.now();
  }

  #facts(session: PageSession): PictureFacts {
    return {
      session,
      state: this.#state,
      phase: this.#phase,
      phaseDetail: this.#phaseDetail,
      live: this.#isLive,
      silentUs: this.#silentUs,
      hostWarnings: this.#hostWarnings,
      baseline: this.#baseline,
    };
  }

  /** A function that was asked for stands in the middle of the whole session's sandwich, whatever transforms would make of it. */
  #showWantedFunction({ model }: PageSession): void {
    const focus = this.#wantedFunction;
    if (focus === undefined || model.nowUs === 0 || this.#root.hasAttribute('aria-busy')) return;
    this.#wantedFunction = undefined;
    this.#change({ ...WHOLE, range: { fromUs: 0, toUs: model.nowUs }, thread: undefined, transforms: [], mode: 'sandwich', focus });
  }

  /** What a notice leads to may come with the bytes that are on their way, and has its whole length with the last of them. */
  #selectWanted(session: PageSession): void {
    if (this.#wantedLag === '' || this.#root.hasAttribute('aria-busy')) return;
    const lag = session.lags.find(({ id }) => id === this.#wantedLag);
    if (lag === undefined) return;
    const { pausedUs } = this.#state;
    if (pausedUs !== undefined && pausedUs < lag.endUs) this.#change({ pausedUs: undefined });
    this.#selectLag(lag);
    this.#views.list.reveal(lag.id);
  }

  /** Says that the page failed, to the reader and to the log. */
  fail(error: unknown): void {
    const sentence = error instanceof Error ? error.message : String(error);
    tell({ type: 'failed', text: error instanceof Error ? (error.stack ?? sentence) : sentence });
    this.#views.fail(text('pageFailed', sentence), '', 'page');
  }
}
