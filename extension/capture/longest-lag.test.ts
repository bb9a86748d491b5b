import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyzedApp, idle, message, ms } from '../../tests/core/analyzed-app.ts';
import { scriptedApp } from '../../tests/core/scripted-app.ts';
import { useViewWindow } from '../../tests/extension/view-window.ts';

useViewWindow();
const { LongestLag } = await import('./longest-lag.ts');

test('the status bar’s tooltip says the cause of the longest lag', () => {
  const app = new AnalyzedApp();
  const session = {
    model: app.model,
    get lags() {
      return app.detector.lags;
    },
  };
  const longest = new LongestLag(session);
  assert.equal(longest.text, '');
  const deeds = [
    message(200 * ms, 'com.example.Feed.show:3'),
    idle(100 * ms),
    message(400 * ms, 'com.example.Cart.total:5'),
    idle(2_000 * ms),
  ];
  app.replay(scriptedApp(deeds));
  assert.match(longest.text, /^Longest lag, 400 ms: Busy: \d+ % of 400 ms in Cart\.total \(Cart\.java:5\)\.$/);
});
