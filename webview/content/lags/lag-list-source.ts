import { onlyLackedCore } from '../../../core/analysis/lags/busy-device.ts';
import type { Baseline } from '../../../core/analysis/lags/groups/baseline.ts';
import { type ComparedGroup, compareWithBaseline, type ListedChange } from '../../../core/analysis/lags/groups/baseline-comparison.ts';
import { type LagGroup, LagGroups, lagGroups } from '../../../core/analysis/lags/groups/lag-groups.ts';
import type { Lag } from '../../../core/analysis/lags/lag.ts';
import { isOnScreen, screensOf } from '../../../core/analysis/lags/screens.ts';
import type { ScreenStutter } from '../../../core/analysis/lags/session-frames.ts';
import type { TimeRange } from '../../../core/columns/time-range.ts';
import { LastSeen, Memo, sameKey } from '../../../core/memo.ts';
import type { ViewRange, ViewState } from '../../state/view-state.ts';
import type { PageSession } from '../page-session.ts';
import { InRange, observedWithinUs } from './lags-in-range.ts';
import { LagsWithFunction } from './lags-with-function.ts';
import { type Frequency, frequencyOf, type ListItem, listItems } from './list-items.ts';

export interface LagListContents {
  readonly items: readonly ListItem[];
  readonly lags: number;
  /** Those of the dragged range, hidden or not; without one all. */
  readonly inRange: readonly Lag[];
  /** The list's lags if no range were dragged. */
  readonly outOf: number;
  readonly groups: number;
  /** Without those that a wanted change leaves out. */
  readonly counted: ListCounts;
  /** Groups that the list leaves out. */
  readonly hidden: number;
  /** Lags that only lacked a core, listed or not. */
  readonly lackedCore: readonly Lag[];
  /** The filter hides everything. */
  readonly isFiltered: boolean;
  /** Keys of the lags' screens. */
  readonly screens: readonly string[];
  /** Lags on the wanted screen; undefined unless one is wanted. */
  readonly onScreen: number | undefined;
  /** Lags that ran the wanted function; undefined unless one is wanted. */
  readonly ran: number | undefined;
  readonly group: LagGroup | undefined;
  /** Frequency of the selected group. */
  readonly frequency: Frequency | undefined;
  readonly before: ComparedGroup | undefined;
  /** Undefined without a baseline, and while it is early. */
  readonly compared: readonly ComparedGroup[] | undefined;
  /** A running capture has too little to be judged by the baseline. */
  readonly isEarly: boolean;
}

interface ListCounts {
  readonly lags: number;
  readonly groups: number;
}

const NO_LAGS: ReadonlySet<Lag> = new Set();
const NO_STUTTERS: readonly ScreenStutter[] = [];
/** Whole seconds, so that a capture and its file show equal rates. */
const RATE_STEP_US = 1_000_000;
/** Before that, and with fewer lags, one more of them would turn the verdict. */
const LEAST_JUDGED_US = 10_000_000;
const LEAST_JUDGED_LAGS = 5;

/** Groups, rates, baseline comparison and rows of the list. */
export class LagListSource {
  readonly #allGroups = new LagGroups();
  readonly #groupsInRange = new LagGroups();
  readonly #lagsInRange = new InRange<Lag>();
  readonly #stuttersInRange = new InRange<ScreenStutter>();
  readonly #withFunction = new LagsWithFunction();
  readonly #onScreen = new Memo<ReadonlySet<Lag> | undefined>();
  readonly #screens = new Memo<readonly string[]>();
  readonly #both = new Memo<ReadonlySet<Lag> | undefined>();
  readonly #lackedCore = new Memo<readonly Lag[]>();
  readonly #without = new Memo<ReadonlySet<Lag>>();
  readonly #stuttersShown = new Memo<readonly ScreenStutter[]>();
  readonly #key = new LastSeen(sameKey);
  #items: readonly ListItem[] = [];
  #compared: readonly ComparedGroup[] | undefined;

