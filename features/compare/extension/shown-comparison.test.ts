import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takeForVsCode } from '../../../tests/extension/vscode-values.ts';
import type { DiffedGroup, SessionDiff } from '../core/diff-sets.ts';
import { diffSentence } from '../core/diff-texts.ts';

// The display language is loud English.
takeForVsCode(`data:text/javascript,
  export const l10n = { t: (text, ...values) => text.toUpperCase().replace(/\\{(\\d+)\\}/g, (place, at) => String(values[at])) };`);
const { shownComparison } = await import('./shown-comparison.ts');

const figures = { count: 9, totalUs: 1e6, worstUs: 200_000, perMinute: 9 };

function group(change: DiffedGroup['change'], interval: DiffedGroup['interval']): DiffedGroup {
  return { key: '', label: '', place: undefined, change, before: figures, now: figures, beforeUs: 1e6, nowUs: 2e6, interval };
}

const diff: SessionDiff = {
  total: { beforeUs: 1e6, nowUs: 2e6, interval: { low: -500_000, high: 2_500_000 } },
  beforeObservedUs: 60e6,
  nowObservedUs: 60e6,
  groups: [
    group('new', undefined),
    group('worse', { low: 1e6, high: 2e6 }),
    group('worse', { low: 1e6, high: 2e6 }),
    group('few', undefined),
  ],
  functions: [],
};

test('what core says about a comparison is in the editor’s language, whole', () => {
  const frames = { frames: 100, late: 10, dropped: 0, fps: 60, jankShare: 0.1 };
  const { sentence, tables } = shownComparison(
    { diff, frames: { before: frames, now: frames, interval: undefined } },
    { before: [], now: [] },
  );
  assert.equal(
    sentence,
    'TIME IN LAGS WENT FROM 1.00 s TO 2.00 s PER MINUTE (+1.00 s, 95 % INTERVAL −500 ms TO +2.50 s, WITHIN NOISE). ' +
      'GROUPS: 1 NEW, 2 WORSE. TOO FEW LAGS TO JUDGE: 1.',
  );
  const [groups, late] = tables.map(({ rows }) => rows.map((cells) => [cells[0]?.text, cells.at(-1)?.text]));
  assert.deepEqual(groups, [
    ['NEW', 'TOO FEW LAGS'],
    ['WORSE', '+1.00 s TO +2.00 s'],
    ['WORSE', '+1.00 s TO +2.00 s'],
  ]);
  assert.deepEqual(late?.[0], ['LATE FRAMES', 'WITHIN NOISE']);
});

test('the command line says the same in one sentence', () => {
  assert.equal(
    diffSentence(diff),
    'Time in lags went from 1.00 s to 2.00 s per minute (+1.00 s, 95 % interval −500 ms to +2.50 s, within noise); ' +
      'groups: 1 new, 2 worse; 1 with too few lags to judge.',
  );
});
