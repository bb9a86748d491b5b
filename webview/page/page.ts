import type { Stutter } from '../../core/analysis/display-frames/stutters.ts';
import { frameOf } from '../../core/analysis/frames/frame.ts';
import type { LagGroup } from '../../core/analysis/lags/groups/lag-groups.ts';
import type { Lag } from '../../core/analysis/lags/lag.ts';
import type { RunChoice, ToPage } from '../../protocol/page-protocol.ts';
import { PageSession } from '../content/page-session.ts';
import { modeIds } from '../modes/modes.ts';
import { SILENCE_CHECK_MS } from '../rendering/capture-status.ts';
import type { PageAction } from '../state/page-action.ts';
import { selectFunction } from '../state/view-changes.ts';
import { sessionBounds, summedRange } from '../state/view-state.ts';
import { onThemeChange, readTheme } from '../ui/theme.ts';
import { t } from '../ui/translated.ts';
import { whenIdle } from '../ui/when-idle.ts';
import { SampleGuide } from '../views/sample-guide.ts';
import { globalKeys } from './global-keys.ts';
import { keepFocus } from './keep-focus.ts';
import { PageActions } from './page-actions.ts';
import { PageFacts } from './page-facts.ts';
import { PageRenderer } from './page-renderer.ts';
import { type PageViews, pageViews } from './page-views.ts';
import { parseViewState } from './parse-view-state.ts';
import { sendBaseline, sendRangeBaseline } from './send-baseline.ts';
import { postToHost } from './vscode-api.ts';

/** The page: takes messages of the extension and actions of the user, and keeps all views up to date. */
export class Page {
  readonly #facts: PageFacts;
  readonly #views: PageViews;
  readonly #actions: PageActions;
  readonly #renderer: PageRenderer;
  readonly #guide = new SampleGuide((hints) => postToHost({ type: 'followed', hints }));
  /** End of the session when it was rendered last. */
  #drawnEndUs = 0;
  #drawnThresholdUs: number | undefined;
  #isLoaded = false;
  /** The page shows the session again, with the user's view. */
  #isKnown = false;

  constructor(root: HTMLElement) {
    root.role = 'main';
    const facts = new PageFacts(root, () => this.#render());
    this.#facts = facts;
    const dispatch = (action: PageAction): void => this.#actions.dispatch(action);
    const names = {
      label: (node: number) => (facts.session ? frameOf(facts.session.model, node).label : ''),
      thread: (row: number) => facts.session?.model.threads[row]?.name ?? '',
      cause: (lag: Lag) => facts.session?.causeOf(lag),
      arrows: (lag: Lag) => facts.session?.arrowsOf(lag) ?? [],
      groupCause: (group: LagGroup) => facts.session?.groupCauseOf(group),
      isLive: () => facts.status.isLive,
      stutterCulprit: (stutter: Stutter) => facts.session?.stutterCulprit(stutter),
    };
    this.#views = pageViews(root, readTheme(document.body), { dispatch, names, guide: this.#guide });
    this.#actions = new PageActions(facts, this.#views, this.#guide);
    this.#renderer = new PageRenderer(root, this.#views, {
      reportSelection: (selection) => postToHost({ type: 'selection', selection }),
      showNews: () => facts.scheduler.requestSoon(),
    });
    globalKeys(document, dispatch, {
      openLag: (beside) => this.#views.list.openSelected(beside),
      frameKey: (event) => this.#views.flame.key(event),
    });
    keepFocus(window, this.#views.list.node);
    onThemeChange(() => this.#views.setTheme(readTheme(document.body)));
    // The header shows how long a link has been silent.
    setInterval(() => facts.status.isLive && facts.status.silentUs > 0 && facts.scheduler.requestNow(), SILENCE_CHECK_MS);
  }

  receive(message: ToPage): void {
    const { session, status, view } = this.#facts;
    switch (message.type) {
      case 'begin':
        this.#begin(new PageSession(message));
        return;
      case 'bytes':
        session?.push(message.data, message.chunk);
        if (!message.catchingUp && !status.isLive) whenIdle(() => session?.model.pack());
        status.bytesCame();
        this.#setReading(message.catchingUp);
        this.#sayLoaded();
        if (!this.#isHeld) break;
        this.#renderHeader(session);
        return;
      case 'phase':
        if (status.setPhase(message) === 'clock' && this.#isHeld) {
          this.#renderHeader(session);
          return;
        }
        // An ended session has nothing more to hold back.
        if (!status.isLive && view.state.pausedUs !== undefined) view.change({ pausedUs: undefined });
        break;
      case 'threshold':
        if (session) session.thresholdUs = message.thresholdUs;
        break;
      case 'limits':
        session?.setLimits(message.limits);
        break;
      case 'appClasses':
        session?.setAppClasses(message.appClasses);
        this.#renderer.invalidate();
        break;
      case 'warnings':
        if (!this.#takeWarnings(message.warnings)) return;
        break;
      case 'baseline':
        this.#facts.baseline = message.baseline;
        break;
      case 'setBaseline':
        this.#sendBaseline(message.run);
        return;
      case 'setRangeBaseline':
        this.#sendRangeBaseline();
        return;
      case 'showLag':
        this.#facts.requestedLag = message.lag;
        break;
      case 'showView':
        view.change(parseViewState(message.view, modeIds));
        return;
      case 'showFunction':
        this.#showFunction(message.function);
        return;
      case 'guide':
        this.#showGuide(message.followed);
        return;
      case 'showSymbols':
      case 'swap':
      case 'share':
        this.#actions.dispatch(message);
        return;
      case 'symbolsLookedUp':
        this.#views.symbols.lookedUp();
        return;
      case 'failed':
        this.#views.fail(message.text, message.next);
        this.#setReading(false);
        return;
    }
    this.#facts.scheduler.requestSoon();
  }

  #begin(session: PageSession): void {
    this.#facts.session = session;
    this.#isKnown = this.#facts.view.begin(session.about.session);
    this.#guide.hide();
    this.#views.moment.close();
    this.#views.messages.node.close();
    this.#facts.hostWarnings = [];
    this.#drawnEndUs = 0;
    this.#drawnThresholdUs = undefined;
    // The previous session may have been incomplete.
    this.#setReading(false);
    this.#facts.requestedLag = undefined;
    this.#isLoaded = false;
    this.#renderer.begin();
    this.#views.begin();
    this.#facts.scheduler.requestNow();
  }

  #setReading(isReading: boolean): void {
    this.#facts.root.toggleAttribute('aria-busy', isReading);
  }

  #render(): void {
    const { session, view, scheduler, requestedLag } = this.#facts;
    if (session === undefined) return;
    view.rendered(this.#renderer.render(this.#facts.of(session)));
    scheduler.rendered();
    this.#drawnEndUs = session.model.nowUs;
    this.#endLostSelection(session);
    // A lag has its whole length once everything has come.
    const isDue = requestedLag !== undefined && this.#facts.isComplete(session);
    const requested = isDue ? session.lags.find(({ id }) => id === requestedLag) : undefined;
    if (requested !== undefined) this.#actions.revealLag(requested);
  }

  #endLostSelection({ thresholdUs }: PageSession): void {
    const before = this.#drawnThresholdUs;
    this.#drawnThresholdUs = thresholdUs;
    const change = before === undefined || before === thresholdUs ? undefined : this.#renderer.withoutLost;
    if (change !== undefined) this.#facts.view.change(change);
  }

