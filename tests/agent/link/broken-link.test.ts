import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import type { SessionModel } from '../../../core/session/model/model.ts';
import { AnalyzedApp } from '../../core/analyzed-app.ts';
import { processMessage } from '../../core/sample-stream.ts';
import { type DemoApp, startDemoApp } from '../../demo-app/start-demo-app.ts';
import type { TruthLag } from '../../demo-app/truth-lags.ts';
import { attach, Program, type Span } from '../program.ts';
import { connectWhenFree, Host, type Of } from '../test-host.ts';
import { mainThread } from '../thread-stacks.ts';

/** A thread's longest wait for a busy processor between two lines of the app. */
const SCHEDULED_US = 20_000;

/** A capture's lags of two connections with a gap between. */
function detectAcrossGap(first: Host, second: Host): AnalyzedApp {
  const gap = { type: 'gap', atUs: 0, why: 'cut by the test' } as const;
  return new AnalyzedApp().take(processMessage(0), ...first.messages, gap, ...second.messages);
}

/** The agent's clock at session time 0. */
const originUs = (host: Host): number => host.all('hello')[0]?.monoUs ?? 0;

suite('a lag over a broken link', { timeout: 600_000 }, () => {
  let folder: string;
  let app: DemoApp;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens-broken-link-'));
    app = await startDemoApp({ android: '14', runtime: 'jvm', truthFile: join(folder, 'truth.jsonl') });
  });
  after(async () => {
    await app?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('is one lag of its true length with a gap in it', async () => {
    const socket = await attach({ pid: app.pid, folder });
    const { first, second, lag } = await hostsInOneLag(socket);
    const { detector, model } = detectAcrossGap(first, second);
    const [beginUs, endUs] = [lag.startUs - originUs(first), lag.startUs - originUs(first) + lag.durationMs * 1000];
    const lags = detector.lags.filter((each) => each.beginUs < endUs && each.endUs > beginUs);
    const [found] = lags;
    const [gap] = model.runs[0]?.gaps ?? [];
    const inTruth = `in truth from ${beginUs} to ${endUs}`;
    assert.equal(lags.length, 1, `${lags.map((each) => `${each.beginUs} to ${each.endUs}`)}, ${inTruth}`);
    assert.ok(found?.cut === false, 'whole, not cut');
    // Both clocks are CLOCK_MONOTONIC; main may lose its processor between the app's reading and the hook's.
    assert.ok(Math.abs(found.beginUs - beginUs) < SCHEDULED_US, `its begin, at ${found.beginUs}, ${inTruth}`);
    assert.ok(Math.abs(found.endUs - endUs) < SCHEDULED_US, `its end, at ${found.endUs}, ${inTruth}`);
    assert.ok(gap !== undefined && gap.beginUs > beginUs && gap.endUs > gap.beginUs, `the gap in it, ${JSON.stringify(gap)}, ${inTruth}`);
    assert.ok(gap.endUs < endUs, `the gap in it, ${JSON.stringify(gap)}, ${inTruth}`);
  });

  /** Two hosts, of which the first leaves in a lag and the second comes in it: on a busy computer only a later lag lasts long enough. */
  async function hostsInOneLag(socket: string): Promise<{ readonly first: Host; readonly second: Host; readonly lag: TruthLag }> {
    for (;;) {
      using first = await connectWhenFree(socket);
      await first.until('sample');
      const known = await lagUntilOpen(first, 'busy', 150_000);
      first[Symbol.dispose]();
      using second = await connectWhenFree(socket);
      const lag = await truthOf('busy', known);
      const endUs = lag.startUs + lag.durationMs * 1000;
      await second.reached(endUs);
      if (originUs(second) < endUs) return { first, second, lag };
    }
  }

  test('that ended while nobody was there is not reported as if it went on', async () => {
    const socket = await attach({ pid: app.pid, folder }, { rand: '00000002' });
    using first = await Host.connect(socket);
    await first.until('sample');
    const known = await lagUntilOpen(first, 'sleep', 100_000);
    const begin = first.all('messageBegin').at(-1)?.atUs ?? 0;
    first[Symbol.dispose]();
    await truthOf('sleep', known);
    using second = await connectWhenFree(socket);
    const { monoUs } = await second.until('hello');
    await second.reached(monoUs);
    // A thread that lost its processor while it noted something holds up what was noted after it: the end may come behind, never not at all.
    for (const { atUs } of second.all('messageBegin').filter((message) => message.atUs <= begin)) {
      const end = second.all('messageEnd')[0]?.atUs ?? Number.POSITIVE_INFINITY;
      assert.ok(end > atUs && end <= monoUs, `reported as open since ${atUs} at ${monoUs}, ended ${end}`);
    }
  });

  /**
   * Lags until the host hears, while it lasts, that it has lasted for so long; gives how many of the kind there were in the app's
   * own log before. A busy computer may keep the agent or the host from running for as long as a lag takes: then the app lags again.
   */
  async function lagUntilOpen(host: Host, kind: string, leastUs: number): Promise<number> {
    for (;;) {
      const known = (await lagsOf(kind)).length;
      const askedUs = host.all('tick').at(-1)?.atUs ?? 0;
      await app.lag(kind);
      const tick = await host.until('tick', ({ atUs }) => openMessageUs(host, atUs) > leastUs || atUs > askedUs + 2_000_000);
      if (openMessageUs(host, tick.atUs) > leastUs) return known;
      await truthOf(kind, known);
    }
  }

  /** For how long the last message that a host heard of was open then; 0 when none was. */
  function openMessageUs(host: Host, atUs: number): number {
    const begin = host.all('messageBegin').at(-1)?.atUs ?? atUs;
    return (host.all('messageEnd').at(-1)?.atUs ?? 0) >= begin ? 0 : atUs - begin;
  }

  /** The app's own word on the next lag of a kind, once it is over. What is reported of crowds later may stand before it. */
  async function truthOf(kind: string, known: number) {
    for (;;) {
      const lag = (await lagsOf(kind))[known];
      if (lag !== undefined) return lag;
    }
  }

  async function lagsOf(kind: string) {
    return (await app.truth()).filter((each) => each.kind === kind);
  }
});

