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
import { mainThread } from '../thread-stacks.ts';

const source = fileURLToPath(new URL('../java/Uses.java', import.meta.url));
const ROUNDED_US = 10;
const NEAR_SWITCHES = 30;
/** LAGLENS_USE_QUEUED_US: who waits as long is reported; `due` is in whole milliseconds. */
const QUEUED_US = 15_000;

suite('use of single messages', { timeout: 600_000 }, () => {
  let classes: string;

  before(async () => {
    classes = await mkdtemp(join(tmpdir(), 'laglens-uses-'));
    const { classPath, bootClassPath } = await buildDemoApp('14');
    await promisify(execFile)('javac', ['-g', '-nowarn', '-d', classes, '-cp', [...classPath, ...bootClassPath].join(':'), source]);
  });
  after(() => rm(classes, { recursive: true }));

  async function start(android: '9' | '14' | '17'): Promise<Program> {
    const { classPath, bootClassPath, library } = await buildDemoApp(android);
    const phone = [`-Dphone.library=${library}`, ...(android === '17' ? ['-Dphone.queue=new'] : [])];
    return Program.run([`-Xbootclasspath/a:${bootClassPath.join(':')}`, ...phone, '-cp', [classes, ...classPath].join(':'), 'Uses']);
  }

  /** The app's account of a message, and the agent's. */
  async function account(app: Program, host: Host, line: string) {
    const [beginUs = 0, endUs = 0, cpuUs = 0, readyUs = 0, voluntary = 0, involuntary = 0, majorFaults = 0, dueUs = 0] = (
      await app.ask(line)
    )
      .split(' ')
      .map(Number);
    const use = await host.until('messageUse', (each) => each.beginUs <= beginUs && each.atUs >= endUs);
    return { own: { beginUs, endUs, cpuUs, readyUs, voluntary, involuntary, majorFaults, dueUs }, use };
  }

  /** A message of no time that main began at once: on a busy computer it may wait, and is reported rightly. */
  async function promptMessage(app: Program): Promise<{ readonly answer: string; readonly endUs: number }> {
    for (;;) {
      const answer = await app.ask('work 0 0');
      const [beginUs = 0, endUs = 0, , , , , , dueUs = 0] = answer.split(' ').map(Number);
      if (beginUs - dueUs < QUEUED_US) return { answer, endUs };
    }
  }

  for (const android of ['9', '14', '17'] as const) {
    test(`Android ${android}: a message has main’s own counts`, async () => {
      await using app = await start(android);
      using host = await Host.connect(await attach(app));
      await host.until('tick');
      // The first one compiles code.
      await account(app, host, 'work 30 20');
      const { own, use } = await account(app, host, 'work 30 20');
      assert.equal(use.thread, mainThread(host).thread);
      const shown = JSON.stringify({ own, use });
      // The app counts inside its message: what the agent has more fits into the rest of the message.
      const restUs = use.atUs - use.beginUs - (own.endUs - own.beginUs) + ROUNDED_US;
      assert.ok(use.cpuUs >= own.cpuUs && use.cpuUs - own.cpuUs <= restUs, shown);
      assert.ok(use.readyUs !== undefined && use.readyUs >= own.readyUs && use.readyUs - own.readyUs <= restUs, shown);
      assert.ok(own.voluntary >= 20 && use.voluntarySwitches >= own.voluntary && use.voluntarySwitches - own.voluntary <= 3, shown);
      assert.ok(use.involuntarySwitches >= own.involuntary && use.involuntarySwitches - own.involuntary <= NEAR_SWITCHES, shown);
      assert.ok(use.majorFaults >= own.majorFaults && use.majorFaults - own.majorFaults <= 3, shown);
      // The agent tells the use first: a lag that ends is judged by it.
      await host.until('messageEnd', ({ atUs }) => atUs === use.atUs);
      const places = host.messages.flatMap((each, at) => (isOf(each, use) ? [at] : []));
      assert.deepEqual(
        places.map((at) => host.messages[at]?.type),
        ['messageUse', 'messageEnd'],
      );
      if (android === '9') assert.equal(use.queuedUs, undefined);
      else assert.equal(use.queuedUs, use.beginUs - own.dueUs, shown);
      assert.doesNotMatch(app.complaints, /WARNING|FATAL|JNI/);
    });
  }

  test('a short message is reported if it waited in the queue, and is left out otherwise', async () => {
    await using app = await start('14');
    using host = await Host.connect(await attach(app));
    await host.until('tick');
    const { own, use } = await account(app, host, 'queue');
    assert.ok(use.queuedUs !== undefined && use.queuedUs >= 59_000, JSON.stringify({ own, use }));
    assert.equal(use.queuedUs, use.beginUs - own.dueUs);
    const { answer, endUs } = await promptMessage(app);
    await host.reached(endUs + 50_000);
    assert.equal(
      host.all('messageUse').find(({ beginUs, atUs }) => beginUs <= endUs && atUs >= endUs && atUs - beginUs < 8_000),
      undefined,
      answer,
    );
  });
});

function isOf(message: { readonly type: string }, { atUs }: Of<'messageUse'>): boolean {
  return (message.type === 'messageUse' || message.type === 'messageEnd') && 'atUs' in message && message.atUs === atUs;
}
