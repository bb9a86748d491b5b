import type { Lag } from '../../core/analysis/lags/lag.ts';
import type { ViewState } from '../state/view-state.ts';
import { TimelinePanel } from '../timeline/timeline-panel.ts';
import { element } from '../ui/dom.ts';
import { text } from '../ui/page-text.ts';
import type { Theme } from '../ui/theme.ts';
import { Tooltip } from '../ui/tooltip.ts';
import type { Viewport } from '../ui/viewport.ts';
import { BaselineBar } from '../views/baseline-bar.ts';
import { BuildBanner } from '../views/build-banner.ts';
import { FlamePanel } from '../views/flame-panel.ts';
import { Header } from '../views/header.ts';
import { keysDialog } from '../views/keys-dialog.ts';
import { GroupSummary } from '../views/lags/group-summary.ts';
import { LagCounters } from '../views/lags/lag-counters.ts';
import { LagList } from '../views/lags/lag-list.ts';
import { LagListBar } from '../views/lags/lag-list-bar.ts';
import { LagSummary } from '../views/lags/lag-summary.ts';
import { RecentStackView } from '../views/lags/recent-stack-view.ts';
import { SymbolsDialog } from '../views/symbols-dialog.ts';
import { twoPanes } from '../views/two-panes.ts';
import { postToHost } from './vscode-api.ts';

/** What the reader does, in terms of what the page holds. */
export interface PageActions {
  change(change: Partial<ViewState>): void;
  selectLag(lag: Lag | undefined): void;
  /** By its key. */
  selectGroup(key: string): void;
  openLag(lag: Lag, beside: boolean): void;
  /** A stack node as it was written: `Cart.total`. */
  label(node: number): string;
  /** Name of a thread (row of `model.threads`), '' unknown. */
  threadName(row: number): string;
  open(node: number, beside: boolean): void;
  view(view: Viewport): void;
  moment(atUs: number): void;
  /** Escape: takes back one thing. */
  reset(): void;
  /** Back to the newest, or to the whole. */
  follow(): void;
  threshold(thresholdUs: number): void;
  pause(): void;
  symbols(): void;
  share(): void;
}

/** The views in their places. */
export interface PageViews {
  readonly header: Header;
  readonly list: LagList;
  readonly listBar: LagListBar;
  readonly baselineBar: BaselineBar;
  readonly summary: LagSummary;
  readonly groupSummary: GroupSummary;
  readonly counters: LagCounters;
  readonly recent: RecentStackView;
  readonly flame: FlamePanel;
  readonly timeline: TimelinePanel;
  readonly keys: HTMLDialogElement;
  readonly symbols: SymbolsDialog;
  readonly banner: BuildBanner;
  setTheme(theme: Theme): void;
  /** A session begins: shows the views, also after a failure. */
  begin(): void;
  /** Shows a failure instead of the views. */
  fail(message: string, next: string, code: string): void;
}

/** Builds the page below `root`. */
export function pageViews(root: HTMLElement, theme: Theme, actions: PageActions): PageViews {
  const tooltip = new Tooltip();
  const keys = keysDialog();
  const locate = (wanted: string): void => postToHost({ type: 'locateSymbols', wanted });
  const symbols = new SymbolsDialog({ locate, retry: () => postToHost({ type: 'retrySymbols' }) });
  const banner = new BuildBanner({ locate, symbols: () => actions.symbols() });
  const header = new Header({
    pause: () => actions.pause(),
    mark: () => postToHost({ type: 'mark' }),
    stop: () => postToHost({ type: 'stop' }),
    share: () => actions.share(),
    save: () => postToHost({ type: 'save' }),
    help: () => keys.showModal(),
  });
  const listBar = new LagListBar({
    threshold: (us) => actions.threshold(us),
    order: (order) => actions.change({ order }),
    grouped: (grouped) => actions.change({ grouped }),
  });
  const baselineBar = new BaselineBar({
    filter: (change) => actions.change({ change }),
    clear: () => postToHost({ type: 'clearBaseline' }),
  });
  const list = new LagList({
    label: (node) => actions.label(node),
    thread: (row) => actions.threadName(row),
    selectLag: (lag) => actions.selectLag(lag),
    selectGroup: (key) => actions.selectGroup(key),
    selectNothing: () => actions.selectLag(undefined),
    open: (lag, beside) => actions.openLag(lag, beside),
  });
  const summary = new LagSummary(
    (node) => actions.label(node),
    (node, beside) => actions.open(node, beside),
  );
  const groupSummary = new GroupSummary({
    label: (node) => actions.label(node),
    open: (node, beside) => actions.open(node, beside),
    worst: (group) => actions.selectLag(group.worst),
  });
  const counters = new LagCounters();
  const recent = new RecentStackView((node, beside) => actions.open(node, beside));
  const details = element('div', { class: 'lag-details' }, [summary.node, groupSummary.node, counters.node, recent.node]);
  const range = (beginUs: number, endUs: number): void =>
    actions.change({ lag: undefined, range: { fromUs: beginUs, toUs: endUs }, view: undefined });
  const flame = new FlamePanel(theme, tooltip, details, {
    change: (change) => actions.change(change),
    open: (node, beside) => actions.open(node, beside),
    view: (view) => actions.view(view),
    range,
    reset: () => actions.reset(),
    follow: () => actions.follow(),
  });
  const timeline = new TimelinePanel(theme, tooltip, {
    range: (beginUs, endUs, second) => (second ? actions.change({ range2: { fromUs: beginUs, toUs: endUs } }) : range(beginUs, endUs)),
    dropSecond: () => actions.change({ range2: undefined }),
    moment: (atUs) => actions.moment(atUs),
    view: (view) => actions.view(view),
    thread: (thread) => actions.change({ thread }),
    tracks: (tracks) => actions.change({ tracks }),
    heat: (heat) => actions.change({ heat }),
    follow: () => actions.follow(),
    reset: () => actions.reset(),
  });
  const side = element('section', { class: 'side', attributes: { 'aria-label': text('lagList') } }, [
    listBar.node,
    baselineBar.node,
    list.empty,
    list.node,
  ]);
  const panes = twoPanes(side, flame.node);
  const failure = element('div', { class: 'fatal', role: 'alert' });
  const views = [header.node, header.warnings, timeline.node, panes];
  root.append(header.node, header.warnings, banner.node, timeline.node, panes, failure, tooltip.node, keys, symbols.node);
  const showFailure = (failed: boolean): void => {
    failure.hidden = !failed;
    for (const view of views) view.hidden = failed;
    // It decides by itself when there is something to say.
    if (failed) banner.node.hidden = true;
  };
  showFailure(false);
  return {
    header,
    list,
    listBar,
    baselineBar,
    summary,
    groupSummary,
    counters,
    recent,
    flame,
    timeline,
    keys,
    symbols,
    banner,
    setTheme(changed) {
      flame.setTheme(changed);
      timeline.setTheme(changed);
    },
    begin: () => showFailure(false),
    fail(message, next, code) {
      failure.replaceChildren(
        element('h2', { text: message }),
        element('p', { text: next }),
        element('p', { class: 'muted', text: `[${code}]` }),
      );
      showFailure(true);
    },
  };
}
