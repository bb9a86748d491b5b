import { loadavg } from 'node:os';
import { buildVsix } from '../../scripts/setup/vsix.ts';
import { atMost, type Bench, type Figure } from '../support/figure.ts';
import { bundleOf } from '../support/lone-page.ts';
import { median } from '../support/quantile.ts';
import { recordForViewers } from '../viewer/viewer-recording.ts';
import { type NameSearches, searchNames } from './name-searches.ts';

const SAMPLES = 1_000_000;
/** As in the other viewers' profile; and one per stack node. */
const NAMES = [5_000, 100_000] as const;
const GOAL_MS = 50;

/** Searching a large profile's names in the .vsix' page: from a key to count and boxes on the screen, medians of openings. */
export const bench: Bench = async function* (say) {
  const bundle = await bundleOf(await buildVsix(say));
  for (const names of NAMES) {
    say(`Making a recording of ${SAMPLES.toLocaleString('en')} samples with ${names.toLocaleString('en')} names ...`);
    const recording = await recordForViewers(SAMPLES, names);
    const what = `${names.toLocaleString('en')} names, ${SAMPLES.toLocaleString('en')} samples`;
    for (const [view, searches] of Object.entries(await searchNames(bundle, recording))) yield* figures(`${what}, ${view}`, searches);
  }
};

function figures(what: string, { first, others }: NameSearches): readonly Figure[] {
  const all = others.map(({ text, ms, found }) => `${text} ${Math.round(ms)} (${found})`).join('; ');
  const load = `load ${(loadavg()[0] ?? 0).toFixed(1)}`;
  return [
    atMost(GOAL_MS, {
      bench: 'search',
      figure: `${what}: key -> count shown, worst key`,
      value: Math.max(...others.map(({ ms }) => ms)),
      unit: 'ms',
      note: `median ${median(others.map(({ ms }) => ms)).toFixed(0)}; ${all}; ${load}`,
    }),
    {
      bench: 'search',
      figure: `${what}: CPU time of scripts per key, worst`,
      value: Math.max(...others.map(({ scriptMs }) => scriptMs)),
      unit: 'ms',
      note: `median ${median(others.map(({ scriptMs }) => scriptMs)).toFixed(0)}`,
    },
    atMost(GOAL_MS, {
      bench: 'search',
      figure: `${what}: the first key, which sums up what is searched`,
      value: first.ms,
      unit: 'ms',
      note: `the slowest opening ${first.worstMs.toFixed(0)}; ${first.scriptMs.toFixed(0)} ms are CPU time of scripts; ${load}`,
    }),
  ];
}
