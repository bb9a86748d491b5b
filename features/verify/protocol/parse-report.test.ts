import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FieldReport, reportJson, reportLimits } from '../core/report/field-report.ts';
import { exampleReport } from '../tests/example-report.ts';
import { parseReport } from './parse-report.ts';

test('a written report is read as it was', () => {
  assert.deepEqual(parseReport(reportJson(exampleReport)), { report: JSON.parse(JSON.stringify(exampleReport)) });
});

const [fact] = exampleReport.facts;
const mistakeOf = (changes: object): string => {
  const parsed = parseReport(JSON.stringify({ ...exampleReport, ...changes }));
  return 'mistake' in parsed ? parsed.mistake : 'none';
};
const ofFact = (changes: object): string => mistakeOf({ facts: [{ ...fact, ...changes }] });

test('a stranger’s report keeps the limits, or is refused', () => {
  assert.equal(mistakeOf({}), 'none');
  const refused: Readonly<Record<string, string>> = {
    version: mistakeOf({ laglensFieldReport: 2 }),
    key: mistakeOf({ command: 'rm' }),
    letters: mistakeOf({ laglens: 'é' }),
    control: mistakeOf({ laglens: 'a\u001b[2J' }),
    day: mistakeOf({ day: 'today' }),
    facts: mistakeOf({ facts: Array.from({ length: reportLimits.facts + 1 }, () => fact) }),
    id: ofFact({ id: 'android.__proto__.x' }),
    answer: ofFact({ answer: 'maybe' }),
    reason: ofFact({ reason: 'constructor' }),
    time: ofFact({ ms: -1 }),
    'seen key': ofFact({ seen: { 'a b': 1 } }),
    'seen text': ofFact({ seen: { a: 'x'.repeat(reportLimits.seenText + 1) } }),
    'seen lines': ofFact({ seen: { a: Array.from({ length: reportLimits.seenLines + 1 }, () => 'x') } }),
    'seen depth': ofFact({ seen: { a: { b: 1 } } }),
    'seen keys': ofFact({ seen: Object.fromEntries(Array.from({ length: reportLimits.seenKeys + 1 }, (_, at) => [`k${at}`, 1])) }),
    number: ofFact({ seen: { a: 1e300 } }),
    'other kind': ofFact({ id: 'ios.mac.xcode' }),
    twice: mistakeOf({ facts: [fact, fact] }),
    lags: mistakeOf({ capture: { ...exampleReport.capture, lags: [{ name: 'x' }] } }),
  };
  assert.deepEqual(
    Object.entries(refused).filter(([, mistake]) => mistake === 'none'),
    [],
  );
});

test('what is no report has a sentence without its words', () => {
  for (const text of ['', '[]', 'null', '{', '"x"', `{"laglensFieldReport":1,"${'x'.repeat(999)}":1}`, 'x'.repeat(reportLimits.file + 1)]) {
    const parsed = parseReport(text);
    assert.ok('mistake' in parsed && /^[A-Za-z][\w., ]{10,120}$/.test(parsed.mistake), JSON.stringify(parsed).slice(0, 200));
  }
});

test('a key by which objects are changed changes none', () => {
  const parsed = parseReport(reportJson(exampleReport).replace('"seen": {', '"seen": { "__proto__": { "x": 1 },'));
  const polluted: Partial<FieldReport> & { readonly x?: number } = {};
  assert.equal(polluted.x, undefined);
  assert.ok('mistake' in parsed || !Object.hasOwn(parsed.report.facts[0]?.seen ?? {}, '__proto__'));
});
