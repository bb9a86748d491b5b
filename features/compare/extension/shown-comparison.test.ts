import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takeForVsCode } from '../../../tests/extension/vscode-values.ts';
import type { DiffedGroup, SessionDiff } from '../core/diff-sets.ts';
import { diffSentence } from '../core/diff-texts.ts';
import { partsOf, rowsOf, textOf } from '../tests/page-parts.ts';

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
  const { main } = shownComparison(
    { diff, frames: { before: frames, now: frames, interval: undefined }, stacks: undefined },
    { before: [], now: [] },
  );
  assert.equal(
    partsOf(main, ({ tag }) => tag === 'h1')
      .map(textOf)
      .join(),
    'TIME IN LAGS WENT FROM 1.00 s TO 2.00 s PER MINUTE (+1.00 s, 95 % INTERVAL −500 ms TO +2.50 s, WITHIN NOISE). ' +
      'GROUPS: 1 NEW, 2 WORSE. TOO FEW LAGS TO JUDGE: 1.',
  );
  const [groups, late] = ['GROUPS OF LAGS', 'FRAMES'].map((label) => rowsOf(main, label).map((cells) => [cells[0], cells.at(-1)]));
  assert.deepEqual(groups, [
    ['NEW', 'TOO FEW LAGS'],
    ['WORSE', '+1.00 s TO +2.00 s'],
    ['WORSE', '+1.00 s TO +2.00 s'],
  ]);
  assert.deepEqual(late?.[0], ['LATE FRAMES', 'WITHIN NOISE']);
});

const place = { class: 'com.example.Cart', path: 'src/Cart.kt', line: 12 };

test('rows and frames lead to sources, sides to their sessions, also after the sides changed places', () => {
  const name = 'com.example.Cart.total';
  const box = { depth: 0, left: 0, width: 1, beforeUs: 1e6, nowUs: 3e6 };
  const boxes = [
    { ...box, name },
    { ...box, name: 'android.os.Looper.loop', width: 0.5 },
  ];
  const known = { key: name, label: 'Cart.total', place };
  const worse = { ...group('worse', { low: 1e6, high: 2e6 }), ...known };
  const files = { diff: { ...diff, groups: [worse] }, frames: undefined, stacks: { boxes, mostUs: 3e6, functions: [known] } };
  const { main, links } = shownComparison(files, { before: [{ path: '/old', title: 'old' }], now: [{ path: '/new', title: 'new' }] });
  const source = { class: 'com.example.Cart', file: 'Cart.kt', path: 'src/Cart.kt', line: 12, method: 'total' };
  const presses = partsOf(main, ({ press }) => press !== undefined).map(({ press = '' }) => links.find(press));
  assert.deepEqual(presses, [
    { type: 'session', path: '/new' },
    { type: 'swap' },
    { type: 'session', path: '/old' },
    { type: 'source', source },
    { type: 'source', source },
  ]);
  assert.equal(links.find('session /other'), undefined);
  const [frame, looper] = partsOf(main, ({ tag }) => tag === 'rect').map(({ attributes }) => attributes);
  assert.equal(frame?.['aria-label'], `${name}: B 1.00 s, A 3.00 s (+2.00 s)`);
  assert.deepEqual([frame?.role, frame?.['aria-description']], ['button', 'OPEN Cart.kt:12 (ALT: TO THE SIDE)']);
  assert.deepEqual([looper?.role, looper?.['aria-description']], ['img', undefined]);
  // From 1 to 3 s of at most 3: much more.
  assert.deepEqual([frame?.class, looper?.class], ['more3', 'more3']);
});

test('the command line says the same in one sentence', () => {
  assert.equal(
    diffSentence(diff),
    'Time in lags went from 1.00 s to 2.00 s per minute (+1.00 s, 95 % interval −500 ms to +2.50 s, within noise); ' +
      'groups: 1 new, 2 worse; 1 with too few lags to judge.',
  );
});
