import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { AgentOnShop } from '../../demo-app/iphone/agent-on-shop.ts';
import type { Host } from '../test-host.ts';

/** Begin and end of each view controller, in order. */
function screensOf(host: Host): readonly string[] {
  const names = new Map(host.all('string').map(({ id, text }) => [id, text]));
  return host.all('screen').map(({ kind, name, shown }) => `${kind} ${shown === 1 ? '+' : '-'}${names.get(name)}`);
}

suite('the screen of an app on iOS', { timeout: 600_000 }, () => {
  for (const slice of ['simulator-x86_64', 'device-arm64'] as const) {
    test(`it is the app’s view controller that appeared last, without containers and what lies within it (${slice})`, async () => {
      await using agent = await AgentOnShop.start(slice);
      const { host, shop } = agent;
      for (const command of [
        'appear FeedViewController in UINavigationController',
        // The system's own.
        'appear UIViewController',
        'disappear FeedViewController',
        'appear CheckoutViewController',
        'appear TotalViewController in CheckoutViewController',
        'disappear TotalViewController',
        'disappear CheckoutViewController',
        'appear FeedViewController',
      ])
        await shop.home.say(command);
      await host.until(
        'screen',
        () => host.all('screen').filter(({ name, shown }) => shown === 1 && name === host.all('screen')[0]?.name).length === 2,
      );
      assert.deepEqual(
        screensOf(host).filter((each) => !each.includes('-Total')),
        [
          '3 +FeedViewController',
          '3 -FeedViewController',
          '3 +CheckoutViewController',
          '3 +CheckoutViewController',
          '3 -CheckoutViewController',
          '3 +FeedViewController',
        ],
      );
    });
  }
});
