import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildDemoApp } from '../../demo-app/build-demo-app.ts';
import { attach, Program } from '../program.ts';
import { Host, type Of } from '../test-host.ts';
import { mainThread, text } from '../thread-stacks.ts';

const source = fileURLToPath(new URL('../java/Chained.java', import.meta.url));

const BUSY_MS = 400;

/** The app's own observer or printer, how often it heard begins and ends, then the same of a second one. */
interface Heard {
  readonly slot: string;
  readonly counts: readonly number[];
}

suite('messages of the main looper', { timeout: 600_000 }, () => {
  let classes: string;

  before(async () => {
    classes = await mkdtemp(join(tmpdir(), 'laglens-chained-'));
    const { classPath, bootClassPath } = await buildDemoApp('14');
    const flags = ['-g', '-nowarn', '-Xlint:-options', '-source', '8', '-target', '8', '-d', classes];
    await promisify(execFile)('javac', [...flags, '-cp', [...classPath, ...bootClassPath].join(':'), source]);
  });
  after(() => rm(classes, { recursive: true }));

  async function start(android: '9' | '14' | '17', means: 'observer' | 'printer'): Promise<Program> {
    const { classPath, bootClassPath, library } = await buildDemoApp(android);
    const phone = [`-Dphone.library=${library}`, ...(android === '17' ? ['-Dphone.queue=new'] : [])];
    const paths = [`-Xbootclasspath/a:${bootClassPath.join(':')}`, ...phone, '-cp', [classes, ...classPath].join(':')];
    return Program.run([...paths, 'Chained', means]);
  }

  async function ask(app: Program, line: string): Promise<Heard> {
    const [slot = '', ...counts] = (await app.ask(line)).split(' ');
    return { slot, counts: counts.map(Number) };
  }

  const isTask = (host: Host) => (message: Of<'messageBegin'> | Of<'messageEnd'>) => text(host, message.callback) === 'Chained$Task';

  for (const [android, means, hook] of [
    ['14', 'observer', 'laglens.ObserverHook'],
    ['17', 'observer', 'laglens.ObserverHook'],
    ['9', 'printer', 'laglens.PrinterHook'],
  ] as const) {
    test(`Android ${android}: reported by the ${means}, beside the app’s own, which is put back`, async () => {
      await using app = await start(android, means);
      await ask(app, 'set 0');
      const socket = await attach(app);
      using host = await Host.connect(socket);
      const { capabilities } = await host.until('hello');
      assert.deepEqual(
        capabilities.find(({ name }) => name === 'messages'),
        { name: 'messages', enabled: 1, why: '' },
      );
      await host.until('tick');

      const before = await ask(app, 'slot');
      assert.ok(before.slot.startsWith(hook), before.slot);
      const posted = await ask(app, 'post');
      // An observer learns of the message at its end, a printer at its begin.
      const message = await host.until(means === 'observer' ? 'messageEnd' : 'messageBegin', isTask(host));
      assert.equal(text(host, message.target), 'android.os.Handler');
      assert.equal(message.thread, mainThread(host).thread);
      assert.ok(
        (posted.counts[0] ?? 0) > (before.counts[0] ?? 0) && (posted.counts[1] ?? 0) > (before.counts[1] ?? 0),
        'the app’s own hears on',
      );

      host.say({ type: 'detach' });
      await host.until('bye');
      assert.equal((await ask(app, 'slot')).slot, 'own0');
      assert.doesNotMatch(app.complaints, /WARNING|FATAL|JNI/);
    });

    test(`Android ${android}: what the app set meanwhile stays`, async () => {
      await using app = await start(android, means);
      using host = await Host.connect(await attach(app));
      await host.until('tick');
      await ask(app, 'set 1');
      host.say({ type: 'detach' });
      await host.until('bye');
      const { slot, counts } = await ask(app, 'post');
      assert.equal(slot, 'own1');
      assert.ok((counts[2] ?? 0) > 0);
    });
  }

  test('what a task says of itself stays in the app', async () => {
    await using app = await start('9', 'printer');
    using host = await Host.connect(await attach(app));
    await host.until('tick');
    await ask(app, 'letter');
    await ask(app, 'post');
    await host.until('messageBegin', isTask(host));
    const texts = host.all('string').map((each) => each.text);
    assert.deepEqual(
      texts.filter((each) => each.includes('Alice')),
      [],
    );
  });

  test('a message of another looper ends none of main’s', async () => {
    await using app = await start('14', 'observer');
    using host = await Host.connect(await attach(app));
    await host.until('tick');
    // The other looper’s message ends while main computes.
    await Promise.all([ask(app, `busy ${BUSY_MS}`), ask(app, 'other')]);
    await ask(app, 'post');
    await host.until('messageEnd', isTask(host));
    const begins = host.all('messageBegin').map(({ atUs }) => atUs);
    const lengths = host.all('messageEnd').map(({ atUs }) => atUs - (begins.findLast((beginUs) => beginUs <= atUs) ?? 0));
    assert.ok(Math.max(...lengths) >= BUSY_MS * 1_000, `${lengths}`);
  });

  test('other loopers are nobody’s business', async () => {
    await using app = await start('14', 'observer');
    using host = await Host.connect(await attach(app));
    await host.until('tick');
    await ask(app, 'other');
    await ask(app, 'other');
    await ask(app, 'post');
    await host.until('messageEnd', isTask(host));
    assert.equal(host.all('messageEnd').filter(isTask(host)).length, 1);
  });
});