  /** @returns whether they are others; the same come with each second of a capture */
  #takeWarnings(warnings: Extract<ToPage, { readonly type: 'warnings' }>['warnings']): boolean {
    const shown = warnings.map((warning) => ({ ...warning, serious: true }));
    const isSame = JSON.stringify(shown) === JSON.stringify(this.#facts.hostWarnings);
    this.#facts.hostWarnings = shown;
    return !isSame;
  }

  /** Paused, and all until then is drawn: a hidden page reads the session again, up to where it was paused. */
  get #isHeld(): boolean {
    const { pausedUs } = this.#facts.view.state;
    return pausedUs !== undefined && this.#drawnEndUs >= pausedUs;
  }

  /** While paused, only the header changes. */
  #renderHeader(session: PageSession | undefined): void {
    const { scheduler } = this.#facts;
    if (session === undefined || !scheduler.isDue) return;
    this.#renderer.renderHeader(this.#facts.of(session));
    scheduler.rendered();
  }

  /** Selects the sample's longest lag, unless the page shows the user's own view again. */
  #showGuide(followed: number): void {
    this.#render();
    const longest = this.#facts.session?.lags.reduce((long, lag) => (lag.endUs - lag.beginUs > long.endUs - long.beginUs ? lag : long));
    this.#guide.show(followed);
    if (this.#isKnown || longest === undefined) return;
    this.#actions.revealLag(longest);
    // The lag's details take room from the list.
    requestAnimationFrame(() => requestAnimationFrame(() => this.#views.list.reveal(longest.id)));
  }

  /** Requests that need the whole session wait in the extension for this. */
  #sayLoaded(): void {
    const { session } = this.#facts;
    if (this.#isLoaded || session === undefined || !this.#facts.isComplete(session)) return;
    this.#isLoaded = true;
    postToHost({ type: 'loaded', session: session.about.session });
  }

  #sendBaseline(run: RunChoice | undefined): void {
    // Lags are found when the session is rendered.
    this.#render();
    const { session } = this.#facts;
    if (session) sendBaseline(session, run);
  }

  #sendRangeBaseline(): void {
    this.#render();
    const { session, view, status } = this.#facts;
    if (session === undefined) return;
    const { pausedUs } = view.state;
    const bounds = sessionBounds(pausedUs ?? session.model.nowUs, status.isLive);
    const { fromUs, toUs } = summedRange(view.state, bounds, status.isLive);
    // The view's margin may begin before the session.
    sendRangeBaseline(session, { beginUs: Math.max(0, fromUs), endUs: Math.max(0, Math.min(toUs, session.model.nowUs)) });
  }

  #showFunction(key: string): void {
    const { session, view } = this.#facts;
    if (session !== undefined && session.model.nowUs > 0) view.change(selectFunction(key, session.model.nowUs));
  }

  /** Shows and logs a failure of the page. */
  fail(error: unknown): void {
    const sentence = error instanceof Error ? error.message : String(error);
    postToHost({ type: 'failed', text: error instanceof Error ? (error.stack ?? sentence) : sentence });
    this.#views.fail(t('The page failed: {0}', sentence), '');
  }
}
