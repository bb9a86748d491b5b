import {
  type ComparedGroup,
  type GroupChange,
  type ListedChange,
  perMinute,
} from '../../../core/analysis/lags/groups/baseline-comparison.ts';
import type { LagGroup } from '../../../core/analysis/lags/groups/lag-groups.ts';
import type { Lag } from '../../../core/analysis/lags/lag.ts';
import { compareScreens, screenKey } from '../../../core/analysis/lags/screens.ts';
import type { ScreenStutter } from '../../../core/analysis/lags/session-frames.ts';
import type { LagOrder } from '../../state/view-state.ts';

/** Shown from the second lag on. */
export interface Frequency {
  readonly count: number;
  /** Undefined in a short observation. */
  readonly perMinute: number | undefined;
}

/** `id` is stable for the life of a row. */
export type ListItem =
  | {
      readonly kind: 'lag';
      readonly id: string;
      readonly lag: Lag;
      readonly frequency: Frequency;
      readonly change: GroupChange | undefined;
    }
  | {
      readonly kind: 'group';
      readonly id: string;
      readonly group: LagGroup;
      readonly frequency: Frequency;
      readonly compared: ComparedGroup | undefined;
    }
  /** No lag, and counted as none. */
  | { readonly kind: 'stutter'; readonly id: string; readonly stutter: ScreenStutter }
  | { readonly kind: 'gone'; readonly id: string; readonly compared: ComparedGroup };

export interface ListFacts {
  readonly lags: readonly Lag[];
  readonly stutters: readonly ScreenStutter[];
  readonly groups: readonly LagGroup[];
  /** Group of the lag at an index of `lags`. */
  groupAt(index: number): LagGroup | undefined;
  readonly observedUs: number;
  /** Undefined without a baseline. */
  readonly compared: readonly ComparedGroup[] | undefined;
  /** Earlier lags are the baseline's own. */
  readonly comparedFromUs: number;
  readonly order: LagOrder;
  readonly grouped: boolean;
  /** Lists only groups with this change. */
  readonly change: ListedChange | undefined;
  /** Lists only these lags, and groups with one of them; undefined for all. */
  readonly only?: ReadonlySet<Lag> | undefined;
  /** Leaves out these lags, and groups without others. */
  readonly without?: ReadonlySet<Lag>;
  /** Keys of groups to leave out. */
  readonly hidden: ReadonlySet<string>;
}

/** Shorter observations give no rate. */
const LEAST_OBSERVED_US = 10_000_000;

/** Sorted rows; gone groups are last. */
export function listItems(facts: ListFacts): readonly ListItem[] {
  const changes = facts.compared && new Map(facts.compared.map((compared) => [compared.key, compared]));
  // Without a baseline, a leftover filter hides nothing.
  const wanted = changes === undefined ? undefined : facts.change;
  const items = facts.grouped ? groupItems(facts, changes, wanted) : lagItems(facts, changes, wanted);
  // A lag that is gone ran nothing here.
  if (facts.only !== undefined || (!facts.grouped && wanted !== 'gone')) return items;
  const listed = new Set(items.map(({ id }) => id));
  const gone = (facts.compared ?? []).filter(({ change, key }) => change === 'gone' && !listed.has(groupId(key)) && !facts.hidden.has(key));
  if (wanted !== undefined && wanted !== 'gone') return items;
  return [...items, ...gone.map((compared): ListItem => ({ kind: 'gone', id: groupId(compared.key), compared }))];
}

export function groupId(key: string): string {
  return `group ${key}`;
}

/** Row of the lag itself or of its group, whichever is listed. */
export function rowOfLag(items: readonly ListItem[], lag: string): string {
  const isOfLag = (item: ListItem): boolean => item.kind === 'group' && item.group.lags.some(({ id }) => id === lag);
  return items.find(isOfLag)?.id ?? lag;
}

type Changes = ReadonlyMap<string, ComparedGroup> | undefined;

