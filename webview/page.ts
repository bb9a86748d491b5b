import type { Baseline } from '../core/analysis/baseline.ts';
import { frameOf } from '../core/analysis/frame.ts';
import type { Lag } from '../core/analysis/lag.ts';
import type { SessionPhase, ShareWish, ToPage } from '../extension/page-protocol.ts';
import { functionChosen, groupChosen, lagChosen, momentChosen, type ViewChange, WHOLE } from './chosen-view.ts';
import { globalKeys } from './global-keys.ts';
import { PageSession } from './page-session.ts';
import { type PageViews, pageViews } from './page-views.ts';
import { Picture, type PictureFacts } from './picture.ts';
import { PictureSchedule } from './picture-schedule.ts';
import { restoredView } from './restored-view.ts';
import { sourceRequest } from './source-request.ts';
import { text } from './text.ts';
import { onThemeChange, readTheme } from './theme.ts';
import { tellBaseline } from './told-baseline.ts';
import { INITIAL_VIEW, peeled, sessionBounds, shownView, type ViewState } from './view-state.ts';
import type { Warning } from './views/warnings.ts';
import { storedState, storeState, tell } from './vscode-api.ts';
import { Wishes } from './wishes.ts';

/** On a silent link the header counts on. */
const SILENCE_CHECK_MS = 1000;

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
  /** How far the session went when it was drawn last. */
  #drawnToUs = 0;
  #lastBytesMs = performance.now();
  readonly #schedule = new PictureSchedule(
    () => this.#isReading,
    () => this.#draw(),
  );
  readonly #wishes = new Wishes({
    selectLag: (lag) => this.#selectWanted(lag),
    tellBaseline: (session, run) => tellBaseline(session, run),
    showFunction: (key, { model }) => this.#change(functionChosen(key, model.nowUs)),
  });

  constructor(root: HTMLElement) {
    this.#root = root;
    this.#views = pageViews(root, readTheme(document.body), {
      change: (change) => this.#change(change),
      selectLag: (lag) => this.#selectLag(lag),
      selectGroup: (group) => this.#change(groupChosen(group)),
      openLag: (lag, beside) => lag.culprit && this.#open(lag.culprit.node, beside),
      label: (node) => (this.#session ? frameOf(this.#session.model, node).label : ''),
      threadName: (row) => this.#session?.model.threads[row]?.name ?? '',
      open: (node, beside) => this.#open(node, beside),
      view: (view) => this.#change({ view }),
      moment: (atUs) => this.#selectMoment(atUs),
      reset: () => this.#changeIf(peeled(this.#state)),
      follow: () => this.#change(WHOLE),
      threshold: (thresholdUs) => this.#setThreshold(thresholdUs),
      pause: () => this.#togglePause(),
      symbols: () => this.#showSymbols(),
      share: () => this.#share('choose'),
    });
    this.#picture = new Picture(root, this.#views, (selection) => tell({ type: 'selection', selection }));
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
      peel: () => this.#changeIf(peeled(this.#state)),
    });
    onThemeChange(() => this.#views.setTheme(readTheme(document.body)));
    setInterval(() => this.#isLive && this.#silentUs > 0 && this.#schedule.ask(), SILENCE_CHECK_MS);
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
        if (this.#state.pausedUs === undefined || this.#drawnToUs < this.#state.pausedUs) this.#schedule.tell();
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
        this.#wishes.baseline(message.run);
        break;
      case 'showSymbols':
        this.#showSymbols();
        return;
      case 'showLag':
        this.#wishes.lag(message.lag);
        break;
      case 'showView':
        this.#change(restoredView(message.view));
        return;
      case 'showFunction':
        this.#wishes.function(message.function);
        break;
      case 'share':
        this.#share(message.wish);
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
    this.#schedule.tell();
  }

  #begin(session: PageSession): void {
    const stored = Object(storedState());
    const isOther = session.about.session !== this.#session?.about.session;
    this.#session = session;
    this.#state = stored.session === session.about.session ? restoredView(stored.view) : INITIAL_VIEW;
    this.#hostWarnings = [];
    this.#drawnToUs = 0;
    // Of the session before more may have been on its way.
    this.#root.removeAttribute('aria-busy');
    if (isOther) this.#wishes.drop();
    else this.#wishes.dropLag();
    this.#picture.begin();
    this.#views.begin();
    // Also what was never touched is brought back after a reload of the window.
    this.#store();
    this.#schedule.ask();
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
    this.#schedule.ask();
  }

  #changeIf(change: ViewChange | undefined): void {
    if (change !== undefined) this.#change(change);
  }

  #store(): void {
    if (this.#session) storeState({ session: this.#session.about.session, view: this.#state });
  }

  #selectLag(lag: Lag | undefined): void {
    this.#wishes.dropLag();
    this.#change(lag === undefined ? WHOLE : lagChosen(lag));
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
    this.#changeIf(momentChosen(atUs, shownView(this.#state, bounds, this.#isLive), bounds));
  }

  #setThreshold(thresholdUs: number): void {
    if (this.#session === undefined) return;
    this.#session.thresholdUs = thresholdUs;
    tell({ type: 'threshold', thresholdUs });
    this.#schedule.ask();
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

  #showSymbols(): void {
    this.#views.symbols.open();
    this.#schedule.ask();
  }

  #draw(): void {
    const session = this.#session;
    if (session === undefined) return;
    this.#state = this.#picture.draw(this.#facts(session));
    this.#schedule.drawn();
    this.#drawnToUs = session.model.nowUs;
    if (this.#isComplete(session)) this.#wishes.grant(session);
  }

  /** While the picture is paused, now and then what came since. */
  #drawNews(session: PageSession | undefined): void {
    if (session === undefined || !this.#schedule.isDue) return;
    this.#picture.drawNews(this.#facts(session));
    this.#schedule.drawn();
  }

  #facts(session: PageSession): PictureFacts {
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

  #selectWanted(lag: Lag): void {
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
