import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BASELINE_VERSION, type Baseline } from '../../../core/analysis/lags/groups/baseline.ts';
import { notifications, usePickWindow } from '../../../tests/extension/pick-window.ts';

usePickWindow();
const { keepBaseline } = await import('./baseline-dialogs.ts');

test('the message about a new baseline has no button, whose click would only undo the command', async () => {
  const kept: Baseline[] = [];
  const store: Parameters<typeof keepBaseline>[0] = Object.assign(Object.create(null), {
    set: async (baseline: Baseline) => void kept.push(baseline),
  });
  const about = { session: '/a.laglens', app: 'com.example.shop', untilUs: 5e6, recordedMs: 0, observedUs: 65e6, thresholdUs: 1e5 };
  await keepBaseline(store, { version: BASELINE_VERSION, title: 'Pixel', ...about, groups: [], threads: [] });
  assert.equal(kept.length, 1);
  assert.deepEqual(notifications, [['Baseline set: Pixel, 0 lags in 1:05. From now on lags are marked new, worse, better or gone.']]);
});