  /**
   * @param given baseline to compare with, undefined for none
   * @param fromUs only later lags are compared: in the baseline's own session, a new build may have run
   * @param allStutters listed between lags
   * @param isRunning more lags may come
   */
  contents(
    session: PageSession,
    allLags: readonly Lag[],
    state: ViewState,
    given: Baseline | undefined,
    fromUs = 0,
    allStutters = NO_STUTTERS,
    isRunning = false,
  ): LagListContents {
    const { order, grouped, change, screen, ran, hiddenGroups, hidesLackedCore, within } = state;
    const lags = this.#lagsInRange.of(allLags, within);
    this.#allGroups.update(allLags);
    const found = within === undefined ? this.#allGroups : this.#groupsInRange;
    found.update(lags);
    const { groups } = found;
    const seenUs = wholeSeconds(observedWithinUs(session.model, within));
    const hidden = new Set(hiddenGroups);
    const isEarly = isRunning && given !== undefined && !canBeJudged(session, lags, fromUs, within);
    const baseline = isEarly ? undefined : given;
    const withFunction = ran === undefined ? undefined : this.#withFunction.of(session.model, lags, ran);
    const onScreen = this.#onScreen.get([lags, screen], () => lagsOnScreen(lags, screen));
    const only = this.#both.get([withFunction, onScreen], () => inBoth(withFunction, onScreen));
    const { thresholdUs } = session;
    const lackedCore = this.#lackedCore.get([lags, thresholdUs], () => lags.filter((lag) => onlyLackedCore(lag, thresholdUs)));
    const without = this.#without.get([lackedCore, hidesLackedCore], () => (hidesLackedCore ? new Set(lackedCore) : NO_LAGS));
    const stuttersThere = this.#stuttersInRange.of(allStutters, within);
    const stutters = this.#stuttersShown.get([stuttersThere, screen, ran], () => stuttersOn(stuttersThere, screen, ran));
    if (
      this.#key.isNew([lags, stutters, groups, seenUs, thresholdUs, baseline, fromUs, order, grouped, change, only, without, hiddenGroups])
    ) {
      this.#compared = baseline && compared(session, lags, groups, baseline, fromUs, within);
      const groupAt = (index: number): LagGroup | undefined => found.groupAt(index);
      this.#items = listItems({
        lags,
        stutters,
        groups,
        groupAt,
        observedUs: seenUs,
        compared: this.#compared,
        comparedFromUs: fromUs,
        order,
        grouped,
        change,
        only,
        without,
        hidden,
      });
    }
    // A later selection of a lag or range replaces the group.
    const group = state.lag === undefined && state.range === undefined ? found.group(state.group) : undefined;
    const leftOut = hidden.size === 0 ? [] : groups.filter(({ key }) => hidden.has(key));
    const leftOutLags = new Set([...leftOut.flatMap((each) => each.lags), ...without]);
    const left =
      without.size === 0 ? groups.length - leftOut.length : groups.filter(({ lags }) => lags.some((lag) => !leftOutLags.has(lag))).length;
    const listed = (some: ReadonlySet<Lag> | undefined): number | undefined =>
      some && (leftOutLags.size === 0 ? some.size : [...some].filter((lag) => !leftOutLags.has(lag)).length);
    const isFiltering = (change !== undefined && this.#compared !== undefined) || leftOutLags.size > 0;
    return {
      items: this.#items,
      inRange: lags,
      outOf: within === undefined ? lags.length - leftOutLags.size : this.#listedOf(allLags, hidden, hidesLackedCore, thresholdUs),
      screens: this.#screens.get([allLags], () => screensOf(allLags)),
      onScreen: listed(onScreen),
      ran: withFunction && listed(only),
      lags: lags.length - leftOutLags.size,
      groups: left,
      counted: countsOf(this.#compared, change, hidden, without) ?? { lags: lags.length - leftOutLags.size, groups: left },
      hidden: leftOut.length,
      lackedCore,
      isFiltered: isFiltering && this.#items.length === 0 && lags.length > 0,
      group,
      frequency: group && frequencyOf(group, seenUs),
      before: group && this.#compared?.find(({ key }) => key === group.key),
      compared: this.#compared,
      isEarly,
    };
  }

  /** Lags that the list leaves in, in or out of the range. */
  #listedOf(lags: readonly Lag[], hidden: ReadonlySet<string>, hidesLackedCore: boolean, thresholdUs: number): number {
    if (hidden.size === 0 && !hidesLackedCore) return lags.length;
    const isHidden = (at: number): boolean => hidden.has(this.#allGroups.groupAt(at)?.key ?? '');
    return lags.filter((lag, at) => !isHidden(at) && !(hidesLackedCore && onlyLackedCore(lag, thresholdUs))).length;
  }
}

