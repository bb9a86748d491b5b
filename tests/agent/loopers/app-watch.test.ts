import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { suite, test } from 'node:test';
import { lifePhase } from '../../../core/session/columns/run-columns.ts';
import { isKeptWaiting, processorWaitUs } from '../../cpu-time.ts';
import { attach } from '../program.ts';
import { attachToArt, Shop } from '../shop.ts';
import { connectWhenFree, Host, type Of } from '../test-host.ts';
import { text, threadNamed } from '../thread-stacks.ts';

const { active, inactive, background, loaded, attached } = lifePhase;

/** Main's attach of the agent, by a message as on a phone, is no phase of the app. */
const phasesOf = (host: Host): readonly Of<'lifecycle'>[] =>
  host.all('lifecycle').filter(({ phase }) => phase !== loaded && phase !== attached);

/** The demo app's display shows 60 frames a second, in whole microseconds. */
const PERIOD_US = 16_666;
/** The app was kept waiting in each of them. */
const MOST_ROUNDS = 20;

const attachBy = { jvm: attach, art: attachToArt };

/** With the framework's own Application, Activity, Window and FrameMetrics; the app's clock is the agent's. */
for (const { android, runtime } of [
  { android: '9', runtime: 'jvm' },
  { android: '11', runtime: 'art' },
  { android: '14', runtime: 'jvm' },
] as const) {
  suite(`the screen of an app on Android ${android}, ${runtime === 'art' ? 'on the real Android Runtime' : 'on a desktop JVM'}`, {
    timeout: 600_000,
  }, () => {
    test('a frame that a lag kept waiting is late by as much; frames in time are only counted', async () => {
      await using shop = await Shop.start({ android, runtime });
      using host = await Host.connect(await attachBy[runtime](shop));
      await host.until('frame', ({ inTime }) => inTime > 0);
      for (const kind of ['busy', 'sleep', 'frame'] as const) await lateByAsMuch(shop, host, kind);
      const frames = host.all('frame');
      for (const { lateUs, periodUs, inTime } of frames) {
        assert.equal(periodUs, PERIOD_US);
        assert.ok(lateUs > 0 || inTime > 0, 'a frame in time is reported as a part of a sum');
      }
      const sums = frames.filter(({ lateUs }) => lateUs === 0);
      for (const [index, sum] of sums.entries()) {
        assert.ok(index === 0 || sum.atUs - (sums[index - 1]?.atUs ?? 0) >= 1_000_000, 'a sum is reported once a second');
      }
      assert.ok(sums.some(({ inTime }) => inTime > 1));
      // The thread that hears of frames is not the app's.
      assert.equal(threadNamed(host, 'laglens-frames').flags & 4, 4);
    });

    test('frames from before anybody listened, and those that are reported again, are not counted', async () => {
      await using shop = await Shop.start({ android, runtime });
      using host = await Host.connect(await attachBy[runtime](shop));
      await shop.app.activity('repeat');
      const beganUs = (await host.until('frame', ({ inTime }) => inTime > 0)).atUs;
      await host.until('frame', ({ atUs }) => atUs > beganUs + 3_000_000);
      const frames = host.all('frame');
      // The first report of each listener is one of ten minutes ago.
      assert.ok(Math.max(...frames.map(({ lateUs }) => lateUs)) < 60_000_000);
      const later = frames.filter(({ atUs, lateUs }) => atUs > beganUs && lateUs === 0);
      for (const [index, { atUs, inTime }] of later.entries()) {
        const gapUs = atUs - (later[index - 1]?.atUs ?? beganUs);
        assert.ok(inTime <= gapUs / PERIOD_US + 2, `${inTime} frames in ${gapUs} us`);
      }
      const late = frames.filter(({ lateUs }) => lateUs > 0).map(({ atUs, lateUs }) => atUs - lateUs);
      assert.equal(new Set(late).size, late.length);
    });

    test('the phases of an activity are reported in order, and the present one to whoever comes later', async () => {
      await using shop = await Shop.start({ android, runtime });
      const socket = await attachBy[runtime](shop);
      {
        using host = await Host.connect(socket);
        // The activity was there before the agent.
        await host.until('lifecycle', ({ phase }) => phase === active);
        // Made again for another configuration it is stopped, and the app is not in the background.
        for (const step of ['pause', 'stop', 'start', 'resume', 'reconfigure', 'pause', 'stop']) await shop.app.activity(step);
        const expected = [active, inactive, background, inactive, active, inactive, active, inactive, background];
        await host.until('lifecycle', () => phasesOf(host).length === expected.length);
        assert.deepEqual(
          phasesOf(host).map(({ phase }) => phase),
          expected,
        );
        const times = phasesOf(host).map(({ atUs }) => atUs);
        assert.deepEqual(
          times.toSorted((a, b) => a - b),
          times,
        );
      }
      using later = await connectWhenFree(socket);
      await later.until('lifecycle', () => phasesOf(later).length === 1);
      await shop.app.activity('start');
      await later.until('lifecycle', () => phasesOf(later).length === 2);
      assert.deepEqual(
        phasesOf(later).map(({ phase }) => phase),
        [background, inactive],
      );
    });

    test('an activity is the screen from its start to its stop, also for whoever comes later', async () => {
      await using shop = await Shop.start({ android, runtime });
      const socket = await attachBy[runtime](shop);
      const shownOf = (host: Host) => host.all('screen').map(({ kind, name, shown }) => [kind, text(host, name), shown]);
      // The demo app's is the framework's own.
      const activity = 'android.app.Activity';
      {
        using host = await Host.connect(socket);
        // It was there before the agent.
        await host.until('screen');
        for (const step of ['pause', 'stop', 'start', 'resume', 'reconfigure']) await shop.app.activity(step);
        await host.until('screen', (message) => host.all('screen').indexOf(message) === 4);
        assert.deepEqual(
          shownOf(host),
          [1, 0, 1, 0, 1].map((shown) => [1, activity, shown]),
        );
        const [first, stopped] = host.all('screen');
        assert.equal(stopped?.id, first?.id);
      }
      using later = await connectWhenFree(socket);
      await later.until('screen');
      assert.deepEqual(shownOf(later), [[1, activity, 1]]);
      await shop.app.activity('pause');
      await shop.app.activity('stop');
      await later.until('screen', ({ shown }) => shown === 0);
    });

    test('detached, nobody listens any more, and attached again somebody does', async () => {
      await using shop = await Shop.start({ android, runtime });
      assert.deepEqual(await shop.app.activity('listeners'), { frames: 0, activities: 0 });
      for (const rand of ['0badcafe', '0badcaff']) {
        using host = await Host.connect(await attachBy[runtime](shop, { rand }));
        await host.until('frame');
        assert.deepEqual(await shop.app.activity('listeners'), { frames: 1, activities: 1 });
        host.say({ type: 'detach' });
        await host.until('bye');
        // The agent's requests of main precede this question.
        assert.deepEqual(await shop.app.activity('listeners'), { frames: 0, activities: 0 });
        while ((await threadNames(shop.pid)).includes('laglens-frames')) await shop.app.activity('listeners');
      }
    });

    test('the first frame of a window says so when it is late', async () => {
      await using shop = await Shop.start({ android, runtime });
      using host = await Host.connect(await attachBy[runtime](shop));
      await host.until('frame');
      const isFirst = ({ first }: Of<'frame'>): boolean => first === 1;
      let isKept = true;
      for (let round = 0; !host.all('frame').some(isFirst); round++) {
        // Both are to be in main's queue before the window's first frame is due: only a computer that keeps the app waiting may come between.
        assert.ok(isKept && round < MOST_ROUNDS, 'a window’s first frame was late, and nothing said so');
        isKept = await isKeptWaiting(shop.pid, async () => {
          await shop.app.activity('pause');
          await shop.app.activity('stop');
          await Promise.all([shop.app.activity('start'), shop.app.lag('busy')]);
          await shop.app.activity('resume');
          // The last tick may be of before the lag, which takes 0.6 s, and frames are reported on a thread of their own.
          await host.reached((host.all('tick').at(-1)?.atUs ?? 0) + 1_500_000);
        });
      }
      assert.ok((host.all('frame').find(isFirst)?.lateUs ?? 0) > PERIOD_US);
    });
  });
}

