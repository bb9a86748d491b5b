import assert from 'node:assert/strict';
import { test } from 'node:test';
import { baselineOf } from '../../../core/analysis/lags/groups/baseline.ts';
import type { Message } from '../../../core/wire/schema.ts';
import { idle, message, ms } from '../../../tests/core/analyzed-app.ts';
import { processMessage } from '../../../tests/core/sample-stream.ts';
import { SCRIPT_START_US, scriptedApp } from '../../../tests/core/scripted-app.ts';
import { PageSession } from '../page-session.ts';
import { baselineScope } from './baseline-scope.ts';

const deeds = [idle(1_000 * ms), message(400 * ms, 'com.example.Cart.total:5'), idle(1_000 * ms)];

function sessionOf(key: string, app: string, messages: readonly Message[] = scriptedApp(deeds), deviceKind = 'android'): PageSession {
  const appClasses = { packages: [], prefixes: [] };
  const about = { type: 'begin', session: key, title: key, live: true, keepsNames: true, thresholdUs: 100 * ms, appClasses } as const;
  const session = new PageSession(about);
  session.model.apply(processMessage(0, { app, deviceKind }));
  for (const each of messages) if (each.type !== 'process') session.model.apply(each);
  session.judge();
  return session;
}

function baselineFrom({ model, lags, about }: PageSession) {
  return baselineOf(model, lags, { title: about.title, session: about.session, thresholdUs: 100 * ms });
}

test('a session is never compared with itself, only its part after the baseline, which is named by its time of day', () => {
  const session = sessionOf('a', 'com.example.shop');
  const baseline = baselineFrom(session);
  assert.deepEqual(baselineScope(session, baseline, true), { kind: 'own' });
  const whole = sessionOf('a', 'com.example.shop', scriptedApp([...deeds, ...deeds]));
  // The agent of the script began when its clock was at SCRIPT_START_US, 1.7e15 us before that since 1970.
  const wallMs = (1_700_000_000_000_000 + SCRIPT_START_US + baseline.untilUs) / 1000;
  const since = new Date(wallMs).toTimeString().slice(0, 8);
  assert.deepEqual(baselineScope(whole, baseline, false), { kind: 'later', fromUs: baseline.untilUs, since });
});

test('another app is compared only on request; processes and main classes of one app are the same app', () => {
  const of = (app: string, acrossApps = false): string =>
    baselineScope(sessionOf('b', app), baselineFrom(sessionOf('a', 'com.example.shop')), acrossApps).kind;
  assert.deepEqual(
    ['com.example.shop', 'com.example.shop:sync', 'com.example.shop.Main', ''].map((app) => of(app)),
    ['other', 'other', 'other', 'other'],
  );
  assert.equal(of('com.example.bank'), 'otherApp');
  assert.equal(of('com.example.bank', true), 'other');
  // Classes without a package.
  assert.equal(baselineScope(sessionOf('b', 'Bank'), baselineFrom(sessionOf('a', 'Shop')), false).kind, 'otherApp');
});

test('an app of the same name on another system is compared only on request', () => {
  const phone = sessionOf('a', 'com.example.shop', scriptedApp(deeds), 'android');
  const iphone = sessionOf('b', 'com.example.shop', scriptedApp(deeds), 'ios');
  for (const [session, other] of [
    [phone, iphone],
    [iphone, phone],
  ] as const) {
    assert.equal(baselineScope(session, baselineFrom(other), false).kind, 'otherSystem');
    assert.equal(baselineScope(session, baselineFrom(other), true).kind, 'other');
  }
  const desktop = sessionOf('c', 'com.example.shop', scriptedApp(deeds), 'jvm');
  assert.equal(baselineScope(desktop, baselineFrom(phone), false).kind, 'other');
  const { system: _, ...older } = baselineFrom(iphone);
  assert.equal(baselineScope(phone, older, false).kind, 'other');
});

test('another tool’s profile is compared only on request, of whatever app it is, and so is a session with a profile', () => {
  const [capture, profile] = ['android', 'import'].map((kind, at) => sessionOf(`${at}`, 'com.example.shop', scriptedApp(deeds), kind));
  const nameless = sessionOf('c', '', scriptedApp(deeds), 'import');
  assert.ok(capture && profile);
  for (const [session, other] of [
    [profile, capture],
    [nameless, capture],
    [capture, profile],
    [capture, nameless],
    [profile, nameless],
  ] as const) {
    assert.deepEqual(baselineScope(session, baselineFrom(other), false), { kind: 'import' });
    assert.equal(baselineScope(session, baselineFrom(other), true).kind, 'other');
  }
  assert.equal(baselineScope(profile, baselineFrom(profile), false).kind, 'own');
});
