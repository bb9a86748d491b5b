import { node, type PageElement } from '../../../../core/document/page-node.ts';
import { shortened } from '../../../../core/text/one-line.ts';
import { joinedPhrase, phrase } from '../../../../core/text/phrase.ts';
import { numberText } from './number-text.ts';

export interface Bar {
  readonly label: string;
  /** Beside the label, such as the version. */
  readonly about: string;
  readonly value: number;
  /** Half of the 95 % interval; undefined if unknown. */
  readonly margin: number | undefined;
}

export interface BarChart {
  /** For screen readers. */
  readonly title: string;
  readonly unit: string;
  /** Behind each value; a blank before it, if any, included. */
  readonly short: string;
  readonly tone: 'plain' | 'more' | 'less';
  readonly bars: readonly Bar[];
}

/** Bars of one chart; the table has all rows. */
export const MOST_BARS = 15;
const LONGEST_LABEL = 80;

const ROW = 30;
const BAR = 14;
const CAP = 4;
/** Percent of the width: labels end, and bars begin and end. */
const LABELS_END = 29;
const BARS = { begin: 30, width: 54 } as const;

/** Horizontal bars with whiskers, as wide as their place: x in percent, y in pixels. */
export function barChart({ title, unit, short, tone, bars }: BarChart): PageElement | undefined {
  const shown = bars.slice(0, MOST_BARS);
  const greatest = Math.max(...shown.map(({ value, margin = 0 }) => Math.abs(value) + margin));
  if (shown.length === 0 || !(greatest > 0)) return undefined;
  const x = (value: number): number => BARS.begin + (BARS.width * Math.max(0, value)) / greatest;
  const rows = shown.flatMap((bar, at) => rowOf({ ...bar, value: Math.abs(bar.value) }, at * ROW, x, { tone, short }));
  const axis = node('line', { class: 'axis', x1: percent(BARS.begin), x2: percent(BARS.begin), y1: 0, y2: shown.length * ROW });
  const height = shown.length * ROW;
  const svg = node('svg', { class: 'bars', width: '100%', height, role: 'img', 'aria-label': title }, rows, axis);
  const intervals = shown.some(({ margin }) => margin !== undefined) ? [phrase`lines: 95 % intervals over sessions`] : [];
  const first = bars.length > MOST_BARS ? [phrase`the first ${MOST_BARS} of ${bars.length}`] : [];
  return node('figure', {}, svg, node('figcaption', {}, joinedPhrase([unit, ...intervals, ...first], '; ')));
}

function rowOf(
  { label, about, value, margin }: Bar,
  top: number,
  x: (value: number) => number,
  { tone, short }: Pick<BarChart, 'tone' | 'short'>,
): readonly PageElement[] {
  const middle = top + ROW / 2;
  const figure = `${label}${about === '' ? '' : `, ${about}`}: ${numberText(value)}${short}`;
  const range = margin === undefined ? [] : [Math.max(0, value - margin), value + margin].map(numberText);
  const tip = node('title', {}, range.length === 0 ? figure : phrase`${figure} (${range[0] ?? ''} to ${range[1] ?? ''})`);
  // A nested one cuts what is too long.
  const name = node(
    'svg',
    { x: 0, y: top, width: percent(LABELS_END), height: ROW },
    node('text', { x: 0, y: ROW / 2 + 4.5 }, shortened(label, LONGEST_LABEL), ...aboutOf(about)),
  );
  const bar = node('rect', {
    class: `bar ${tone}`,
    ...{ x: percent(BARS.begin), y: middle - BAR / 2, width: percent(x(value) - BARS.begin), height: BAR, rx: 2 },
  });
  const text = node('text', { class: 'value', x: '100%', y: middle + 4.5 }, `${numberText(value)}${short}`);
  return [node('g', {}, tip, name, bar, ...whiskers(value, margin, middle, x), text)];
}

function aboutOf(about: string): readonly (string | PageElement)[] {
  return about === '' ? [] : [node('tspan', { class: 'about', dx: 8 }, shortened(about, LONGEST_LABEL))];
}

function whiskers(value: number, margin: number | undefined, y: number, x: (value: number) => number): readonly PageElement[] {
  if (margin === undefined) return [];
  const [low, high] = [x(value - margin), x(value + margin)];
  const line = (x1: number, y1: number, x2: number, y2: number): PageElement =>
    node('line', { class: 'whisker', x1: percent(x1), y1, x2: percent(x2), y2 });
  return [line(low, y, high, y), line(low, y - CAP, low, y + CAP), line(high, y - CAP, high, y + CAP)];
}

function percent(value: number): string {
  return `${value.toFixed(2)}%`;
}
