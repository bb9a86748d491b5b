import { type ComparedGroup, type GroupChange, perMinute } from '../../core/analysis/lags/groups/baseline-comparison.ts';
import type { LagGroup } from '../../core/analysis/lags/groups/lag-groups.ts';
import type { Lag } from '../../core/analysis/lags/lag.ts';
import type { LagOrder, ListedChange } from '../state/view-state.ts';

/** How often a lag came: at least twice to be worth telling. */
export interface Frequency {
  readonly count: number;
  /** Undefined while too little was observed for a rate. */
  readonly perMinute: number | undefined;
}

/** A row of the list. `id` is stable for as long as the row is the same one. */
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
  | { readonly kind: 'gone'; readonly id: string; readonly compared: ComparedGroup };

/** What the list is made from. */
export interface ListFacts {
  readonly lags: readonly Lag[];
  readonly groups: readonly LagGroup[];
  /** The group of a lag, by its place in `lags`. */
  groupAt(index: number): LagGroup | undefined;
  readonly observedUs: number;
  /** The groups beside those of the baseline; undefined without one. */
  readonly compared: readonly ComparedGroup[] | undefined;
  readonly order: LagOrder;
  readonly grouped: boolean;
  /** Only what this happened to. */
  readonly change: ListedChange | undefined;
}

/** In less observed time a rate says nothing. */
const LEAST_OBSERVED_US = 10_000_000;

/** The rows of the list in their order; what is gone stands at the end. */
export function listItems(facts: ListFacts): readonly ListItem[] {
  const changes = facts.compared && new Map(facts.compared.map((compared) => [compared.key, compared]));
  // Without a baseline nothing changed: a filter that is left over from one hides nothing.
  const wanted = changes === undefined ? undefined : facts.change;
  const items = facts.grouped ? groupItems(facts, changes, wanted) : lagItems(facts, changes, wanted);
  if (!facts.grouped && wanted !== 'gone') return items;
  const listed = new Set(items.map(({ id }) => id));
  const gone = (facts.compared ?? []).filter(({ change, key }) => change === 'gone' && !listed.has(groupId(key)));
  if (wanted !== undefined && wanted !== 'gone') return items;
  return [...items, ...gone.map((compared): ListItem => ({ kind: 'gone', id: groupId(compared.key), compared }))];
}

/** Id of a group's row. */
export function groupId(key: string): string {
  return `group ${key}`;
}

type Changes = ReadonlyMap<string, ComparedGroup> | undefined;

function groupItems(facts: ListFacts, changes: Changes, wanted: ListedChange | undefined): readonly ListItem[] {
  const items: ListItem[] = [];
  for (const group of orderedGroups(facts.groups, facts.order)) {
    const compared = changes?.get(group.key);
    if (wanted !== undefined && compared?.change !== wanted) continue;
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
    const change = group && changes?.get(group.key)?.change;
    if (wanted !== undefined && change !== wanted) continue;
    items.push({ kind: 'lag', id: lag.id, lag, frequency: (group && frequencies.get(group)) ?? none, change });
  }
  return items.sort((a, b) => compareLags(a.lag, b.lag, facts.order));
}

/** How often the lags of a group came in the observed time. */
export function frequencyOf({ lags }: LagGroup, observedUs: number): Frequency {
  return { count: lags.length, perMinute: observedUs < LEAST_OBSERVED_US ? undefined : perMinute(lags.length, observedUs) };
}

/** A lag that lasts stands on top in both orders. */
function compareLags(a: Lag, b: Lag, order: LagOrder): number {
  if (a.open !== b.open) return a.open ? -1 : 1;
  return order === 'newest' ? b.beginUs - a.beginUs : b.endUs - b.beginUs - (a.endUs - a.beginUs);
}

/** By what began last, or by the most time in all; a group of which one lasts stands on top. */
function orderedGroups(groups: readonly LagGroup[], order: LagOrder): readonly LagGroup[] {
  return groups.toSorted((a, b) => {
    if (a.open !== b.open) return a.open ? -1 : 1;
    return order === 'newest' ? b.latest.beginUs - a.latest.beginUs : b.totalUs - a.totalUs;
  });
}
