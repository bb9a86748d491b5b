import type { Measure } from './budget.ts';

/** A rule's limit as budget files write it. */
interface LimitKey {
  readonly key: 'mostMs' | 'mostPerMinute' | 'mostMsPerMinute' | 'mostPercent' | 'mostMB';
  /** In the unit of the measure. */
  readonly unit: number;
  readonly most: number;
  readonly about: string;
}

export const limitKeys: Readonly<Record<Measure, LimitKey>> = {
  p50: { key: 'mostMs', unit: 1_000, most: 3_600_000, about: 'Longest median in milliseconds.' },
  p95: { key: 'mostMs', unit: 1_000, most: 3_600_000, about: 'Longest 95th percentile in milliseconds.' },
  count: { key: 'mostPerMinute', unit: 1, most: 100_000, about: 'Most lags per observed minute; 0 forbids them.' },
  time: { key: 'mostMsPerMinute', unit: 1_000, most: 60_000, about: 'Most milliseconds in lags per observed minute; 0 forbids them.' },
  jank: { key: 'mostPercent', unit: 0.01, most: 100, about: 'Most late frames in percent of all.' },
  memory: {
    key: 'mostMB',
    unit: 2 ** 20,
    most: 1_000_000,
    about: 'Most memory of the process in MB (2^20 bytes): the median of the captures’ peaks.',
  },
};

/** Limit against the baseline, for each measure. */
export const relativeKey = {
  key: 'mostMorePercent',
  most: 10_000,
  about: 'Instead of the limit: most percent above the baseline’s value.',
} as const;

/** Limits of other keys. */
export const keyBounds = {
  rules: 200,
  text: 2_000,
  packages: 100,
  overMs: { least: 16, most: 600_000 },
  leastSeconds: { least: 0, most: 86_400 },
} as const;

/** Milliseconds, as in the panel. */
export const DEFAULT_OVER_MS = 100;

export const keyTexts = {
  $schema: 'This schema, for editors.',
  packages: 'Packages of the app’s own classes, with those below them. By default the application id.',
  overMs: 'Shorter lags do not count, in milliseconds; 100 by default. A rule’s own number goes before the budget’s.',
  leastSeconds: 'With less observed time in all captures together, nothing is judged.',
  withinNoise: 'The result if chance may have put a value on its side of the limit: “held” (exit code 0) or “undecided” (2).',
  rules: 'Each must hold.',
  name: 'Name in reports.',
  measure: 'The measured number.',
  group: 'Only lags of this group: its key, or its function with or without the package, such as Cart.total.',
  screen: 'Only on this activity, fragment or view controller, by its class with or without the package; rates are per minute of it.',
} as const;

/** Optional keys of each measure's rules. */
export const scopeKeys: Readonly<Record<Measure, readonly ('overMs' | 'group' | 'screen')[]>> = {
  p50: ['overMs', 'group', 'screen'],
  p95: ['overMs', 'group', 'screen'],
  count: ['overMs', 'group', 'screen'],
  time: ['overMs', 'group', 'screen'],
  jank: ['screen'],
  memory: [],
};
