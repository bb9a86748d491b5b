import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { suite, test } from 'node:test';
import { processorWaitUs } from '../../cpu-time.ts';
import { AgentOnShop } from '../../demo-app/iphone/agent-on-shop.ts';
import type { Of } from '../test-host.ts';
import { middle } from '../thread-stacks.ts';
import { connectSoon, startSmallApp } from './small-app.ts';

/** Allowed wake-ups per second: idle, and over any 300 s (iOS writes a report from 150 on). */
const IDLE_PER_S = 20;
const SECONDS = 5;
const LAUNCH_SECONDS = 3;
/** Lags of main out of long sleeps. */
const LAGS = 8;

suite('how little the agent disturbs', { timeout: 600_000 }, () => {
  test('an idle app is looked at 20 times a second at most, and its display link does not run', async () => {
    await using app = await startSmallApp('idle.c', 'simulator-x86_64');
    using host = await connectSoon(app);
    // Counting begins after the launch.
    const begun = await host.until('overhead', () => host.all('overhead').length > LAUNCH_SECONDS);
    const counted = (): readonly Of<'overhead'>[] => host.all('overhead').filter(({ atUs }) => atUs > begun.atUs);
    const last = await host.until('overhead', () => counted().length >= SECONDS);
    const rounds = counted().reduce((sum, each) => sum + each.rounds, 0);
    const seconds = ((counted().at(-1) ?? last).atUs - begun.atUs) / 1e6;
    assert.ok(rounds <= IDLE_PER_S * seconds + 2, `${rounds} in ${seconds} s`);
    const frames = host.all('frame').filter(({ atUs }) => atUs > begun.atUs);
    assert.ok(frames.length >= SECONDS);
    assert.deepEqual(new Set(frames.map(({ inTime }) => inTime)), new Set([0]));
  });

  test('the display link runs while main tracks a finger, and frames of 60 Hz are in time on a display of 120', async () => {
    await using agent = await AgentOnShop.start('simulator-x86_64');
    const { host, shop } = agent;
    await host.until('overhead');
    const sum = (frames: readonly Of<'frame'>[]): number => frames.reduce((all, { inTime }) => all + inTime, 0);
    const late = (): number => host.all('frame').filter(({ lateUs }) => lateUs > 0).length;
    assert.deepEqual([sum(host.all('frame')), late()], [0, 0]);
    await shop.home.say('track 2000');
    // Somebody else may need the processor: then some are late indeed.
    await host.until('frame', () => sum(host.all('frame')) >= 60);
    assert.ok(late() < sum(host.all('frame')), `${late()} late`);
    const period = host.all('frame').findLast(({ periodUs }) => periodUs > 0)?.periodUs ?? 0;
    assert.ok(Math.abs(period - 1e6 / 60) < 10, String(period));
    const tracked = await host.until('messageEnd', () => host.all('frame').at(-1)?.inTime === 0);
    assert.ok(tracked);
  });

  test('a turn of main ends the agent’s long sleep', async () => {
    await using agent = await AgentOnShop.start('simulator-x86_64');
    const { host, shop } = agent;
    const main = await agent.main();
    const own = await taskNamed(shop.pid, 'laglens');
    const afterUs: number[] = [];
    while (afterUs.length < LAGS) {
      const seconds = host.all('overhead').length;
      await host.until('overhead', () => host.all('overhead').length > seconds);
      const askedUs = Number(process.hrtime.bigint() / 1000n);
      const waitedUs = await processorWaitUs(shop.pid, own);
      await shop.lag('busy');
      const { startUs, durationMs } = await shop.truthOf('busy', askedUs);
      await host.reached(startUs + durationMs * 1000);
      const first = host.all('sample').find(({ thread, atUs }) => thread === main && atUs > startUs);
      // A busy computer's delay is not the agent's sleep.
      const keptUs = (await processorWaitUs(shop.pid, own)) - waitedUs;
      afterUs.push((first?.atUs ?? Number.POSITIVE_INFINITY) - startUs - keptUs);
    }
    // Without an end of its sleep it would come after 25 ms in the middle.
    assert.ok(middle(afterUs) < 10_000, `${afterUs}`);
  });

  test('a busy app is looked at less often after a time, and the host reads how often', async () => {
    // 1,000 rounds a second use up in seconds what 200 use up in a minute and a half.
    await using app = await startSmallApp('nested.c', 'simulator-x86_64', { options: 'interval=1000' });
    using host = await connectSoon(app);
    const { askedIntervalUs, intervalUs } = await host.until('settings', (each) => each.askedIntervalUs !== undefined);
    assert.deepEqual([askedIntervalUs, intervalUs], [1_000, 10_000]);
  });
});

/** The kernel's id of a thread by the name that it gave itself. */
async function taskNamed(pid: number, name: string): Promise<number> {
  const folder = `/proc/${pid}/task`;
  const ids = await readdir(folder);
  const names = await Promise.all(ids.map((id) => readFile(`${folder}/${id}/comm`, 'utf8')));
  const at = names.findIndex((each) => each.trim() === name);
  assert.ok(at !== -1, `none is named ${name}: ${names}`);
  return Number(ids[at]);
}
