import { phrase } from '../../../../core/text/phrase.ts';
import type { AnswerKeys, Share } from '../companions.ts';

/** How the page shows an answer. Names are the answer's columns. */
export interface ShownQuestion {
  readonly name: string;
  readonly title: string;
  /** What makes a row, so that its longest lag is found. */
  readonly keys: AnswerKeys;
  readonly chart: ShownChart;
}

export type ShownChart =
  | {
      readonly kind: 'bars';
      readonly label: string;
      readonly about?: string;
      readonly value: string;
      readonly unit: string;
      /** Behind each value; a blank before it, if any, included. */
      readonly short: string;
      readonly tone?: 'more' | 'less';
      /** Where sessions give an interval. */
      readonly share?: Share;
    }
  /** The change with its interval, which z gives. */
  | { readonly kind: 'changes'; readonly tone: 'more' | 'less' }
  | {
      readonly kind: 'days';
      readonly unit: string;
      readonly values: readonly (readonly [column: string, name: string])[];
      /** End of the axis, where the scale has one. */
      readonly most?: number;
    }
  /** Days of the lake; the answer's are marked. */
  | { readonly kind: 'trend' }
  | { readonly kind: 'none' };

const group = { app: 'app', version: 'version', group_key: 'group_key' } as const;
/** Time in lags, as pages have it. */
export const RATE = { unit: phrase`ms of lags per observed minute`, short: ' ms/min' } as const;
const groupBars = { kind: 'bars', label: 'label', about: 'version', value: 'ms_per_minute', ...RATE, share: 'observed' } as const;

/** In the order of the page, which goes from what changed to where to begin. */
export const shownQuestions: readonly ShownQuestion[] = [
  { name: 'regressions', title: phrase`Regressions`, keys: group, chart: { kind: 'changes', tone: 'more' } },
  { name: 'fixed', title: phrase`Saved by fixes`, keys: { ...group, version: 'before' }, chart: { kind: 'changes', tone: 'less' } },
  { name: 'new-groups', title: phrase`New groups of lags`, keys: group, chart: { ...groupBars, tone: 'more' } },
  { name: 'worst-groups', title: phrase`Worst groups of lags`, keys: group, chart: groupBars },
  {
    name: 'devices',
    title: phrase`Devices that suffer most`,
    keys: { app: 'app', device: 'device' },
    chart: { kind: 'bars', label: 'device', value: 'ms_per_minute', ...RATE, share: 'observed' },
  },
  {
    name: 'reports',
    title: phrase`Reports without a rate`,
    keys: { app: 'app', device: 'device', group_key: 'group_key' },
    chart: { kind: 'bars', label: 'label', about: 'device', value: 'reports', unit: phrase`reports`, short: '' },
  },
  {
    name: 'screens',
    title: phrase`Screens`,
    keys: { app: 'app', screen: 'screen' },
    chart: { kind: 'bars', label: 'screen', value: 'ms', unit: phrase`ms of lags in all`, short: ' ms' },
  },
  {
    name: 'causes',
    title: phrase`Causes`,
    keys: { app: 'app', version: 'version', cause: 'cause' },
    chart: {
      kind: 'bars',
      label: 'cause',
      about: 'version',
      value: 'percent',
      unit: phrase`% of all lag time`,
      short: ' %',
      share: 'lags',
    },
  },
  {
    name: 'percentiles',
    title: phrase`Lengths of lags over time`,
    keys: { app: 'app', day: 'day' },
    chart: {
      kind: 'days',
      unit: phrase`ms, by day`,
      values: [
        ['p99_ms', '99 %'],
        ['p95_ms', '95 %'],
        ['p50_ms', '50 %'],
      ],
    },
  },
  { name: 'trend', title: phrase`Since when it changed`, keys: { app: 'app', day: 'day' }, chart: { kind: 'trend' } },
  {
    name: 'budget',
    title: phrase`Budget held`,
    keys: { app: 'app', day: 'day' },
    chart: { kind: 'days', unit: phrase`% of sessions, by day`, values: [['percent_held', phrase`held`]], most: 100 },
  },
  {
    name: 'noise',
    title: phrase`Devices whose sessions differ most`,
    keys: { app: 'app', version: 'version', device: 'device' },
    chart: {
      kind: 'bars',
      label: 'device',
      about: 'version',
      value: 'percent',
      ...{ unit: phrase`spread among sessions, % of their mean`, short: ' %' },
    },
  },
  {
    name: 'sessions',
    title: phrase`Sessions to open first`,
    keys: { session: 'session' },
    chart: { kind: 'bars', label: 'path', about: 'device', value: 'ms_per_minute', ...RATE },
  },
];

/** Not for people in tables: ids lead nowhere there, and bars show by intervals how sure a change is. */
export const hiddenColumns: readonly string[] = ['group_key', 'session', 'path', 'worst_lag', 'z'];
