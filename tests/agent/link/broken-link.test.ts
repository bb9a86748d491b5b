import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import type { SessionModel } from '../../../core/session/model/model.ts';
import { AnalyzedApp } from '../../core/analyzed-app.ts';
import { processMessage } from '../../core/sample-stream.ts';
import { type DemoApp, startDemoApp } from '../../demo-app/start-demo-app.ts';
import { attach, Program, type Span } from '../program.ts';
import { retryUntilCorrect, unmetConditions } from '../retry-until-correct.ts';
import { connectWhenFree, Host, type Of } from '../test-host.ts';
import { mainThread } from '../thread-stacks.ts';

/** What a capture makes of two connections with a gap between. */
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
    await retryUntilCorrect(() => lagWithAGap(socket));
  });

  async function lagWithAGap(socket: string): Promise<readonly string[]> {
    using first = await connectWhenFree(socket);
    await first.until('sample');
    const known = await lagUntilOpen(first, 'busy', 150_000);
    first[Symbol.dispose]();
    using second = await connectWhenFree(socket);
    const lag = await truthOf('busy', known);
    await second.reached(lag.startUs + lag.durationMs * 1000);

    const { detector, model } = detectAcrossGap(first, second);
    const [beginUs, endUs] = [lag.startUs - originUs(first), lag.startUs - originUs(first) + lag.durationMs * 1000];
    const lags = detector.lags.filter((each) => each.beginUs < endUs && each.endUs > beginUs);
    const [found] = lags;
    const [gap] = model.runs[0]?.gaps ?? [];
    const truth = `in truth from ${beginUs} to ${endUs}`;
    return unmetConditions({
      [`one lag: ${lags.map((each) => `${each.beginUs} to ${each.endUs}`)}`]: lags.length === 1,
      // Both clocks are CLOCK_MONOTONIC; what lies between the app's reading and the hook's may be preempted on a busy computer.
      [`its begin, at ${found?.beginUs}, ${truth}`]: Math.abs((found?.beginUs ?? 0) - beginUs) < 20_000,
      [`its end, at ${found?.endUs}, ${truth}`]: Math.abs((found?.endUs ?? 0) - endUs) < 20_000,
      'whole, not cut': found?.cut === false,
      [`the gap in it, ${JSON.stringify(gap)}, ${truth}`]:
        gap !== undefined && gap.beginUs > beginUs && gap.endUs > gap.beginUs && gap.endUs < endUs,
    });
  }

  test('that ended while nobody was there is not told as if it went on', async () => {
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
      assert.ok(end > atUs && end <= monoUs, `told as open since ${atUs} at ${monoUs}, ended ${end}`);
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

  /** The app's own word on the next lag of a kind, once it is over. What is told of crowds later may stand before it. */
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
      await retryUntilCorrect(async () => {
        using first = await connectWhenFree(socket);
        await first.until('sample');
        const acting = program.act(command);
        const begin = await untilOpen(first, acting, 300_000);
        first[Symbol.dispose]();
        using second = await connectWhenFree(socket);
        await second.reached((await acting).endUs);

        const { model } = detectAcrossGap(first, second);
        const begins = begin === undefined ? [] : beginsUntil(second, begin);
        const waits = longWaits(model);
        return unmetConditions({
          'the first host saw it begin': begin !== undefined,
          [`told once more, as it began at ${begin?.atUs}: ${begins}`]: `${begins}` === `${[[begin?.atUs, begin?.kind]]}`,
          [`one wait: ${waits}`]: waits.length === 1,
          [`of 1.2 s: ${waits}`]: Math.abs((waits[0] ?? 0) - 1_200_000) < 200_000,
        });
      });
    });
  }

  test('that ended while nobody was there is not told as if it went on', async () => {
    await using program = await Program.start();
    const socket = await attach(program);
    await retryUntilCorrect(async () => {
      using first = await connectWhenFree(socket);
      await first.until('sample');
      const acting = program.act('monitor 400');
      const begin = await untilOpen(first, acting, 50_000);
      first[Symbol.dispose]();
      await acting;
      if (begin === undefined) return ['the first host saw it begin'];
      using second = await connectWhenFree(socket);
      await second.reached((await second.until('hello')).monoUs);
      assert.deepEqual(beginsUntil(second, begin), []);
      return [];
    });
  });

  /** The wait of main, as soon as a host hears that it has lasted for so long; undefined when it was over before the host heard that. */
  async function untilOpen(host: Host, acting: Promise<Span>, leastUs: number): Promise<Of<'waitBegin'> | undefined> {
    let endUs = Number.POSITIVE_INFINITY;
    void acting.then((span) => {
      endUs = span.endUs;
    });
    await host.until('tick', ({ atUs }) => atUs > Math.min((openWait(host)?.atUs ?? atUs) + leastUs, endUs));
    return openWait(host);
  }

  /** The wait of main that a host was told of and that has not ended: before the long one main waits until the lock is held. */
  function openWait(host: Host): Of<'waitBegin'> | undefined {
    const main = mainThread(host).thread;
    const begin = host.all('waitBegin').findLast(({ thread }) => thread === main);
    const end = host.all('waitEnd').findLast(({ thread }) => thread === main);
    return begin === undefined || (end !== undefined && end.atUs >= begin.atUs) ? undefined : begin;
  }

  /** Time and kind of the waits of a thread that a host was told of and that began no later than one. */
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
