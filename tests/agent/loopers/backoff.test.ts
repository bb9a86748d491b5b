import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { processorWaitUs } from '../../cpu-time.ts';
import { buildDemoApp } from '../../demo-app/build-demo-app.ts';
import { attach, Program } from '../program.ts';
import { Host, type Of } from '../test-host.ts';
import { mainThread, middle } from '../thread-stacks.ts';

const source = fileURLToPath(new URL('../java/Uses.java', import.meta.url));
/** A round each 115 ms. */
const IDLE_PER_S = 9;
/** Threads of the virtual machine run from time to time: a second of up to 45 rounds follows. */
const DISTURBED_PER_S = 7;
const SECONDS = 5;
const LAUNCH_SECONDS = 5;
/** Sleeps until rounds came rarely for a second. */
const LAGS = 8;
const OWN_THREAD = 4;

suite('the agent beside an idle app', { timeout: 600_000 }, () => {
  let classes: string;

  before(async () => {
    classes = await mkdtemp(join(tmpdir(), 'laglens-backoff-'));
    const { classPath, bootClassPath } = await buildDemoApp('14');
    await promisify(execFile)('javac', ['-g', '-nowarn', '-d', classes, '-cp', [...classPath, ...bootClassPath].join(':'), source]);
  });
  after(() => rm(classes, { recursive: true }));

  async function start(android: '9' | '14'): Promise<Program> {
    const { classPath, bootClassPath, library } = await buildDemoApp(android);
    const flags = [`-Xbootclasspath/a:${bootClassPath.join(':')}`, `-Dphone.library=${library}`];
    return Program.run([...flags, '-cp', [classes, ...classPath].join(':'), 'Uses']);
  }

  const untilDozing = (host: Host, afterUs = 0): Promise<Of<'overhead'>> =>
    host.until('overhead', ({ atUs, rounds }) => atUs > afterUs + 2_000_000 && rounds <= IDLE_PER_S + DISTURBED_PER_S);

  test('wakes up 9 times a second, and ticks every other time', async () => {
    await using app = await start('14');
    using host = await Host.connect(await attach(app));
    const { atUs: fromUs } = await host.until('overhead', () => host.all('overhead').length > LAUNCH_SECONDS);
    await host.until('overhead', ({ atUs }) => atUs >= fromUs + SECONDS * 1_000_000);
    const counted = host.all('overhead').filter(({ atUs }) => atUs > fromUs);
    const seconds = ((counted.at(-1)?.atUs ?? fromUs) - fromUs) / 1e6;
    const rounds = counted.reduce((sum, each) => sum + each.rounds, 0);
    assert.ok(rounds <= (IDLE_PER_S + DISTURBED_PER_S) * seconds, `${rounds} in ${seconds} s`);
    const ticks = host.all('tick').filter(({ atUs }) => atUs > fromUs);
    assert.equal(middle(ticks.map((tick) => tick.rounds)), 2);
    const gaps = ticks.slice(1).map(({ atUs }, i) => atUs - (ticks[i]?.atUs ?? 0));
    assert.ok(middle(gaps) > 200_000 && middle(gaps) < 250_000, `${gaps}`);
    assert.deepEqual(
      host.all('lifecycle').filter(({ atUs }) => atUs > fromUs),
      [],
    );
  });

  test('samples twice as often while a message waits: it may go on without a begin', async () => {
    await using app = await start('14');
    using host = await Host.connect(await attach(app));
    await untilDozing(host);
    const [beginUs = 0, endUs = 0] = (await app.ask('rest 2000')).split(' ').map(Number);
    await host.reached(endUs);
    const inside = host.all('tick').filter(({ atUs }) => atUs > beginUs + 500_000 && atUs < endUs);
    // Every 29 ms or, as each of two rounds of 20 ms, every 40 ms.
    assert.equal(middle(inside.map((tick) => tick.rounds)), 2);
  });

  test('ticks in each round in which a message may become a lag', async () => {
    await using app = await start('14');
    using host = await Host.connect(await attach(app));
    await host.until('settings');
    // Otherwise rounds in which main gets no processor do not tick.
    await host.settings({ walkAlways: 1 });
    const rounds: number[] = [];
    for (let lag = 0; lag < LAGS; lag++) {
      const [beginUs = 0, endUs = 0] = (await app.ask('work 300 0')).split(' ').map(Number);
      await host.reached(endUs);
      const inside = host.all('tick').filter(({ atUs }) => atUs > beginUs + 60_000 && atUs < Math.min(endUs, beginUs + 400_000));
      rounds.push(...inside.slice(1).map((tick) => tick.rounds));
    }
    assert.ok(rounds.length > LAGS);
    // A busy computer can keep the agent from a round.
    assert.equal(middle(rounds), 1);
  });

  for (const android of ['9', '14'] as const) {
    test(`Android ${android}: a message of main wakes it up`, async () => {
      await using app = await start(android);
      using host = await Host.connect(await attach(app));
      const { tid } = await host.until('thread', (thread) => (thread.flags & OWN_THREAD) !== 0 && thread.tid !== 0);
      const afterUs: number[] = [];
      let endedUs = 0;
      while (afterUs.length < LAGS) {
        await untilDozing(host, endedUs);
        const waitedUs = await processorWaitUs(app.pid, tid);
        const [beginUs = 0, endUs = 0] = (await app.ask('work 60 0')).split(' ').map(Number);
        endedUs = endUs;
        await host.reached(endUs);
        const main = mainThread(host).thread;
        const begun = host.all('messageBegin').findLast(({ atUs }) => atUs <= beginUs);
        assert.ok(begun !== undefined);
        const first = host.all('sample').find(({ thread, atUs }) => thread === main && atUs > begun.atUs);
        // A busy computer's delay is not the agent's sleep.
        const keptUs = (await processorWaitUs(app.pid, tid)) - waitedUs;
        afterUs.push((first?.atUs ?? Number.POSITIVE_INFINITY) - begun.atUs - keptUs);
      }
      // Without a wake-up it would come after 50 ms in the middle.
      assert.ok(middle(afterUs) < 10_000, `${afterUs}`);
    });
  }
});