suite('a wait over a broken link', { timeout: 600_000 }, () => {
  for (const [command, what] of [
    ['monitor 1200', 'for a monitor'],
    ['lock 1200', 'for a lock, parked'],
  ] as const) {
    test(`${what} is one wait of its true length`, async () => {
      await using program = await Program.start();
      const socket = await attach(program);
      const { first, acting, begin } = await leaveInWait(socket, () => program.act(command), 300_000);
      using second = await connectWhenFree(socket);
      await second.reached((await acting).endUs);

      const { model } = detectAcrossGap(first, second);
      assert.deepEqual(beginsUntil(second, begin), [[begin.atUs, begin.kind]], 'reported once more');
      const waits = longWaits(model);
      assert.equal(waits.length, 1, `${waits}`);
      // The holder computes for 1.2 s once main waits; it may wait for a busy processor before and behind that.
      assert.ok(Math.abs((waits[0] ?? 0) - 1_200_000) < 200_000, `${waits}`);
    });
  }

  test('that ended while nobody was there is not reported as if it went on', async () => {
    await using program = await Program.start();
    const socket = await attach(program);
    const { acting, begin } = await leaveInWait(socket, () => program.act('monitor 400'), 50_000);
    await acting;
    using second = await connectWhenFree(socket);
    await second.reached((await second.until('hello')).monoUs);
    assert.deepEqual(beginsUntil(second, begin), []);
  });

  /**
   * Acts until a host hears of main's wait while it lasts, for at least so long, and leaves. A wait that was over before the host
   * heard of it is waited for again.
   */
  async function leaveInWait(
    socket: string,
    act: () => Promise<Span>,
    leastUs: number,
  ): Promise<{ readonly first: Host; readonly acting: Promise<Span>; readonly begin: Of<'waitBegin'> }> {
    for (;;) {
      using first = await connectWhenFree(socket);
      await first.until('sample');
      const acting = act();
      const begin = await untilOpen(first, acting, leastUs);
      if (begin !== undefined) return { first, acting, begin };
      await acting;
    }
  }

  /** The wait of main, as soon as a host hears that it has lasted for so long; undefined when it was over before the host heard that. */
  async function untilOpen(host: Host, acting: Promise<Span>, leastUs: number): Promise<Of<'waitBegin'> | undefined> {
    let endUs = Number.POSITIVE_INFINITY;
    void acting.then((span) => {
      endUs = span.endUs;
    });
    await host.until('tick', ({ atUs }) => atUs > Math.min((openWait(host)?.atUs ?? atUs) + leastUs, endUs));
    return openWait(host);
  }

  /** The wait of main that a host was notified of and that has not ended: before the long one main waits until the lock is held. */
  function openWait(host: Host): Of<'waitBegin'> | undefined {
    const main = mainThread(host).thread;
    const begin = host.all('waitBegin').findLast(({ thread }) => thread === main);
    const end = host.all('waitEnd').findLast(({ thread }) => thread === main);
    return begin === undefined || (end !== undefined && end.atUs >= begin.atUs) ? undefined : begin;
  }

  /** Time and kind of the waits of a thread that a host was notified of and that began no later than one. */
  function beginsUntil(host: Host, begin: Of<'waitBegin'>): (readonly [number, number])[] {
    const begins = host.all('waitBegin').filter(({ thread, atUs }) => thread === begin.thread && atUs <= begin.atUs);
    return begins.map(({ atUs, kind }) => [atUs, kind] as const);
  }

  function longWaits(model: SessionModel): number[] {
    const waits = model.threads.find(({ isMain }) => isMain)?.waits;
    if (waits === undefined) return [];
    return Array.from({ length: waits.length }, (_, row) => (waits.endUs[row] ?? 0) - (waits.beginUs[row] ?? 0)).filter(
      (us) => us > 100_000,
    );
  }
});
