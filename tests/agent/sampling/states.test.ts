import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { promisify } from 'node:util';
import { threadState } from '../../../core/session/columns/sample-columns.ts';
import { compileWithMock } from '../sanitized.ts';

const execute = promisify(execFile);

const objectWait = ['Ljava/lang/Object;.wait', 'Ljava/lang/Object;.wait', 'LCart;.total'];
const parkOf10 = ['Lsun/misc/Unsafe;.park', 'Ljava/util/concurrent/locks/LockSupport;.park'];
const parkOf14 = ['Ljdk/internal/misc/Unsafe;.park', 'Ljava/util/concurrent/locks/LockSupport;.park'];
// libcore of Android 9: Unsafe.park is Java, and waits on a private object of the thread.
const parkOf9 = ['Ljava/lang/Object;.wait', 'Ljava/lang/Object;.wait', 'Ljava/lang/Thread;.parkFor$', 'Lsun/misc/Unsafe;.park'];
const poll = ['Landroid/os/MessageQueue;.nativePollOnce', 'Landroid/os/MessageQueue;.next'];

// The words: bits of jvmtiThreadState as ART puts them together (openjdkjvmti/ti_thread.cc of Android 8.1, 9, 11, 12 and 16).
const words: readonly (readonly [art: string, word: number, frames: readonly string[], state: number])[] = [
  ['runnable', 0x5, ['LCart;.total'], threadState.running],
  ['in native code, from 9 on', 0x400005, poll, threadState.native],
  ['in native code, up to 8.1: waiting as well', 0x400091, poll, threadState.native],
  ['blocked on a monitor', 0x401, ['LCart;.total'], threadState.monitor],
  ['Object.wait', 0x191, objectWait, threadState.objectWait],
  ['Object.wait with a timeout', 0x1a1, objectWait, threadState.objectWait],
  ['asleep', 0xe1, ['Ljava/lang/Thread;.sleep'], threadState.sleeping],
  ['parked, from 10 on', 0x191, parkOf10, threadState.parked],
  ['parked for a time, from 14 on', 0x1a1, parkOf14, threadState.parked],
  ['parked on 9', 0x191, parkOf9, threadState.parked],
  ['parked for a time on 9', 0x1a1, parkOf9, threadState.parked],
  // kWaitingForGcToComplete, kWaitingPerformingGc, kWaitingForCheckPointsToRun, kWaitingForJniOnLoad …: one word for all.
  ['waits for a garbage collection', 0x91, ['LCart;.total'], threadState.runtime],
  ['waits for a garbage collection below its own wait', 0x91, objectWait, threadState.runtime],
  ['stopped by a debugger while it ran', 0x100005, ['LCart;.total'], threadState.suspended],
  ['stopped by a debugger in Object.wait', 0x100191, objectWait, threadState.suspended],
  ['interrupted in Object.wait', 0x200191, objectWait, threadState.objectWait],
  ['no Java frame', 0x400005, [], threadState.native],
  // OpenJDK says itself what it does (jvmti.h): alive, waiting, indefinitely, parked.
  ['parked in OpenJDK', 0x291, ['Ljdk/internal/misc/Unsafe;.park'], threadState.parked],
];

suite('the state of a thread by the virtual machine’s word and its stack', { timeout: 300_000 }, () => {
  let folder: string;
  let program: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens-states-'));
    program = await compileWithMock('states', folder, '-fsanitize=address,undefined', '-fno-sanitize-recover=all');
  });
  after(() => rm(folder, { recursive: true }));

  for (const [art, word, frames, state] of words) {
    test(art, async () => {
      const env = { ...process.env, ASAN_OPTIONS: 'detect_leaks=0' };
      const { stdout } = await execute(program, [word.toString(16), ...frames], { env });
      const [seen, waitedFor] = stdout.trim().split(' ');
      assert.equal(Number(seen), state);
      // On 9 the event tells of the thread's private object, which says nothing.
      if (state === threadState.parked) assert.equal(waitedFor, frames === parkOf9 ? 'blocker' : 'event');
    });
  }
});
