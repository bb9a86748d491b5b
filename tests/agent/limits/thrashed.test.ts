import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { attach, Program } from '../program.ts';
import { agentWithSanitizers } from '../sanitized.ts';
import { connectWhenFree } from '../test-host.ts';
import { compileFiller } from './filler.ts';

const execute = promisify(execFile);
const ROUNDS = 20;
const THREADS = 5000;
/** Slots of device-agents/android/vm/threads.h. */
const SLOTS = 512;

suite('the agent beside an app that never rests', { timeout: 300_000 }, () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens-thrash-'));
    await execute('javac', ['-g', '-d', folder, fileURLToPath(new URL('../java/Thrash.java', import.meta.url))]);
  });
  after(() => rm(folder, { recursive: true }));

  test(`is attached and detached ${ROUNDS} times under ASan and UBSan, and the app lives`, async () => {
    const { library, env } = await agentWithSanitizers(folder);
    await using program = await Program.run(['-cp', folder, 'Thrash'], 'java', env);
    await program.ask('thrash');
    for (let round = 0; round < ROUNDS; round++) {
      const socket = await attach(program, { library, rand: `000000${round + 10}` });
      using host = await connectWhenFree(socket);
      if (round % 3 === 0) await host.settings({ intervalUs: 1000, walkAlways: 1, allocations: 1 });
      await host.until('sample', ({ node }) => node !== 0);
      if (round % 2 === 0) await host.until('waitBegin');
      // Now and then the host is gone without a word, and the next attach finds the agent at work.
      if (round % 4 !== 3) {
        host.say({ type: 'detach' });
        await host.closed;
      }
    }
    assert.equal(await program.finish(), 0, program.complaints);
    assert.doesNotMatch(program.complaints, /Sanitizer|runtime error|WARNING|FATAL/);
  });

  test('begins its tables again under ASan and UBSan', async () => {
    const { library, env } = await agentWithSanitizers(folder, '-DLAGLENS_SMALL_TABLES');
    await using program = await Program.run([`-javaagent:${await compileFiller(folder)}`, '-cp', folder, 'Thrash'], 'java', env);
    await program.ask('thrash');
    using host = await connectWhenFree(await attach(program, { library }));
    await host.settings({ intervalUs: 2000, allocations: 1 });
    await host.until('clock', ({ tables = 0 }) => tables > 5);
    assert.equal(await program.finish(), 0, program.complaints);
    assert.doesNotMatch(program.complaints, /Sanitizer|runtime error|WARNING|FATAL/);
  });

  test(`counts those of ${THREADS} threads that it has no room for, and the app lives`, async () => {
    await using program = await Program.run(['-Xss256k', '-cp', folder, 'Thrash']);
    const socket = await attach(program);
    using host = await connectWhenFree(socket);
    await host.until('sample');
    await program.ask(`many ${THREADS}`);
    await host.until('overhead', ({ full }) => (full & 4) !== 0);
    await program.ask('few');
    const { text } = await host.until('log', (line) => line.text.startsWith('threads that found no place'));
    const unplaced = Number(/\d+$/.exec(text)?.[0]);
    assert.ok(unplaced >= THREADS - SLOTS, text);
    const reported = host.all('thread').filter(({ name }) => name.startsWith('standing-')).length;
    assert.ok(reported + unplaced >= THREADS, `${reported} reported, ${unplaced} without a place`);
    // The slots are free again.
    await program.ask('many 10');
    await host.until('thread', ({ name, atUs }) => name === 'standing-9' && atUs > (host.all('threadEnd').at(-1)?.atUs ?? 0));
    assert.equal(await program.finish(), 0);
  });
});
