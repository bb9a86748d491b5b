import { numberAt } from '../../../columns/at.ts';
import { BASELINE_VERSION, type Baseline, type BaselineGroup, MOST_GROUPS, MOST_THREADS } from './baseline.ts';
import { mergedTrees } from './baseline-tree.ts';

/** Readers reject more. */
const MOST_DURATIONS = 500_000;

/**
 * Several sessions as one side of a comparison: their groups, times and main threads add up, as rates are per observed minute. Lags count
 * over the highest threshold.
 * @param all at least two
 * @param title for people
 */
export function mergedBaseline(all: readonly Baseline[], title: string): Baseline {
  const names = new Set(all.flatMap(({ threads }) => threads.map(({ name }) => name)));
  return {
    version: BASELINE_VERSION,
    title,
    session: '',
    app: all.find(({ app }) => app !== '')?.app ?? '',
    ...sharedSystem(all),
    ...(all.some(({ isImport }) => isImport === true) ? { isImport: true } : {}),
    sessions: all.length,
    untilUs: Math.max(...all.map(({ untilUs }) => untilUs)),
    // They have no time in common.
    recordedMs: 0,
    observedUs: all.reduce((sum, { observedUs }) => sum + observedUs, 0),
    observedEachUs: all.flatMap(({ observedUs, observedEachUs }) => observedEachUs ?? [observedUs]),
    thresholdUs: Math.max(...all.map(({ thresholdUs }) => thresholdUs)),
    groups: mergedGroups(all),
    threads: [...names].slice(0, MOST_THREADS).map((name) => ({
      name,
      tree: mergedTrees(all.flatMap(({ threads }) => threads.filter((each) => each.name === name).map(({ tree }) => tree))),
    })),
  };
}

function sharedSystem([first, ...others]: readonly Baseline[]): Pick<Baseline, 'system'> {
  if (first?.system === undefined || others.some(({ system }) => system !== first.system)) return {};
  return { system: first.system };
}

interface SessionLag {
  readonly us: number;
  readonly session: number;
}

/** Those with the most time, within the limits of a baseline. */
function mergedGroups(all: readonly Baseline[]): readonly BaselineGroup[] {
  const groups = new Map<string, { readonly group: BaselineGroup; readonly lags: SessionLag[] }>();
  let first = 0;
  for (const { groups: ofOne, observedEachUs } of all) {
    for (const group of ofOne) {
      const known = groups.get(group.key) ?? { group, lags: [] };
      groups.set(group.key, known);
      const { durationsUs, sessions = durationsUs.map(() => 0) } = group;
      for (const [at, us] of durationsUs.entries()) known.lags.push({ us, session: first + numberAt(sessions, at) });
    }
    first += observedEachUs?.length ?? 1;
  }
  const heaviest = [...groups.values()]
    .map(merged)
    .sort((a, b) => totalUs(b) - totalUs(a))
    .slice(0, MOST_GROUPS);
  let left = MOST_DURATIONS;
  return heaviest.filter(({ durationsUs }) => {
    left -= durationsUs.length;
    return left >= 0;
  });
}

function merged({ group, lags }: { readonly group: BaselineGroup; readonly lags: SessionLag[] }): BaselineGroup {
  lags.sort((a, b) => b.us - a.us);
  return { ...group, durationsUs: lags.map(({ us }) => us), sessions: lags.map(({ session }) => session) };
}

function totalUs({ durationsUs }: BaselineGroup): number {
  return durationsUs.reduce((sum, us) => sum + us, 0);
}