function groupItems(facts: ListFacts, changes: Changes, wanted: ListedChange | undefined): readonly ListItem[] {
  const items: ListItem[] = [];
  for (const group of orderedGroups(facts.groups, facts.order)) {
    const compared = changes?.get(group.key);
    if ((wanted !== undefined && compared?.change !== wanted) || facts.hidden.has(group.key)) continue;
    if (facts.only !== undefined && !group.lags.some((lag) => facts.only?.has(lag))) continue;
    if (facts.without !== undefined && group.lags.every((lag) => facts.without?.has(lag))) continue;
    items.push({ kind: 'group', id: groupId(group.key), group, frequency: frequencyOf(group, facts.observedUs), compared });
  }
  return items;
}

function lagItems(facts: ListFacts, changes: Changes, wanted: ListedChange | undefined): readonly ListItem[] {
  const items: (ListItem & { readonly kind: 'lag' })[] = [];
  const none: Frequency = { count: 1, perMinute: undefined };
  const frequencies = new Map(facts.groups.map((group) => [group, frequencyOf(group, facts.observedUs)]));
  for (const [index, lag] of facts.lags.entries()) {
    const group = facts.groupAt(index);
    const change = group && lag.beginUs >= facts.comparedFromUs ? changes?.get(group.key)?.change : undefined;
    if ((wanted !== undefined && change !== wanted) || (group && facts.hidden.has(group.key))) continue;
    if (facts.only?.has(lag) === false || facts.without?.has(lag) === true) continue;
    items.push({ kind: 'lag', id: lag.id, lag, frequency: (group && frequencies.get(group)) ?? none, change });
  }
  // Changes are of lags.
  const stutters = wanted === undefined ? facts.stutters : [];
  if (stutters.length === 0) return items.sort((a, b) => compareLags(a.lag, b.lag, facts.order));
  const all = [...items, ...stutters.map((stutter): StutterItem => ({ kind: 'stutter', id: stutterId(stutter), stutter }))];
  return all.sort((a, b) => compareRows(a, b, facts.order));
}

type StutterItem = ListItem & { readonly kind: 'stutter' };

/** Stays while the stutter goes on. */
export function stutterId({ run, beginUs }: ScreenStutter): string {
  return `stutter ${run}-${beginUs}`;
}

/** Order by length, with stutters behind all lags: theirs is of many frames. */
function compareRows(a: TimedItem, b: TimedItem, order: LagOrder): number {
  const kinds = order === 'longest' ? Number(a.kind === 'stutter') - Number(b.kind === 'stutter') : 0;
  return kinds === 0 ? compareLags(timeOf(a), timeOf(b), order) : kinds;
}

type TimedItem = StutterItem | (ListItem & { readonly kind: 'lag' });

function timeOf(item: TimedItem): ListedTime {
  return item.kind === 'lag' ? item.lag : { ...item.stutter, open: false };
}

export function frequencyOf({ lags }: LagGroup, observedUs: number): Frequency {
  return { count: lags.length, perMinute: observedUs < LEAST_OBSERVED_US ? undefined : perMinute(lags.length, observedUs) };
}

type ListedTime = Pick<Lag, 'beginUs' | 'endUs' | 'open' | 'screen' | 'fragment'>;

/** Ongoing lags are first in all orders. Those of one screen begin with the newest. */
function compareLags(a: ListedTime, b: ListedTime, order: LagOrder): number {
  if (a.open !== b.open) return a.open ? -1 : 1;
  if (order === 'longest') return b.endUs - b.beginUs - (a.endUs - a.beginUs);
  const screens = order === 'screen' ? compareScreens(screenKey(a), screenKey(b)) : 0;
  return screens === 0 ? b.beginUs - a.beginUs : screens;
}

/** Order by latest begin, total time, or the latest lag's screen; ongoing groups are first. */
function orderedGroups(groups: readonly LagGroup[], order: LagOrder): readonly LagGroup[] {
  return groups.toSorted((a, b) => {
    if (a.open !== b.open) return a.open ? -1 : 1;
    if (order === 'newest') return b.latest.beginUs - a.latest.beginUs;
    const screens = order === 'screen' ? compareScreens(screenKey(a.latest), screenKey(b.latest)) : 0;
    return screens === 0 ? b.totalUs - a.totalUs : screens;
  });
}
