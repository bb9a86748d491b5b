import type * as vscode from 'vscode';
import type { AppLimits } from '../../core/analysis/lags/app-limits.ts';
import { explain } from '../../core/errors.ts';
import { background, guarded } from '../../core/guarded.ts';
import type { RunChoice, ShareKind, ToPage } from '../../protocol/page-protocol.ts';
import type { BaselineRun } from '../../protocol/parse-from-page.ts';
import { parseFromPage } from '../../protocol/parse-from-page.ts';
import { reportError } from '../surface/vscode/report-error.ts';
import { unexpected } from '../surface/vscode/unexpected.ts';
import { bufferOf } from './own-bytes.ts';
import { pageHtml, webviewOptions } from './page-html.ts';
import { failedMessage, PageRequests } from './page-requests.ts';
import type { PageServices } from './page-services.ts';
import type { PageSource } from './page-source.ts';
import { UpdatePace } from './update-pace.ts';

/** Feeds one page: ten updates a second, one more as a lag opens, none while hidden, everything again after a reload. */
export class PageHost {
  readonly #panel: vscode.WebviewPanel;
  readonly #services: PageServices;
  readonly #subscriptions: vscode.Disposable[] = [];
  #source: PageSource;
  #sourceChanges: vscode.Disposable;
  #feeding: AbortController | undefined;
  /** For the baseline that the page was asked to make. */
  #givenUp: (() => void) | undefined;
  #isSwap = false;
  readonly #requests = new PageRequests((request) => this.#post(request));

