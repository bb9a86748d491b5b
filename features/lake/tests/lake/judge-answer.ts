import assert from 'node:assert/strict';
import type { PlannedAnswer } from './fleet-answers.ts';

export type AnswerRow = Readonly<Record<string, unknown>>;

/** Of lengths and rates: a message's turn and the last pause are not in the plan. Answers have one decimal. */
const SHARE = 0.003;
const DECIMAL = 0.1;
/** A session at the budget's edge may fall on either side. */
const HELD_PERCENT = 15;

/** Asserts that an answer has the plan's rows with the plan's numbers, none too many, and the greatest first. */
export function judgeAnswer(name: string, answer: readonly AnswerRow[], { keys, falls, most = Infinity, rows }: PlannedAnswer): void {
  const keyOf = (row: AnswerRow): string => keys.map((key) => shortened(row[key])).join(' ');
  const planned = new Map(rows.map((row) => [keyOf(row), row]));
  assert.equal(answer.length, Math.min(most, rows.length), `${name}: ${answer.map(keyOf).join('; ')}`);
  for (const row of answer) {
    const expected = planned.get(keyOf(row));
    assert.ok(expected, `${name}: ${keyOf(row)} was not planned`);
    for (const [column, value] of Object.entries(expected)) {
      if (typeof value === 'string') assert.equal(shortened(row[column]), value, `${name}: ${keyOf(row)}`);
      else near(Number(row[column]), value, column, `${name}: ${column} of ${keyOf(row)}`);
    }
    planned.delete(keyOf(row));
  }
  if (falls === undefined) return;
  const numbers = answer.map((row) => Number(row[falls]));
  for (const [at, number] of numbers.entries()) assert.ok(number <= (numbers[at - 1] ?? Infinity), `${name}: row ${at}`);
  const least = numbers.at(-1) ?? 0;
  for (const [key, row] of planned) assert.ok(Number(row[falls]) <= least * (1 + SHARE) + DECIMAL, `${name}: ${key} is missing`);
}

function near(found: number, planned: number, column: string, about: string): void {
  const whole = column === 'lags' || column === 'sessions';
  const slack = whole ? 0 : column === 'percent_held' ? HELD_PERCENT : DECIMAL + SHARE * Math.abs(planned);
  assert.ok(Math.abs(found - planned) <= slack, `${about} is ${found} instead of ${planned}`);
}

/** Paths end in the app's folder and the session's number. */
function shortened(value: unknown): string {
  const text = String(value);
  return text.startsWith('/') ? text.split('/').slice(-2).join('/') : text;
}
