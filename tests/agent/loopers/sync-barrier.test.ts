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
import { Host } from '../test-host.ts';

const source = fileURLToPath(new URL('../java/Barriers.java', import.meta.url));
const LEAST_US = 10_000_000;
/** The agent looks once a second; the machine may be busy. */
const LATE_US = 5_000_000;

const queues = [
  { android: '9', queue: undefined },
  { android: '14', queue: undefined },
  { android: '16', queue: 'new' },
  { android: '17', queue: 'old' },
  { android: '17', queue: 'new' },
] as const;

suite('a sync barrier that stays in main’s queue', { timeout: 120_000, concurrency: true }, () => {
  let classes: string;

  before(async () => {
    classes = await mkdtemp(join(tmpdir(), 'laglens-barriers-'));
    const { classPath, bootClassPath } = await buildDemoApp('14');
    await promisify(execFile)('javac', ['-g', '-nowarn', '-d', classes, '-cp', [...bootClassPath, ...classPath].join(':'), source]);
  });
  after(() => rm(classes, { recursive: true }));

  for (const { android, queue } of queues) {
    test(`Android ${android}${queue === undefined ? '' : `, ${queue} queue`}: is reported with its begin and its end`, async () => {
      const { classPath, bootClassPath, library } = await buildDemoApp(android);
      const phone = [`-Dphone.library=${library}`, ...(queue === undefined ? [] : [`-Dphone.queue=${queue}`])];
      await using app = await Program.run([
        `-Xbootclasspath/a:${bootClassPath.join(':')}`,
        ...phone,
        '-cp',
        [classes, ...classPath].join(':'),
        'Barriers',
      ]);
      using host = await Host.connect(await attach(app));
      await host.until('tick');
      const [beforeUs = 0, afterUs = 0] = (await app.ask('post')).split(' ').map((ms) => Number(ms) * 1_000);
      assert.equal(await app.ask('async'), 'asynchronous');
      const seen = await host.until('syncBarrier');
      assert.ok(seen.beginUs >= beforeUs && seen.beginUs <= afterUs, `${seen.beginUs} of ${beforeUs} to ${afterUs}`);
      assert.ok(seen.atUs - seen.beginUs >= LEAST_US && seen.atUs - seen.beginUs < LEAST_US + LATE_US, JSON.stringify(seen));
      assert.equal(seen.over, 0);
      assert.equal(await app.ask('remove'), 'handled');
      const over = await host.until('syncBarrier', (each) => each.over === 1);
      assert.equal(over.beginUs, seen.beginUs);
      assert.ok(over.atUs > seen.atUs && over.atUs < seen.atUs + LATE_US);
      assert.equal(host.all('syncBarrier').length, 2);
      assert.doesNotMatch(app.complaints, /WARNING|FATAL|JNI/);
    });
  }
});
