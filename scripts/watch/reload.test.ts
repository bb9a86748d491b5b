import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reloadCommand, watchedOutputs } from './reload.ts';

test('pages are reloaded alone, the extension with its window', () => {
  assert.equal(reloadCommand([]), undefined);
  assert.match(reloadCommand(['dist/webview.js', 'dist/lake.js']) ?? '', /reloadWebview/);
  assert.match(reloadCommand(['dist/webview.js', 'dist/laglens.cjs']) ?? '', /reloadWindow/);
});

test('a list that is not whole yet reloads nothing', () => {
  assert.deepEqual(watchedOutputs('["dist/webv'), []);
  assert.deepEqual(watchedOutputs('{}'), []);
  assert.deepEqual(watchedOutputs('["dist/webview.js"]'), ['dist/webview.js']);
});
