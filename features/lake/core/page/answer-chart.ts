import type { PageElement } from '../../../../core/document/page-node.ts';
import { shortened } from '../../../../core/text/one-line.ts';
import { joinedPhrase, phrase } from '../../../../core/text/phrase.ts';
import { type Answer, cellOf, cellText, numberOf } from '../answer.ts';
import { rowKey } from '../companions.ts';
import { type Bar, barChart } from './bar-chart.ts';
import { cellWords } from './cell-words.ts';
import { lineChart, type Series } from './line-chart.ts';
import { RATE, type ShownChart, type ShownQuestion } from './shown-questions.ts';

export interface ChartedAnswer {
  readonly answer: Answer;
  /** By row key: standard errors as shares, and days of the lake. */
  readonly errors: Answer | undefined;
  readonly days: Answer | undefined;
}

/** Normal quantile of a 95 % interval. */
const Z95 = 1.96;
const MOST_APPS = 3;
/** A share of time in the charts' units. */
const MS_PER_MINUTE = 60_000;
const PERCENT = 100;

/** None if the answer has nothing to draw. */
export function answerCharts({ title, keys, chart }: ShownQuestion, asked: ChartedAnswer): readonly PageElement[] {
  switch (chart.kind) {
    case 'none':
      return [];
    case 'bars':
      return present(
        barChart({ title, unit: chart.unit, short: chart.short, tone: chart.tone ?? 'plain', bars: barsOf(chart, keys, asked) }),
      );
    case 'changes':
      return present(
        barChart({
          ...{ title, unit: changeUnit(chart.tone), short: RATE.short, tone: chart.tone },
          bars: asked.answer.rows.flatMap(changeOf(asked.answer)),
        }),
      );
    case 'days':
      return perApp(asked.answer, (answer, app) => {
        const series = chart.values.map(([column, name]) => seriesOf(answer, column, name));
        return lineChart({ title: withApp(title, app), unit: withApp(chart.unit, app), series, marks: [], most: chart.most });
      });
    case 'trend': {
      if (asked.answer.rows.length === 0) return [];
      return perApp(asked.days ?? asked.answer, (days, app, name) => {
        const found = asked.answer.rows.filter((row) => cellOf(asked.answer, row, 'app') === name);
        const marks = found.map((row) => ({ day: cellText(cellOf(asked.answer, row, 'day')), text: phrase`change` }));
        const series = [seriesOf(days, 'ms_per_minute', RATE.unit)];
        return lineChart({ title: withApp(title, app), unit: withApp(phrase`ms of lags per observed minute, by day`, app), series, marks });
      });
    }
  }
}

function withApp(text: string, app: string): string {
  return app === '' ? text : joinedPhrase([text, app], '');
}

function words(answer: Answer, row: readonly unknown[], column: string): string {
  return cellWords(column, cellText(cellOf(answer, row, column)));
}

function changeUnit(tone: 'more' | 'less'): string {
  if (tone === 'more') return phrase`ms of lags per observed minute, more than in the version before`;
  return phrase`ms of lags per observed minute, less than in the version before`;
}

function barsOf(chart: Extract<ShownChart, { readonly kind: 'bars' }>, keys: ShownQuestion['keys'], asked: ChartedAnswer): readonly Bar[] {
  const { answer, errors } = asked;
  const apps = new Set(answer.rows.map((row) => cellOf(answer, row, 'app')));
  const known = new Map(errors?.rows.map(([key, error]) => [cellText(key), numberOf(error)]));
  const unit = chart.share === 'lags' ? PERCENT : MS_PER_MINUTE;
  return answer.rows.flatMap((row) => {
    const value = numberOf(cellOf(answer, row, chart.value));
    if (value === undefined) return [];
    const about = chart.about === undefined ? [] : [words(answer, row, chart.about)];
    const app = apps.size > 1 ? [cellText(cellOf(answer, row, 'app'))] : [];
    const error = known.get(rowKey(answer, row, keys));
    const label = words(answer, row, chart.label);
    return [
      {
        label: chart.label === 'path' ? fileName(label) : label,
        about: [...about, ...app].filter((text) => text !== '').join(', '),
        value,
        margin: error === undefined ? undefined : Z95 * error * unit,
      },
    ];
  });
}

/** z is the change in units of its standard error. */
function changeOf(answer: Answer): (row: readonly unknown[]) => readonly Bar[] {
  return (row) => {
    const number = (column: string): number => numberOf(cellOf(answer, row, column)) ?? Number.NaN;
    const value = number('ms_per_minute') - number('was_ms_per_minute');
    const margin = Math.abs((Z95 * value) / number('z'));
    if (!Number.isFinite(margin)) return [];
    const [before, now] = ['before', 'version'].map((column) => cellText(cellOf(answer, row, column)));
    return [{ label: cellText(cellOf(answer, row, 'label')), about: `${before} → ${now}`, value, margin }];
  };
}

function seriesOf(answer: Answer, column: string, name: string): Series {
  const points = answer.rows.flatMap((row) => {
    const day = cellText(cellOf(answer, row, 'day'));
    const value = numberOf(cellOf(answer, row, column));
    return value === undefined || Number.isNaN(Date.parse(day)) ? [] : [{ day, value }];
  });
  return { name, points };
}

/** @param draw gets the app as a suffix of texts, empty if there is one only */
function perApp(answer: Answer, draw: (of: Answer, suffix: string, app: unknown) => PageElement | undefined): readonly PageElement[] {
  const apps = [...new Set(answer.rows.map((row) => cellOf(answer, row, 'app')))];
  return apps.slice(0, MOST_APPS).flatMap((app) => {
    const rows = answer.rows.filter((row) => cellOf(answer, row, 'app') === app);
    return present(draw({ columns: answer.columns, rows }, apps.length > 1 ? `, ${shortened(cellText(app), 80)}` : '', app));
  });
}

function present(chart: PageElement | undefined): readonly PageElement[] {
  return chart === undefined ? [] : [chart];
}

/** Without folders and ending. */
export function fileName(path: string): string {
  return (path.split(/[\\/]/).at(-1) ?? path).replace(/\.laglens$/, '');
}
