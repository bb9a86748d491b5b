import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportText } from './diagnosis-report.ts';
import { type Step, stepNames, type Verdict } from './steps.ts';

/** Steps with these verdicts, in order. */
function stepsOf(...verdicts: readonly Verdict[]): readonly Step[] {
  return verdicts.map((verdict, at) => ({ name: stepNames[at] ?? 'sources', verdict, text: 'text' }));
}

test('a report says that all works only when all was tried', () => {
  const all: readonly Verdict[] = stepNames.map(() => 'ok');
  assert.match(reportText(stepsOf(...all), '1'), /^Everything works\./);
  assert.match(reportText(stepsOf('ok'), '1', 'running'), /^Still checking/);
  assert.match(reportText(stepsOf('ok'), '1', 'stopped'), /^Stopped/);
  assert.match(reportText(stepsOf('ok', 'ok', 'ok', 'skipped', 'untried'), '1'), /^A choice is missing/);
  assert.match(reportText(stepsOf('ok', 'failed'), '1', 'stopped'), /^1 problem found/);
});
