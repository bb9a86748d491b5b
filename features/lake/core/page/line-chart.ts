import { node, type PageElement } from '../../../../core/document/page-node.ts';
import { phrase } from '../../../../core/text/phrase.ts';
import { numberText, roundUp } from './number-text.ts';

export interface Series {
  readonly name: string;
  readonly points: readonly { readonly day: string; readonly value: number }[];
}

export interface LineChart {
  /** For screen readers. */
  readonly title: string;
  readonly unit: string;
  /** Value at the top; undefined for the greatest. */
  readonly most?: number | undefined;
  /** At most four have colours of their own. */
  readonly series: readonly Series[];
  /** Days to mark, with their texts. */
  readonly marks: readonly { readonly day: string; readonly text: string }[];
}

const DAY_MS = 86_400_000;
const HEIGHT = 240;
const PLOT = { top: 22, bottom: 212 } as const;
/** Percent of the width. */
const LEFT = 7;
const RIGHT = 98;
const MOST_DATES = 6;
/** Beyond, points are only their line. */
const MOST_POINTS = 60;

/** Lines over days, as wide as their place: x in percent, y in pixels. Undefined for fewer than two days. */
export function lineChart({ title, unit, series, marks, most: given }: LineChart): PageElement | undefined {
  const all = series.flatMap(({ points }) => points);
  const days = [...new Set(all.map(({ day }) => Date.parse(day)))].filter((ms) => !Number.isNaN(ms)).sort((a, b) => a - b);
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined || first === last) return undefined;
  const most = given ?? roundUp(all.reduce((greatest, { value }) => Math.max(greatest, value), 0));
  const x = (ms: number): string => `${(LEFT + ((RIGHT - LEFT) * (ms - first)) / (last - first)).toFixed(2)}%`;
  const y = (value: number): number => PLOT.bottom - ((PLOT.bottom - PLOT.top) * value) / most;
  const grid = [0, 0.25, 0.5, 0.75, 1].map((share) =>
    node(
      'g',
      { class: 'grid' },
      node('line', { x1: `${LEFT}%`, x2: `${RIGHT}%`, y1: y(share * most), y2: y(share * most) }),
      node('text', { class: 'tick', x: `${LEFT - 1}%`, y: y(share * most) + 4 }, numberText(share * most)),
    ),
  );
  const marked = marks.flatMap(({ day, text }) => {
    const at = x(Date.parse(day));
    const line = node('line', { x1: at, x2: at, y1: PLOT.top - 4, y2: PLOT.bottom });
    return [node('g', { class: 'mark' }, line, node('text', { x: at, y: PLOT.top - 8 }, text))];
  });
  const lines = series.map((each, at) => lineOf(each, at, x, y));
  const svg = node(
    'svg',
    { class: 'lines', width: '100%', height: HEIGHT, role: 'img', 'aria-label': title },
    ...[...grid, ...dates(first, last, x), ...marked, ...lines],
  );
  const names = series.map(({ name }, at) => node('span', { class: `series series${at}` }, name));
  return node('figure', {}, svg, node('figcaption', {}, ...(series.length > 1 ? names : []), unit));
}

function lineOf({ name, points }: Series, at: number, x: (ms: number) => string, y: (value: number) => number): PageElement {
  const placed = points.map(({ day, value }) => ({ day, value, x: x(Date.parse(day)), y: y(value).toFixed(1) }));
  const parts = placed.slice(1).flatMap((to, before) => {
    const from = placed[before];
    return from === undefined ? [] : [node('line', { x1: from.x, y1: from.y, x2: to.x, y2: to.y })];
  });
  const radius = placed.length > MOST_POINTS ? 1 : 3;
  const dots = placed.map((point) => {
    const tip = node('title', {}, phrase`${point.day}, ${name}: ${numberText(point.value)}`);
    return node('circle', { cx: point.x, cy: point.y, r: radius }, tip);
  });
  return node('g', { class: `line series${at}` }, ...parts, ...dots);
}

/** Whole days at equal distances. */
function dates(first: number, last: number, x: (ms: number) => string): readonly PageElement[] {
  const count = (last - first) / DAY_MS;
  const step = Math.max(1, Math.ceil(count / MOST_DATES));
  const shown = Array.from({ length: Math.floor(count / step) + 1 }, (_, at) => first + at * step * DAY_MS);
  return shown.map((ms, at) => {
    const edge = at === 0 ? ' first' : ms === last ? ' last' : '';
    return node('text', { class: `date${edge}`, x: x(ms), y: HEIGHT - 10 }, new Date(ms).toISOString().slice(0, 10));
  });
}
