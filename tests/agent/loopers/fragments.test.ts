import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { simpleName } from '../../../core/analysis/frames/class-names.ts';
import { androidXJars } from '../../demo-app/android-x.ts';
import { attach } from '../program.ts';
import { Shop } from '../shop.ts';
import { connectWhenFree, Host } from '../test-host.ts';
import { text } from '../thread-stacks.ts';

const fragmentKind = 2;

/** Begin and end of each fragment, in order. */
function fragmentsOf(host: Host): readonly string[] {
  return host
    .all('screen')
    .filter(({ kind }) => kind === fragmentKind)
    .map(({ name, shown }) => `${shown === 1 ? '+' : '-'}${simpleName(text(host, name) ?? '')}`);
}

/** Shows each in turn; the agent may look at the end of a later message. */
async function shownOf(shop: Shop, host: Host, steps: readonly string[]): Promise<readonly string[]> {
  for (const step of steps) {
    await shop.app.activity(`show ${step}`);
    // Longer than the pause between looks, and a message at its end.
    await shop.lagOnce(host, 'sleep');
  }
  return fragmentsOf(host);
}

for (const android of ['9', '14'] as const) {
  suite(`fragments of the framework on Android ${android}`, { timeout: 600_000 }, () => {
    test('the fragment in front is reported, and again to whoever comes later', async () => {
      await using shop = await Shop.start({ android, runtime: 'jvm' });
      const socket = await attach(shop);
      {
        using host = await Host.connect(socket);
        const seen = await shownOf(shop, host, [
          'android.app.ListFragment',
          'android.app.ListFragment,android.app.DialogFragment',
          'android.app.ListFragment,-android.app.DialogFragment',
          'android.app.ListFragment,android.app.DialogFragment*',
          '',
        ]);
        // Each step makes new ones: the list of the third and fourth is another.
        assert.deepEqual(seen, [
          ...['+ListFragment', '-ListFragment', '+DialogFragment', '-DialogFragment'],
          ...['+ListFragment', '-ListFragment', '+ListFragment', '-ListFragment'],
        ]);
        await shop.app.activity('show android.app.ListFragment');
        await host.until('screen', () => fragmentsOf(host).length === 9);
      }
      using later = await connectWhenFree(socket);
      await later.until('screen', ({ kind }) => kind === fragmentKind);
      assert.deepEqual(fragmentsOf(later), ['+ListFragment']);
    });

    test('a fragment that a long message opens is known before its end, however lately the agent looked', async () => {
      await using shop = await Shop.start({ android, runtime: 'jvm' });
      using host = await Host.connect(await attach(shop));
      await host.until('screen');
      for (let round = 0; round < 4; round++) {
        const before = fragmentsOf(host).length;
        await shop.app.activity('linger android.app.ListFragment');
        await shop.app.activity('linger android.app.DialogFragment');
        await host.until('screen', () => fragmentsOf(host).length >= before + 3);
        for (const { atUs } of host.all('screen').filter(({ kind, shown }) => kind === fragmentKind && shown === 1)) {
          const { atUs: endUs } = await host.until('messageEnd', (end) => end.atUs >= atUs);
          const beganUs = host.all('messageBegin').findLast((begin) => begin.atUs <= atUs)?.atUs ?? 0;
          assert.ok(endUs - beganUs >= 120_000 && endUs - atUs < 60_000, `at ${atUs - beganUs} of ${endUs - beganUs} us`);
        }
      }
    });
  });
}

suite('fragments of AndroidX', { timeout: 600_000 }, () => {
  test('the one in front is reported: of a host the one that fills it, and where it is asked by AndroidX’ own methods', async (t) => {
    const missing = await androidXJars().then(() => undefined, String);
    // Google's Maven has them, which Maven asks only where its settings say so.
    if (missing?.includes('could not download') === true) return t.skip(missing);
    await using shop = await Shop.start({ android: '14', runtime: 'jvm', androidX: true });
    using host = await Host.connect(await attach(shop));
    const screen = await host.until('screen');
    assert.equal(text(host, screen.name), 'androidx.fragment.app.FragmentActivity');
    const [any, list, dialog] = ['Fragment', 'ListFragment', 'DialogFragment'].map((name) => `androidx.fragment.app.${name}`);
    const seen = await shownOf(shop, host, [`${any}>${list}`, `${dialog}>${list}*`, `${any},-${list}`, '', 'android.app.ListFragment']);
    assert.deepEqual(seen, [
      ...['+ListFragment', '-ListFragment', '+DialogFragment', '-DialogFragment'],
      ...['+Fragment', '-Fragment', '+ListFragment'],
    ]);
  });
});
