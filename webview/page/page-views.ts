import type { FrameView } from '../rendering/render-frame.ts';
import type { Dispatch } from '../state/page-action.ts';
import { TimelinePanel } from '../timeline/panel/timeline-panel.ts';
import { element } from '../ui/dom.ts';
import type { Theme } from '../ui/theme.ts';
import { Tooltip } from '../ui/tooltip.ts';
import { t } from '../ui/translated.ts';
import { BuildBanner } from '../views/build-banner.ts';
import { CompareBar } from '../views/compare/compare-bar.ts';
import { FlamePanel } from '../views/flame-panel.ts';
import { Header } from '../views/header.ts';
import { keysDialog } from '../views/keys-dialog.ts';
import { BusyBar } from '../views/lags/busy-bar.ts';
import { FunctionBar } from '../views/lags/function-bar.ts';
import { GroupSummary } from '../views/lags/group-summary.ts';
import { HiddenGroups } from '../views/lags/hidden-groups.ts';
import { LagCounters } from '../views/lags/lag-counters.ts';
import { LagDetails } from '../views/lags/lag-details.ts';
import { LagList } from '../views/lags/lag-list.ts';
import { LagListBar } from '../views/lags/lag-list-bar.ts';
import type { RowNames } from '../views/lags/lag-row.ts';
import { LagSummary } from '../views/lags/lag-summary.ts';
import { RangeBar } from '../views/lags/range-bar.ts';
import { RecentStackView } from '../views/lags/recent-stack-view.ts';
import { ScreenBar } from '../views/lags/screen-bar.ts';
import { StutterSummary } from '../views/lags/stutter-summary.ts';
import { MessagesDialog } from '../views/messages-dialog.ts';
import { MomentDialog } from '../views/moment-dialog.ts';
import type { SampleGuide } from '../views/sample-guide.ts';
import { SelectionMenu } from '../views/selection-menu.ts';
import { ShownTimeline } from '../views/shown-timeline.ts';
import { SymbolsDialog } from '../views/symbols-dialog.ts';
import { TwoPanes } from '../views/two-panes.ts';

export interface PageViews {
  /** All parts in the order of their rendering: the header says what the banner shows. */
  readonly parts: readonly FrameView[];
  /** Those that actions and messages reach. */
  readonly header: Header;
  readonly list: LagList;
  readonly flame: FlamePanel;
  readonly timeline: TimelinePanel;
  readonly menu: SelectionMenu;
  readonly keys: HTMLDialogElement;
  readonly symbols: SymbolsDialog;
  readonly moment: MomentDialog;
  readonly messages: MessagesDialog;
  setTheme(theme: Theme): void;
  /** Shows the views, also after a failure. */
  begin(): void;
  /** Shows a failure instead of the views. */
  fail(message: string, next: string): void;
}

interface PageParts {
  readonly dispatch: Dispatch;
  readonly names: RowNames;
  readonly guide: SampleGuide;
}

/** Builds the page below `root`. */
export function pageViews(root: HTMLElement, theme: Theme, { dispatch, names, guide }: PageParts): PageViews {
  const tooltip = new Tooltip();
  const keys = keysDialog();
  const menu = new SelectionMenu(names, dispatch);
  const symbols = new SymbolsDialog(dispatch);
  const moment = new MomentDialog(dispatch);
  const messages = new MessagesDialog(dispatch);
  const banner = new BuildBanner(dispatch);
  const header = new Header(dispatch, banner);
  const listBar = new LagListBar(dispatch);
  const list = new LagList(names, dispatch);
  const hiddenGroups = new HiddenGroups(dispatch, list.node);
  const busyBar = new BusyBar(dispatch);
  const compareBar = new CompareBar(dispatch);
  const screenBar = new ScreenBar(dispatch);
  const functionBar = new FunctionBar(dispatch, list.node);
  const rangeBar = new RangeBar(dispatch, list.node);
  const summary = new LagSummary(names, dispatch);
  const groupSummary = new GroupSummary(names, dispatch);
  const stutterSummary = new StutterSummary(dispatch);
  const counters = new LagCounters();
  const recent = new RecentStackView(dispatch);
  const details = new LagDetails([summary.node, groupSummary.node, stutterSummary.node], [counters.node, recent.node]);
  const hovered = (atUs: number | undefined): void => {
    timeline.showHover(atUs);
    flame.showHover(atUs);
  };
  const events = { frameChosen: () => guide.followed('frame'), hovered };
  const flame = new FlamePanel(theme, tooltip, details.node, dispatch, events);
  const timeline: TimelinePanel = new TimelinePanel(theme, tooltip, dispatch, hovered);
  const side = element('section', { class: 'side', attributes: { 'aria-label': t('Lags of the main thread') } }, [
    listBar.node,
    rangeBar.node,
    functionBar.node,
    hiddenGroups.node,
    list.strip,
    list.empty,
    list.node,
    screenBar.node,
    busyBar.node,
  ]);
  // The bar hides itself, and a failure hides its place.
  const compare = element('div', {}, [compareBar.node]);
  const panes = new TwoPanes(side, flame.node);
  const top = element('div', { class: 'top' }, [header.node, header.warnings]);
  const failure = element('div', { class: 'fatal', role: 'alert' });
  const views = [top, timeline.node, compare, panes.node];
  root.append(
    top,
    banner.node,
    timeline.node,
    compare,
    panes.node,
    failure,
    guide.node,
    tooltip.node,
    menu.menu.node,
    compareBar.menu.node,
    keys,
    symbols.node,
    moment.node,
    messages.node,
  );
  const showFailure = (failed: boolean): void => {
    failure.hidden = !failed;
    for (const view of views) view.hidden = failed;
    // The banner reappears by itself.
    if (failed) banner.node.hidden = true;
  };
  showFailure(false);
  const listParts = [listBar, hiddenGroups, rangeBar, busyBar, list, screenBar, functionBar];
  const detailParts = [details, panes, groupSummary, summary, stutterSummary, counters, recent];
  return {
    parts: [banner, symbols, header, moment, ...listParts, ...detailParts, new ShownTimeline(timeline), flame, compareBar, messages],
    header,
    list,
    flame,
    timeline,
    menu,
    keys,
    symbols,
    moment,
    messages,
    setTheme(changed) {
      flame.setTheme(changed);
      timeline.setTheme(changed);
    },
    begin: () => showFailure(false),
    fail(message, next) {
      failure.replaceChildren(element('h2', { text: message }), element('p', { text: next }));
      showFailure(true);
    },
  };
}
