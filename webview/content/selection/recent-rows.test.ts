import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyzedApp, ms } from '../../../tests/core/analyzed-app.ts';
import { nameOf, ScriptedPhone } from '../../../tests/core/scripted-phone.ts';
import { RecentRows } from './recent-rows.ts';

test('the frames of the stack that took longest have their names and places, and get new ones when symbols come', () => {
  const app = new AnalyzedApp().replay(
    new ScriptedPhone()
      .idle(100 * ms)
      .turn(300 * ms, ['Debug 1', 'Debug 10'])
      .idle(200 * ms).messages,
  );
  const rows = new RecentRows();
  const firstRow = () => {
    app.detector.update();
    return rows.of(app.model, app.detector.lags[0])?.rows[0];
  };
  // 300 ms are six looks.
  const { label, place, repeats } = firstRow() ?? {};
  assert.deepEqual([label, place, repeats], ['Shop.debug.dylib + 0xa', '', 6]);
  assert.equal(firstRow(), firstRow());
  assert.equal(rows.of(app.model, app.detector.lags[0])?.label, label);
  app.take(nameOf('Debug 1', 'Cart.open()', '/src/shop/Cart.swift', 12));
  app.detector.update();
  assert.equal(rows.of(app.model, app.detector.lags[0])?.label, 'Cart.open()');
  app.take(nameOf('Debug 10', 'Cart.total()', '/src/shop/Cart.swift', 42));
  assert.deepEqual([firstRow()?.label, firstRow()?.place], ['Cart.total()', 'Cart.swift:42']);
  assert.equal(rows.of(app.model, app.detector.lags[0])?.label, 'Cart.total()');
  assert.equal(rows.of(app.model, undefined), undefined);
});
