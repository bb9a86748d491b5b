import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectSoon, startSmallApp } from './small-app.ts';
import { stacksOf } from './small-app-stacks.ts';

// Both of arm64 alone: other processors put nothing into a pointer.

test('stacks are whole where the kernel signs pc, lr, sp and fp, as it does in an arm64e app', { timeout: 600_000 }, async () => {
  await using app = await startSmallApp('nested.c', 'device-arm64', { env: { IPHONE_LOADER_SIGNED: '1' } });
  using host = await connectSoon(app);
  const stackAt = await stacksOf(app, host);
  const main = await host.until('thread', ({ flags }) => (flags & 1) !== 0);
  await host.until(
    'sample',
    ({ thread, node }) => thread === main.thread && stackAt(node).slice(0, 4).join(' < ') === '_leaf < _inner < _outer < _main',
  );
  assert.ok(app.isRunning);
});

test('queues have their names where pointers carry memory tags', { timeout: 600_000 }, async () => {
  await using app = await startSmallApp('nested.c', 'device-arm64', { env: { IPHONE_LOADER_TAGGED: '1' } });
  using host = await connectSoon(app);
  const main = await host.until('thread', ({ flags }) => (flags & 1) !== 0);
  assert.equal(main.group, 'com.apple.main-thread');
});