/** Counts of groups with the wanted change; undefined if none is wanted. */
function countsOf(
  compared: readonly ComparedGroup[] | undefined,
  wanted: ListedChange | undefined,
  hidden: ReadonlySet<string>,
  without: ReadonlySet<Lag>,
): ListCounts | undefined {
  if (compared === undefined || wanted === undefined) return undefined;
  const changed = compared.filter(({ change, key }) => change === wanted && !hidden.has(key));
  const left = changed.map(({ group }) => group?.lags.filter((lag) => !without.has(lag)).length);
  return { lags: left.reduce<number>((sum, count) => sum + (count ?? 0), 0), groups: left.filter((count) => count !== 0).length };
}

function canBeJudged({ model }: PageSession, lags: readonly Lag[], fromUs: number, within: ViewRange | undefined): boolean {
  const compared = lags.filter(({ beginUs }) => beginUs >= fromUs).length;
  return compared >= LEAST_JUDGED_LAGS || observedWithinUs(model, within, fromUs) >= LEAST_JUDGED_US;
}

function lagsOnScreen(lags: readonly Lag[], screen: string | undefined): ReadonlySet<Lag> | undefined {
  return screen === undefined ? undefined : new Set(lags.filter((lag) => isOnScreen(lag, screen)));
}

function inBoth(one: ReadonlySet<Lag> | undefined, other: ReadonlySet<Lag> | undefined): ReadonlySet<Lag> | undefined {
  return one === undefined || other === undefined ? (one ?? other) : new Set([...one].filter((lag) => other.has(lag)));
}

/** A filter by function is about lags. */
function stuttersOn(stutters: readonly ScreenStutter[], screen: string | undefined, ran: unknown): readonly ScreenStutter[] {
  if (ran !== undefined) return NO_STUTTERS;
  return screen === undefined ? stutters : stutters.filter((stutter) => isOnScreen(stutter, screen));
}

function wholeSeconds(us: number): number {
  return Math.floor(us / RATE_STEP_US) * RATE_STEP_US;
}

function compared(
  session: PageSession,
  lags: readonly Lag[],
  groups: readonly LagGroup[],
  baseline: Baseline,
  fromUs: number,
  within: ViewRange | undefined,
): readonly ComparedGroup[] {
  const { model, thresholdUs } = session;
  const seen = { observedUs: wholeSeconds(observedWithinUs(model, within, fromUs)), thresholdUs };
  if (fromUs === 0) return compareWithBaseline(groups, baseline, seen);
  const later = lagGroups(lags.filter(({ beginUs }) => beginUs >= fromUs));
  // The list still has the lags of the baseline's part: none of them is gone.
  const listed = new Set(groups.map(({ key }) => key));
  return compareWithBaseline(later, baseline, seen).filter(({ change, key }) => change !== 'gone' || !listed.has(key));
}

/** Lags or stutters of a paused view: those that began before the pause, with their full length. */
export function lagsUpTo<Time extends TimeRange>(lags: readonly Time[], pausedUs: number): readonly Time[] {
  return lags.filter(({ beginUs }) => beginUs <= pausedUs);
}
