import { type Answer, isNumeric } from '../answer.ts';
import { MOST_BARS } from './bar-chart.ts';
import type { ShownChart } from './shown-questions.ts';

const MOST_LINES = 4;

/** Lines over days, or bars of a short answer with a text and a number; else nothing is drawn. */
export function ownChart({ columns, rows }: Answer): ShownChart {
  const isNumber = (at: number): boolean => rows.every((row) => row[at] === null || isNumeric(row[at]));
  const numbers = columns.filter((_, at) => isNumber(at));
  const [value] = numbers;
  if (value === undefined) return { kind: 'none' };
  if (columns.includes('day'))
    return { kind: 'days', unit: '', values: numbers.slice(0, MOST_LINES).map((name) => [name, name.replaceAll('_', ' ')]) };
  const label = columns.find((name) => !numbers.includes(name));
  return label === undefined || rows.length > MOST_BARS
    ? { kind: 'none' }
    : { kind: 'bars', label, value, unit: value.replaceAll('_', ' '), short: '' };
}