suite('an app on Android 9 whose frames wait for a free buffer', { timeout: 600_000 }, () => {
  test('they are in time: the wait is the display’s, not the app’s', async () => {
    await using shop = await Shop.start({ android: '9', runtime: 'jvm' });
    using host = await Host.connect(await attach(shop));
    await host.until('frame', ({ inTime }) => inTime > 0);
    await shop.app.activity('fillQueue');
    const beganUs = host.all('tick').at(-1)?.atUs ?? 0;
    await host.until('frame', ({ atUs }) => atUs > beganUs + 3_000_000);
    const later = host.all('frame').filter(({ atUs }) => atUs > beganUs + 1_500_000);
    assert.ok(
      later.some(({ inTime }) => inTime > 1),
      `${later.length} frames, all of them late`,
    );
    // A late one is reported by how long the app itself took.
    await lateByAsMuch(shop, host, 'busy');
  });
});

suite('an app whose screen cannot be seen', { timeout: 600_000 }, () => {
  test('with the looper’s classes only, on the Android Runtime: the class is named once, and messages are reported as before', async () => {
    await using shop = await Shop.start({ android: '11', runtime: 'art', looperOnly: true });
    using host = await Host.connect(await attachToArt(shop));
    assert.equal(await shop.app.activity('listeners'), undefined);
    await host.until('log', ({ text }) => text === 'late frames and phases are not seen: NoClassDefFoundError: android.app.Activity');
    await shop.app.lag('sleep');
    await host.until('messageEnd', ({ atUs }) => host.all('messageBegin').some((begin) => begin.atUs <= atUs - 200_000));
    await host.until('counters', (message) => host.all('counters').indexOf(message) > 1);
    assert.equal(host.all('log').filter(({ text }) => text.includes('late frames')).length, 1);
    assert.deepEqual([host.all('frame').length, phasesOf(host).length], [0, 0]);
  });
});