  constructor(panel: vscode.WebviewPanel, source: PageSource, services: PageServices) {
    this.#panel = panel;
    this.#source = source;
    this.#services = services;
    source.thresholdUs = services.thresholdUs();
    if (source.limits !== undefined) source.limits = services.limits();
    panel.webview.options = webviewOptions(services.extension);
    this.#sourceChanges = source.onDidChange(guarded(() => this.#postState(), unexpected));
    this.#subscriptions.push(
      panel.webview.onDidReceiveMessage(guarded((message: unknown) => this.#receive(message), unexpected)),
      panel.onDidChangeViewState(
        guarded(() => {
          // VS Code discards a hidden page, which says `ready` when it is back.
          if (!panel.visible) this.#pause();
          if (panel.active) services.watcher.onShown(this.#source);
        }, unexpected),
      ),
      panel.onDidDispose(guarded(() => this.#dispose(), unexpected)),
    );
    panel.webview.html = pageHtml(panel.webview, services.extension);
    services.watcher.onShown(source);
  }

  get source(): PageSource {
    return this.#source;
  }

  show(source: PageSource): void {
    this.#sourceChanges.dispose();
    if (source !== this.#source) {
      this.#source.dispose?.();
      this.#services.watcher.onClosed(this.#source);
      this.#requests.clear();
    }
    source.thresholdUs = this.#source.thresholdUs;
    if (source.limits !== undefined) source.limits = this.#services.limits();
    this.#source = source;
    this.#services.watcher.onShown(source);
    this.#sourceChanges = source.onDidChange(guarded(() => this.#postState(), unexpected));
    if (this.#feeding !== undefined) background(this.#feed(), unexpected);
  }

  async refreshAppClasses(): Promise<void> {
    this.#post({ type: 'appClasses', appClasses: await this.#services.appClasses() });
  }

  showSymbols(): void {
    this.#requests.send({ type: 'showSymbols' });
  }

  showLag(lag: string): void {
    this.#requests.send({ type: 'showLag', lag });
  }

  showView(view: unknown): void {
    this.#requests.send({ type: 'showView', view });
  }

  /** Reveals the page and shows a function over the whole session. */
  showFunction(key: string): void {
    this.#requests.send({ type: 'showFunction', function: key });
    this.reveal();
  }

  /** With a column, as VS Code would open a second editor in the focused one. */
  reveal(): void {
    this.#panel.reveal(this.#panel.viewColumn);
  }

  close(): void {
    this.#panel.dispose();
  }

  get isVisible(): boolean {
    return this.#panel.visible;
  }

  share(kind: ShareKind): void {
    this.#requests.send({ type: 'share', kind });
  }

  swap(): void {
    this.#requests.send({ type: 'swap' });
  }

  /**
   * @param givenUp called if the reader chooses none of several runs
   * @param isSwap true if the page of side A will say it
   */
  setBaseline(run?: RunChoice, givenUp?: () => void, isSwap = false): void {
    this.#givenUp = givenUp;
    this.#isSwap = isSwap;
    this.#requests.send({ type: 'setBaseline', run });
  }

  /** The selected or visible range. */
  setRangeBaseline(): void {
    this.#givenUp = undefined;
    this.#isSwap = false;
    this.#requests.send({ type: 'setRangeBaseline' });
  }

  async #chooseRun(runs: readonly BaselineRun[]): Promise<void> {
    const [source, givenUp, isSwap] = [this.#source, this.#givenUp, this.#isSwap];
    const run = await this.#services.chooseRun(runs);
    // The page may show another session with other runs by now.
    if (run !== undefined && source === this.#source) this.setBaseline(run, givenUp, isSwap);
    else givenUp?.();
  }

  async refreshBaseline(): Promise<void> {
    this.#post({ type: 'baseline', baseline: await this.#services.baseline() });
  }

  setThreshold(thresholdUs: number): void {
    this.#takeThreshold(thresholdUs);
    this.#post({ type: 'threshold', thresholdUs });
  }

  setLimits(limits: AppLimits): void {
    if (this.#source.limits !== undefined) this.#source.limits = limits;
    this.#services.watcher.onJudging(this.#source);
    this.#post({ type: 'limits', limits });
  }

  #takeThreshold(thresholdUs: number): void {
    this.#source.thresholdUs = thresholdUs;
    this.#services.watcher.onJudging(this.#source);
  }

  #post(message: ToPage): Thenable<boolean> {
    return this.#panel.visible ? this.#panel.webview.postMessage(message) : Promise.resolve(false);
  }

  /** Nothing is sent until the page says `ready`. */
  #pause(): void {
    this.#feeding?.abort();
    this.#requests.reached('loading');
  }

  async #feed(): Promise<void> {
    this.#pause();
    const feeding = new AbortController();
    this.#feeding = feeding;
    const { signal } = feeding;
    const source = this.#source;
    const pace = new UpdatePace(source.onLagOpened);
    try {
      const appClasses = await this.#services.appClasses();
      if (signal.aborted) return;
      await this.#post({ type: 'begin', ...source.about, thresholdUs: source.thresholdUs, limits: this.#services.limits(), appClasses });
      await this.refreshBaseline();
      if (signal.aborted) return;
      this.#postState();
      const followed = this.#services.hints.followed(source.uri);
      if (followed !== undefined) this.#requests.send({ type: 'guide', followed });
      this.#requests.reached('begun');
      for await (const part of source.stream(signal)) {
        if (signal.aborted) return;
        pace.begin();
        const { catchingUp, chunk } = part;
        const sent = await this.#post({ type: 'bytes', data: bufferOf(part.data), catchingUp, chunk });
        if (!sent) return;
        if (!catchingUp) await pace.wait(signal);
      }
      this.#postState();
    } catch (error) {
      if (signal.aborted) return;
      this.#services.log.error(explain(error));
      this.#post(failedMessage(error));
    } finally {
      pace.dispose();
    }
  }

  #postState(): void {
    this.#post({ type: 'phase', ...this.#source.phase });
    this.#post({ type: 'warnings', warnings: this.#source.warnings });
  }

  #receive(value: unknown): void {
    const message = parseFromPage(value);
    if (message === undefined) {
      this.#services.log.warn('The page sent something that is no message of its protocol');
      return;
    }
    switch (message.type) {
      case 'ready':
        background(this.#feed(), unexpected);
        return;
      case 'loaded':
        // It may be about the previous session, or from before the page was hidden.
        if (message.session === this.#source.about.session && this.#feeding?.signal.aborted === false) this.#requests.reached('loaded');
        return;
      case 'open':
        this.#run(this.#services.open(message.source, message.beside));
        return;
      case 'used':
        this.#services.used();
        return;
      case 'threshold':
        this.#takeThreshold(message.thresholdUs);
        return;
      case 'selection':
        this.#services.watcher.onSelection(this.#source, message.selection);
        return;
      case 'mark':
        this.#source.mark?.();
        return;
      case 'stop':
        this.#source.stop?.();
        return;
      case 'save':
        this.#run(this.#source.save());
        return;
      case 'repeat':
        this.#run(this.#services.repeat());
        return;
      case 'compare':
        this.#run(this.#services.compare(this.#source, message.of));
        return;
      case 'swap':
        this.#run(this.#services.swap(this.#source));
        return;
      case 'share':
        this.#run(this.#services.share(this.#source, message.kind, message.at));
        return;
      case 'copyText':
        this.#run(this.#services.copyText(message.text));
        return;
      case 'openSetting':
        this.#run(this.#services.openSetting(message.setting));
        return;
      case 'baseline':
        this.#run(this.#services.setBaseline(message.baseline, this.#isSwap));
        // The next one may be the reader's own.
        this.#isSwap = false;
        return;
      case 'baselineRuns':
        this.#run(this.#chooseRun(message.runs));
        return;
      case 'clearBaseline':
        this.#run(this.#services.clearBaseline());
        return;
      case 'followed':
        this.#services.hints.keep(message.hints);
        return;
      case 'retrySymbols':
        background(this.#lookUp(this.#services.retrySymbols()), unexpected);
        return;
      case 'locateSymbols':
        background(this.#lookUp(this.#services.locateSymbols(message.wanted)), unexpected);
        return;
      case 'failed':
        this.#services.log.error(`The page failed: ${message.text}`);
    }
  }

  #run(work: Promise<void>): void {
    work.catch((error: unknown) => reportError(error, this.#services.log));
  }

  async #lookUp(work: Promise<void>): Promise<void> {
    await work.catch((error: unknown) => reportError(error, this.#services.log));
    // The dialogs took the focus.
    if (this.#panel.visible) this.reveal();
    await this.#post({ type: 'symbolsLookedUp' });
  }

  #dispose(): void {
    this.#feeding?.abort();
    this.#source.dispose?.();
    this.#services.watcher.onClosed(this.#source);
    this.#sourceChanges.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}
