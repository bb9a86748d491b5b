import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyzedApp, ms } from '../../../tests/core/analyzed-app.ts';
import { around } from '../../../tests/core/one-lag.ts';
import { scriptedApp } from '../../../tests/core/scripted-app.ts';

test('the culprit of a call of another process is the caller, not the class that AIDL generated in its package', () => {
  const stack = ['com.example.Feed.show:10', 'com.example.ICart$Stub$Proxy.total:88', 'android.os.BinderProxy.transactNative:-2'];
  const { detector } = new AnalyzedApp().replay(scriptedApp(around({ us: 500 * ms, stack, busy: 0 })));
  const [lag] = detector.lags;
  assert.deepEqual([lag?.culprit?.class, lag?.culprit?.method, lag?.culprit?.line], ['com.example.Feed', 'show', 10]);
});

test('a lambda whose code R8 moved into its generated class is blamed, where no other frame is the app’s', () => {
  const generated = 'com.example.Feed$$ExternalSyntheticLambda0.run:2';
  const looper = 'android.os.Handler.handleCallback:942';
  const blamed = (...stack: readonly string[]): string | undefined => {
    const [lag] = new AnalyzedApp().replay(scriptedApp(around({ us: 500 * ms, stack, busy: 0 }))).detector.lags;
    return lag?.culprit === undefined ? undefined : `${lag.culprit.class}.${lag.culprit.method}`;
  };
  assert.equal(blamed(looper, generated), 'com.example.Feed$$ExternalSyntheticLambda0.run');
  assert.equal(blamed(looper, generated, 'com.example.Feed.show:10'), 'com.example.Feed.show');
  assert.equal(blamed(looper, 'org.library.Pool$$ExternalSyntheticLambda0.run:2'), undefined);
});
