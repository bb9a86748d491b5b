import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DeployOptions } from '../../device.ts';
import { RelaunchLimiter } from './copy-route.ts';

const options = (launch: boolean): DeployOptions => ({
  ...{ launch, token: new Uint8Array(16), intervalUs: 5_000, depth: 512, signal: new AbortController().signal },
  progress: () => undefined,
  log: () => undefined,
});
const back = { target: { app: 'com.example.shop', pid: 7 }, options: options(false) };

test('an app is started again three times within a minute, then no more until the person begins again', () => {
  const returns = new RelaunchLimiter();
  for (const nowMs of [0, 10_000, 20_000]) returns.check(back, nowMs);
  // Another app, and the same one long after, are no part of it.
  returns.check({ ...back, target: { app: 'com.example.feed', pid: 8 } }, 25_000);
  assert.throws(() => returns.check(back, 59_000), /another editor captures it/);
  assert.throws(() => returns.check(back, 500_000), /another editor captures it/);
  returns.check({ target: { app: 'com.example.shop' }, options: options(false) }, 500_001);
  returns.check(back, 500_002);
});

test('an app that is started again now and then is captured each time', () => {
  const returns = new RelaunchLimiter();
  for (let nowMs = 0; nowMs < 1_000_000; nowMs += 20_001) returns.check(back, nowMs);
});