for (const { android, runtime } of [
  { android: '11', runtime: 'art' },
  { android: '14', runtime: 'jvm' },
] as const) {
  suite(`an app whose frames fail, on Android ${android}`, { timeout: 600_000 }, () => {
    test('they alone are no longer seen: it is said once, and phases and screens go on', async () => {
      await using shop = await Shop.start({ android, runtime });
      using host = await Host.connect(await attachBy[runtime](shop));
      await host.until('frame', ({ inTime }) => inTime > 0);
      await shop.app.activity('forgetDisplay');
      // By the demo's own WindowManager.
      const why = 'late frames are not seen: java.lang.UnsupportedOperationException: getDefaultDisplay';
      await host.until('log', ({ text }) => text === why);
      const failedUs = host.all('tick').at(-1)?.atUs ?? 0;
      const [phases, screens] = [phasesOf(host).length, host.all('screen').length];
      for (const step of ['pause', 'stop', 'start', 'resume']) await shop.app.activity(step);
      await host.until('lifecycle', () => phasesOf(host).length === phases + 4);
      await host.until('screen', () => host.all('screen').length === screens + 2);
      assert.deepEqual(
        phasesOf(host)
          .slice(phases)
          .map(({ phase }) => phase),
        [inactive, background, inactive, active],
      );
      assert.deepEqual(await shop.app.activity('listeners'), { frames: 0, activities: 1 });
      await host.reached(failedUs + 3_000_000);
      assert.equal(host.all('log').filter(({ text }) => text === why).length, 1);
      assert.ok(!host.all('frame').some((frame) => frame.atUs > failedUs + 1_500_000));
    });
  });
}

/** Names of a process' threads, by the kernel. One that ends meanwhile has none. */
async function threadNames(pid: number): Promise<readonly string[]> {
  const ids = await readdir(`/proc/${pid}/task`);
  return Promise.all(
    ids.map((id) =>
      readFile(`/proc/${pid}/task/${id}/comm`, 'utf8').then(
        (name) => name.trim(),
        () => '',
      ),
    ),
  );
}

/**
 * The frame that a lag of this kind keeps waiting was due within two and a half periods from when the lag began, since the next one is
 * awaited from two periods after the last one on, and comes within three after the lag's end. What others kept main from a
 * processor meanwhile may be added to either.
 */
async function lateByAsMuch(shop: Shop, host: Host, kind: string): Promise<void> {
  const { tid } = threadNamed(host, 'main');
  const waitedUs = await processorWaitUs(shop.pid, tid);
  const { startUs, durationMs } = await shop.lagOnce(host, kind);
  const endUs = startUs + durationMs * 1000;
  // Nothing can be drawn before main is free.
  const { atUs, lateUs } = await host.until('frame', (frame) => frame.lateUs > 0 && frame.atUs > endUs - PERIOD_US);
  const keptUs = (await processorWaitUs(shop.pid, tid)) - waitedUs;
  const [dueUs, cameUs] = [atUs - lateUs - startUs, atUs - endUs];
  const said = `${kind}: due ${dueUs} us after the begin of ${durationMs} ms, came ${cameUs} us after their end, ${keptUs} us without a processor`;
  assert.ok(dueUs >= -PERIOD_US - keptUs && dueUs <= 2.5 * PERIOD_US + keptUs, said);
  assert.ok(cameUs <= 3 * PERIOD_US + keptUs, said);
}
