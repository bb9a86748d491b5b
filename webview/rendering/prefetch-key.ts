import type { Key } from '../../core/memo.ts';
import type { ViewFacts } from '../modes/mode/view-content.ts';

/** Views over time leave aggregated ones to precompute, all leave names to search, also between keys. Undefined for comparisons. */
export function prefetchKey({ session, state, thread, lag, group, range, baseline }: ViewFacts): Key | undefined {
  const { mode, search, difference, range2, weight, transforms } = state;
  if ((difference && baseline !== undefined) || range2 !== undefined) return undefined;
  const { model } = session;
  return [
    mode,
    search.text === '',
    model,
    model.version,
    model.namesVersion,
    thread,
    lag,
    group,
    weight,
    transforms,
    range.fromUs,
    range.toUs,
  ];
}
