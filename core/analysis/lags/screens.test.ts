import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareScreens, isOnScreen, isOnScreenNamed, screenKey, screenName, screensOf } from './screens.ts';

const feed = { screen: 'com.example.FeedActivity' };
const payment = { screen: 'com.example.CheckoutActivity', fragment: 'com.example.pay.PaymentFragment' };

test('a screen is named by its class, and by the fragment in it', () => {
  assert.equal(screenKey({}), undefined);
  assert.equal(screenName(screenKey(feed) ?? ''), 'FeedActivity');
  assert.equal(screenKey(payment), 'com.example.CheckoutActivity › com.example.pay.PaymentFragment');
  assert.equal(screenName(screenKey(payment) ?? ''), 'CheckoutActivity › PaymentFragment');
  // A fragment without its screen is nowhere.
  assert.equal(screenKey({ fragment: 'com.example.pay.PaymentFragment' }), undefined);
});

test('a screen has the lags of its fragments', () => {
  assert.ok(isOnScreen(payment, 'com.example.CheckoutActivity'));
  assert.ok(isOnScreen(payment, 'com.example.CheckoutActivity › com.example.pay.PaymentFragment'));
  assert.ok(!isOnScreen({ screen: payment.screen }, 'com.example.CheckoutActivity › com.example.pay.PaymentFragment'));
  assert.ok(!isOnScreen(feed, payment.screen));
  assert.ok(!isOnScreen({}, feed.screen));
});

test('a written name finds screen or fragment, with or without the package', () => {
  const names = ['CheckoutActivity', 'com.example.CheckoutActivity', 'PaymentFragment', 'CheckoutActivity › PaymentFragment'];
  for (const name of [...names, payment.fragment]) assert.ok(isOnScreenNamed(payment, name), name);
  for (const name of ['', 'Checkout', 'FeedActivity', 'example.CheckoutActivity']) assert.ok(!isOnScreenNamed(payment, name), name);
  assert.ok(!isOnScreenNamed({}, ''));
});

test('screens are sorted by name, and lags without one are last', () => {
  const keys = screensOf([feed, {}, payment, feed, { screen: 'org.other.AboutActivity' }]);
  assert.deepEqual(keys.map(screenName), ['AboutActivity', 'CheckoutActivity', 'CheckoutActivity › PaymentFragment', 'FeedActivity']);
  assert.deepEqual([undefined, 'b.A', 'a.B', 'a.A'].sort(compareScreens), ['a.A', 'b.A', 'a.B', undefined]);
  assert.ok(compareScreens(undefined, 'a.A') > 0);
  assert.equal(compareScreens('a.A', 'a.A'), 0);
});
