import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectSoon, startSmallApp } from './small-app.ts';
import { stacksOf } from './small-app-stacks.ts';

for (const slice of ['simulator-x86_64', 'device-arm64'] as const) {
  test(`a stack that the app made itself is read through the kernel (${slice})`, { timeout: 600_000 }, async () => {
    await using app = await startSmallApp('other_stack.c', slice);
    using host = await connectSoon(app);
    const stackAt = await stacksOf(app, host);
    await host.until('sample', ({ node }) => stackAt(node).slice(0, 2).join(' < ') === '_leaf_on_it < _work_on_it');
    assert.ok(app.isRunning);
  });
}
