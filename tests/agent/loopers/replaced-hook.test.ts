import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { dataQualityIssues } from '../../../core/analysis/report/data-quality.ts';
import { lifePhase } from '../../../core/session/columns/run-columns.ts';
import { AnalyzedApp } from '../../core/analyzed-app.ts';
import { processMessage } from '../../core/sample-stream.ts';
import { buildDemoApp } from '../../demo-app/build-demo-app.ts';
import { attach, Program } from '../program.ts';
import { connectWhenFree, Host, type Of } from '../test-host.ts';
import { text } from '../thread-stacks.ts';

const source = fileURLToPath(new URL('../java/Chained.java', import.meta.url));
const BUSY_MS = 400;
/** Without its message a lag is known by samples: every 10 ms, or 40 ms while main rests. */
const SAMPLED_US = 100_000;
/** Hooks that the agent sets again (SetAgain.java). */
const TIMES = 3;

const isReplaced = ({ phase }: Of<'lifecycle'>): boolean => phase === lifePhase.hookReplaced;

suite('another observer or printer, set later', { timeout: 600_000 }, () => {
  let classes: string;

  before(async () => {
    classes = await mkdtemp(join(tmpdir(), 'laglens-replaced-'));
    const { classPath, bootClassPath } = await buildDemoApp('14');
    const flags = ['-g', '-nowarn', '-Xlint:-options', '-source', '8', '-target', '8', '-d', classes];
    await promisify(execFile)('javac', [...flags, '-cp', [...classPath, ...bootClassPath].join(':'), source]);
  });
  after(() => rm(classes, { recursive: true }));

  async function start(android: '9' | '14', means: string): Promise<Program> {
    const { classPath, bootClassPath, library } = await buildDemoApp(android);
    const paths = [`-Xbootclasspath/a:${bootClassPath.join(':')}`, `-Dphone.library=${library}`, '-cp', [classes, ...classPath].join(':')];
    return Program.run([...paths, 'Chained', means]);
  }

  for (const [android, means] of [
    ['9', 'printer'],
    ['14', 'observer'],
  ] as const) {
    const hasTask = (host: Host) => (message: Of<'messageEnd'> | Of<'messageBegin'>) => text(host, message.callback) === 'Chained$Task';
    const tasks = (host: Host): number => [...host.all('messageEnd'), ...host.all('messageBegin')].filter(hasTask(host)).length;
    const lastUs = (host: Host): number => host.all('tick').at(-1)?.atUs ?? 0;

    for (const how of ['set 1', 'none']) {
      test(`${means}, by ${how}: messages are reported again, the lag in between is found, and the gap is said once`, async () => {
        await using app = await start(android, means);
        using host = await Host.connect(await attach(app));
        await host.until('tick');
        await app.ask(how);
        await app.ask(`busy ${BUSY_MS}`);
        await host.until('lifecycle', isReplaced);
        await app.ask('post');
        await host.until(means === 'observer' ? 'messageEnd' : 'messageBegin', hasTask(host));
        assert.equal(tasks(host), 1);
        const counts = (await app.ask('post')).split(' ').slice(1).map(Number);
        if (how === 'set 1') assert.ok((counts[2] ?? 0) > 1, 'the other hears on');
        await host.reached(lastUs(host));
        const { model, detector } = new AnalyzedApp().replay([processMessage(0), ...host.messages]);
        const lengths = detector.lags.map(({ beginUs, endUs }) => endUs - beginUs);
        assert.equal(lengths.length, 1, `${lengths}`);
        assert.ok(Math.abs((lengths[0] ?? 0) - BUSY_MS * 1_000) < SAMPLED_US + longestSilenceUs(host), `${lengths}`);
        const [run] = model.runs;
        assert.ok(run);
        assert.equal(dataQualityIssues(run).filter(({ code }) => code === 'hook').length, 1);
        assert.doesNotMatch(app.complaints, /WARNING|FATAL|JNI/);
      });
    }

    test(`${means}, one that passes on: each message is reported once, and nothing is said`, async () => {
      await using app = await start(android, means);
      using host = await Host.connect(await attach(app));
      await host.until('tick');
      await app.ask('over 0');
      // The agent asks main about it within a second.
      const askedUs = lastUs(host);
      await host.until('counters', ({ atUs }) => atUs > askedUs + 1_500_000);
      await app.ask('post');
      await host.until(means === 'observer' ? 'messageEnd' : 'messageBegin', hasTask(host));
      await host.reached(lastUs(host));
      assert.equal(tasks(host), 1);
      assert.deepEqual(host.all('lifecycle').filter(isReplaced), []);
      assert.ok((await app.ask('slot')).startsWith('own0'));
    });

    test(`${means}, set again each time: the agent gives way, reports that to the next host, and finds lags without messages`, async () => {
      await using app = await start(android, means);
      const socket = await attach(app);
      {
        using host = await Host.connect(socket);
        await host.until('tick');
        for (let times = 0; times <= TIMES; times++) {
          await app.ask('set 1');
          await host.until('lifecycle', () => host.all('lifecycle').filter(isReplaced).length > times);
        }
        assert.ok((await app.ask('slot')).startsWith('own1'));
      }
      using host = await connectWhenFree(socket);
      const { capabilities } = await host.until('hello');
      assert.equal(capabilities.find(({ name }) => name === 'messages')?.enabled, 0);
      await host.until('tick');
      await app.ask(`busy ${BUSY_MS}`);
      await host.reached(lastUs(host) + 200_000);
      const { detector } = new AnalyzedApp().replay([processMessage(0), ...host.messages]);
      assert.equal(detector.lags.length, 1);
    });
  }
});

/** A busy computer delays rounds. */
function longestSilenceUs(host: Host): number {
  const times = host.all('tick').map(({ atUs }) => atUs);
  return Math.max(...times.map((atUs, index) => atUs - (times[index - 1] ?? atUs)));
}
