import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { attach } from '../program.ts';
import { Shop } from '../shop.ts';
import { Host, type Of } from '../test-host.ts';
import { mainThread, stackOf, text } from '../thread-stacks.ts';
import { missedKinds } from './shop-lags.ts';

/** Of android.app.ActivityThread$H, which the shop's system handler has. */
const EXECUTE_TRANSACTION = 159;
/** A message with a code, one that waits, a frame, many small ones, none at all, inside the poll. */
const allWays = ['busy', 'lock', 'frame', 'storm', 'idle', 'input'];

/** Since Android 16 there are two queues: the old one with a lock and one without, which has had three names. */
const loopers = [
  { android: '15', queue: undefined, takesNext: 'next', kinds: ['busy', 'idle'] },
  { android: '16', queue: 'old', takesNext: 'nextLegacy', kinds: ['busy', 'idle'] },
  { android: '16', queue: 'new', takesNext: 'nextConcurrent', kinds: allWays },
  { android: '17', queue: 'old', takesNext: 'nextLegacy', kinds: ['busy', 'idle'] },
  { android: '17', queue: 'new', takesNext: 'nextDeliQueue', kinds: allWays },
] as const;

suite('the loopers of the newest Androids', { timeout: 600_000 }, () => {
  for (const { android, queue, takesNext, kinds } of loopers) {
    test(`Android ${android}${queue === undefined ? '' : `, ${queue} queue`}: messages, waiting, frames and lags`, async () => {
      await using shop = await Shop.start({ android, runtime: 'jvm', ...(queue && { queue }) });
      using host = await Host.connect(await attach(shop));
      const { capabilities } = await host.until('hello');
      assert.equal(capabilities.find(({ name }) => name === 'messages')?.enabled, 1);

      const waits = ({ thread, node }: Of<'sample'>): boolean => {
        const [poll, next] = thread === mainThread(host).thread ? stackOf(host, node) : [];
        return (
          poll?.startsWith('android.os.MessageQueue.nativePollOnce:') === true &&
          next?.startsWith(`android.os.MessageQueue.${takesNext}:`) === true
        );
      };
      await host.until('sample', waits);

      await host.until('frame', ({ inTime }) => inTime > 0);
      // An observer hears at the end what the message was.
      const isTransaction = ({ target, what }: Of<'messageEnd'>): boolean =>
        what === EXECUTE_TRANSACTION && text(host, target) === 'com.example.phone.SystemHandler';
      assert.deepEqual(await shop.app.activity('listeners'), { frames: 1, activities: 1 });
      const end = await host.until('messageEnd', isTransaction);
      assert.equal(end.thread, mainThread(host).thread);
      assert.ok(host.all('messageBegin').some(({ thread, atUs }) => thread === end.thread && atUs <= end.atUs));

      assert.deepEqual(await missedKinds(shop, host, kinds), new Map());
      const callbacks = new Set(host.all('messageEnd').map(({ callback }) => text(host, callback)));
      assert.ok(callbacks.has('android.view.Choreographer$FrameDisplayEventReceiver'), [...callbacks].join(' '));

      host.say({ type: 'detach' });
      await host.until('bye');
      assert.deepEqual(await shop.app.activity('listeners'), { frames: 0, activities: 0 });
    });
  }
});
