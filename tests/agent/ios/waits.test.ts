import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Host, Of } from '../test-host.ts';
import { connectSoon, startSmallApp } from './small-app.ts';

/** As long as native/waits.c lets each of them wait. */
const WAIT_US = 20_000;
const functions = [
  ...[
    'pthread_rwlock_rdlock',
    'pthread_rwlock_wrlock',
    'pthread_cond_wait',
    'pthread_cond_timedwait',
    'pthread_cond_timedwait_relative_np',
  ],
  ...['read', 'write', 'open', 'fsync', 'pread'],
];

const nameOf = (host: Host, id: number): string => host.all('string').find((string) => string.id === id)?.text ?? '';

for (const slice of ['simulator-x86_64', 'device-arm64'] as const) {
  test(`calls that waited for locks, conditions, pipes and files are reported, and give what they always do (${slice})`, {
    timeout: 600_000,
  }, async () => {
    await using app = await startSmallApp('waits.c', slice, { env: { IPHONE_LOADER_SLOW_FILES_US: String(WAIT_US) } });
    using host = await connectSoon(app);
    const main = await host.until('thread', ({ flags }) => (flags & 1) !== 0);
    for (const name of functions) {
      const call = await host.until(
        'blockingCall',
        (each) =>
          each.thread === main.thread &&
          nameOf(host, each.function) === name &&
          // The file is written without a wait, but for a processor.
          !(name === 'write' && nameOf(host, each.object).endsWith('/waits.bin')),
      );
      // The helper's time begins before the call, which may come later on a busy computer.
      assert.ok(call.atUs - call.beginUs >= 0.5 * WAIT_US, `${name} took ${call.atUs - call.beginUs} µs`);
      if (name === 'fsync') assert.match(nameOf(host, call.object), /\/waits\.bin$/);
    }
    assert.ok(app.isRunning, 'the app goes on as long as each call gives what it should');
  });
}

for (const slice of ['simulator-x86_64', 'device-arm64'] as const) {
  test(`who holds a lock is reported also when it was taken without waiting, and nobody is when that was not seen (${slice})`, {
    timeout: 600_000,
  }, async () => {
    await using app = await startSmallApp('trylocks.c', slice);
    using host = await connectSoon(app);
    const main = await host.until('thread', ({ flags }) => (flags & 1) !== 0);
    // A thread may be reported before it has given itself a name.
    const ownerOf = ({ owner }: Of<'blockingCall'>): string => host.all('thread').findLast(({ thread }) => thread === owner)?.name ?? '';
    const waitsIn = (name: string) =>
      host.all('blockingCall').filter((each) => each.thread === main.thread && nameOf(host, each.function) === name);
    for (const name of ['pthread_rwlock_wrlock', 'pthread_rwlock_rdlock', 'os_unfair_lock_lock', 'pthread_mutex_lock']) {
      await host.until('blockingCall', (each) => nameOf(host, each.function) === name && ownerOf(each) === 'second');
    }
    // Two mutexes are waited for: one that `second` took by trying, and one that it took behind the agent's back.
    const tried = waitsIn('pthread_mutex_lock').find((each) => ownerOf(each) === 'second')?.object;
    const isUnseen = (each: Of<'blockingCall'>): boolean => nameOf(host, each.function) === 'pthread_mutex_lock' && each.object !== tried;
    const { atUs } = await host.until('blockingCall', isUnseen);
    await host.until('blockingCall', (each) => isUnseen(each) && each.atUs > atUs);
    const named = new Set(host.all('blockingCall').map((each) => `${each.object === tried || !isUnseen(each)} ${ownerOf(each)}`));
    // Owners from before the host came are unknown.
    assert.deepEqual([...named].filter((each) => each !== 'true ').sort(), ['false ', 'true second']);
    assert.ok(app.isRunning);
  });
}

test('a thread that gives itself a name after it was first reported, and rests from then on, is reported by that name', {
  timeout: 600_000,
}, async () => {
  await using app = await startSmallApp('late_names.c', 'simulator-x86_64');
  using host = await connectSoon(app);
  const ended = (): readonly number[] => host.all('threadEnd').map(({ thread }) => thread);
  // The first one may be there before the host is.
  await host.until('threadEnd', () => ended().length >= 6);
  const names = ended()
    .slice(1)
    .map((id) => host.all('thread').findLast(({ thread }) => thread === id)?.name);
  assert.deepEqual([...new Set(names)], ['late']);
});

test('what is switched off is not reported, and the agent says so', { timeout: 600_000 }, async () => {
  await using app = await startSmallApp('waits.c', 'simulator-x86_64', {
    options: 'blocking=0,frames=0',
    env: { IPHONE_LOADER_SLOW_FILES_US: String(WAIT_US) },
  });
  using host = await connectSoon(app);
  const { capabilities } = await host.until('hello');
  const off = capabilities.filter(({ why }) => why === 'switched off').map(({ name, enabled }) => [name, enabled]);
  assert.deepEqual(off, [
    ['frames', 0],
    ['blockingCalls', 0],
  ]);
  const first = await host.until('tick');
  // A round of the app takes ten waits of 20 ms.
  await host.reached(first.atUs + 20 * WAIT_US);
  assert.deepEqual([host.all('blockingCall'), host.all('frame')], [[], []]);
  assert.ok(app.isRunning);
});
