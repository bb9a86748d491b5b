import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Host } from '../host.ts';
import { startSmallApp } from './small-app.ts';

const LOOK_AGAIN_MS = 50;

/** Whoever comes while the agent has not seen its loss yet is not answered. */
async function heard(port: number): Promise<Host> {
  for (;;) {
    const host = await Host.connect(port).catch(() => undefined);
    const hello = host?.until('hello').then(
      () => true,
      () => false,
    );
    if (host !== undefined && (await Promise.race([hello, pause(1_000, false)])) === true) return host;
    host?.[Symbol.dispose]();
    await pause(LOOK_AGAIN_MS);
  }
}

test('an agent whose listening socket the system took away listens again on its port', { timeout: 30_000 }, async () => {
  await using app = await startSmallApp('lost_listener.c', 'simulator-x86_64');
  using host = await heard(app.port);
  await host.until('sample');
  assert.ok(app.isRunning);
});
